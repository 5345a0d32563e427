import { shownTitle } from '../../../quality/readiness/score/content.js';
import { readWorklist } from '../../../quality/readiness/worklist.js';
import type { Ability, AbilityCall } from '../ability.js';
import { AbilityError } from '../ability-error.js';
import { builtContent, notFound, postId } from '../content.js';
import { worklistSources } from '../read/worklist.js';
import { flagOf, inputOf, integerOf, outputOf, recordOf, textOf } from '../schema.js';

/** Most pages that can be set aside. */
const MAX_SET_ASIDE = 1000;

/** Sets one page aside from the content checks, or takes it back. */
export const setAsidePage: Ability = {
  slug: 'set-aside-page',
  label: 'Set a page aside',
  description:
    'Leaves one published page out of the content checks and of every count, or includes it again with ' +
    '"aside": false. The page itself doesn\'t change. Use it for pages that need no citations, such as a ' +
    'contact form, and only if the owner agrees; improve a page that needs work instead. It takes one page at ' +
    'a time.',
  tier: 'write',
  input: inputOf(
    {
      post_id: integerOf('Id of the page.'),
      aside: flagOf('False includes the page again.', { default: true }),
    },
    ['post_id'],
  ),
  output: outputOf({
    postId: integerOf(),
    title: textOf(),
    aside: flagOf(),
    changed: flagOf(),
    message: textOf(),
    counts: recordOf(
      { fixable: integerOf(), clear: integerOf(), setAside: integerOf() },
      'For the whole site.',
    ),
  }),
  async run(input, call) {
    const id = postId(input);
    const aside = input['aside'] !== false;
    const { settings } = call.services;
    const before = (await settings.readForChange()).optimize_ignored;
    const title = await titleOf(id, aside, before, call);
    const changed = before.includes(id) !== aside;
    if (changed) await store(id, aside, call);
    const list = (await settings.readForChange()).optimize_ignored;
    if (list.includes(id) !== aside) {
      const text = 'The list was saved, but its content differs from what was written.';
      throw new AbilityError(500, 'svc_set_aside_failed', text);
    }
    const message = messageOf(aside, changed);
    return { postId: id, title, aside, changed, message, counts: await countsOf(list, call) };
  },
};

/** @throws AbilityError `svc_bad_post`, `svc_not_found`, `svc_not_published`, `svc_not_graded`, `svc_set_aside_full` */
async function titleOf(
  id: number,
  aside: boolean,
  list: readonly number[],
  call: AbilityCall,
): Promise<string> {
  if (id < 1) throw new AbilityError(400, 'svc_bad_post', 'post_id must be the id of a page, from 1.');
  const entry = builtContent(call).store.find(id);
  if (!aside) return entry === undefined ? '' : shownTitle(entry.title);
  if (entry === undefined) return notFound(id);
  if (!entry.isListed) {
    const message = 'Only published pages are checked, so only they can be set aside.';
    throw new AbilityError(400, 'svc_not_published', message);
  }
  const { scope } = await worklistSources(call.services);
  if (!scope.graded.some(({ slug }) => slug === entry.type)) {
    const message = `Pages of the type "${entry.type}" aren't checked, so there's nothing to set aside.`;
    throw new AbilityError(400, 'svc_not_graded', message);
  }
  if (!list.includes(id) && list.length >= MAX_SET_ASIDE) {
    const message = `${MAX_SET_ASIDE} pages are already set aside. Include one of them again first.`;
    throw new AbilityError(400, 'svc_set_aside_full', message);
  }
  return shownTitle(entry.title);
}

async function store(id: number, aside: boolean, { services }: AbilityCall): Promise<void> {
  await services.settings.update((current) => {
    const others = current.optimize_ignored.filter((one) => one !== id);
    return { ...current, optimize_ignored: aside ? [...others, id].slice(0, MAX_SET_ASIDE) : others };
  });
  await services.site.settingsChanged();
}

function messageOf(aside: boolean, changed: boolean): string {
  if (changed) return aside ? 'The page is set aside.' : 'The page is checked again.';
  return aside ? 'The page is already set aside.' : "The page isn't set aside.";
}

async function countsOf(aside: readonly number[], { services }: AbilityCall) {
  const sources = await worklistSources(services);
  const { fixable, clear, setAside } = readWorklist({ per: 1 }, { ...sources, aside }).counts;
  return { fixable, clear, setAside };
}
