import type { Settings } from '../../../config/settings.js';
import { decideFix, FIXES, fixResult, type Switch } from '../../../quality/readiness/fix-command.js';
import { shownTitle } from '../../../quality/readiness/score/population.js';
import { readWorklist } from '../../../quality/readiness/worklist.js';
import type { Database, Storage } from '../../../storage/port.js';
import { readOption, writeOption } from '../../../storage/tables/options.js';
import { type Ability, type AbilityCall, AbilityError } from '../ability.js';
import { builtContent, entryNotFound, postId } from '../content.js';
import { worklistSources } from '../read/worklist.js';
import { flagOf, inputOf, integerOf, listOf, orNull, outputOf, recordOf, rowOf, textOf } from '../schema.js';
import { rebuilt } from './written-entry.js';

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
      post_id: integerOf('Id of the page, from find-content.'),
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
  if (entry === undefined) return entryNotFound(id);
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

/** How often saved settings are read again until they act, and the milliseconds between. */
const TRIES = 40;
const BETWEEN_TRIES = 25;

const READINESS_ROW = rowOf({
  id: textOf(),
  label: textOf(),
  status: textOf('pass, warn, fail, or off.'),
  detail: textOf(),
  fix: textOf(),
});

/** Does what a readiness check asks for, where that is a switch of ours. */
export const applyFix: Ability = {
  slug: 'apply-fix',
  label: 'Apply the fix of a readiness check',
  description:
    'Applies the fix of a readiness check from read-readiness, if the fix is to switch on a documented ' +
    'feature. It never switches anything off, never changes whether search engines are allowed, and weakens ' +
    'no protection. If a check needs text, a decision or money from the owner, it returns "applied": false ' +
    'with the reason: tell the owner. For findings on single pages (ids that begin with content_), use the ' +
    'writing abilities. Returns the check as it is afterwards. Checks with a fix: ' +
    `${Object.keys(FIXES).join(', ')}.`,
  tier: 'write',
  input: inputOf({ check_id: textOf('Id of the check, as in read-readiness.') }, ['check_id']),
  output: outputOf({
    applied: flagOf('A setting was switched on.'),
    changed: listOf(textOf(), 'Settings that were switched on.'),
    message: textOf(),
    check: orNull(READINESS_ROW),
  }),
  async run(input, call) {
    const id = input['check_id'] as string;
    const { grading, settings } = call.services;
    const [facts, rows, stored] = await Promise.all([
      grading.facts(),
      grading.readiness(),
      settings.readForChange(),
    ]);
    // What plugins make of a setting is not stored, so it is not changed either.
    const decision = decideFix(id, rows, { ...facts, settings: stored });
    if (decision.kind === 'unknown') {
      const why = `There is no check "${id}". Take an id from read-readiness.`;
      throw new AbilityError(404, 'svc_unknown_check', why);
    }
    if (decision.kind === 'nothing') {
      return { applied: false, changed: [], message: decision.message, check: decision.check };
    }
    const notice = await switchOn(decision.switches, call);
    const result = fixResult(decision, await grading.readiness());
    return { ...result, message: `${result.message} ${notice}`.trim() };
  },
};

/**
 * Saves, and waits until the saved settings act.
 * @returns the reason why the site doesn't show it yet, or an empty text
 */
async function switchOn(switches: readonly Switch[], { services }: AbilityCall): Promise<string> {
  const on = Object.fromEntries(switches.map((name) => [name, true])) as Partial<Settings>;
  await services.settings.update((current) => ({ ...current, ...on }), on);
  await services.site.settingsChanged();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const settings = await services.site.settings();
    if (switches.every((name) => settings[name])) break;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES));
  }
  return rebuilt({ services });
}

/** Queues a failed announcement again. */
export const retryAnnouncement: Ability = {
  slug: 'retry-announcement',
  label: 'Retry a failed announcement',
  description:
    'Queues a failed announcement again, to be sent at once. Only failed announcements can be retried; they ' +
    "can't be cancelled, changed or removed here. A site that announces nothing has none.",
  tier: 'write',
  input: inputOf({ id: textOf('Id of the announcement.') }, ['id']),
  output: outputOf({ retried: flagOf(), status: textOf(), message: textOf() }),
  async run(input, { services, now }) {
    const id = (input['id'] as string).trim();
    if (id === '')
      throw new AbilityError(400, 'svc_announce_id', 'The id is empty. Use the id of a failed announcement.');
    if (!(await retry(services.storage, id, now))) {
      const message = `There is no failed announcement "${id}". Only failed announcements can be retried.`;
      throw new AbilityError(409, 'svc_announce_row', message);
    }
    return { retried: true, status: 'queued', message: 'The announcement is queued again.' };
  },
};

/** A post to a network that announces an entry. */
export interface Announcement {
  readonly id: string;
  readonly postId: number;
  readonly network: string;
  readonly status: 'queued' | 'sent' | 'failed' | 'cancelled';
  readonly title: string;
  /** Unix seconds. */
  readonly scheduledAt: number;
  /** Why it failed; else empty. */
  readonly error: string;
}

const NAME = 'announcements';

/** The ledger of announcements, in the order in which they were made. Nothing is announced by the service itself. */
export async function readAnnouncements(db: Database): Promise<readonly Announcement[]> {
  const stored = (await readOption(db, NAME))?.value;
  return Array.isArray(stored) ? (stored as readonly Announcement[]) : [];
}

/**
 * Queues a failed announcement once more, due at once.
 * @param now Unix seconds
 * @returns false unless an entry with this id has failed
 */
async function retry(storage: Pick<Storage, 'write'>, id: string, now: number): Promise<boolean> {
  return storage.write(async (db) => {
    const rows = await readAnnouncements(db);
    const isMeant = (row: Announcement) => row.id === id && row.status === 'failed';
    if (!rows.some(isMeant)) return false;
    const again = { status: 'queued', scheduledAt: now, error: '' } as const;
    await writeOption(
      db,
      NAME,
      rows.map((row) => (isMeant(row) ? { ...row, ...again } : row)),
    );
    return true;
  });
}
