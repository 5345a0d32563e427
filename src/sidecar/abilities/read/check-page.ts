import type { SiteContent } from '../../../build/content/port.js';
import type { Hooks } from '../../../config/hooks/hooks.js';
import type { LiveDocuments } from '../../../documents/live-content.js';
import { type Grade, type GradedPage, gradePage, tallyOf } from '../../../quality/readiness/pages/grade.js';
import { filterCheckRules } from '../../../quality/readiness/pages/rules.js';
import type { Ability } from '../ability.js';
import { builtContent, notFound, postId } from '../content.js';
import { inputOf, integerOf, listOf, oneOf, outputOf, recordOf, rowOf, textOf } from '../schema.js';

/** Runs the checks of one page on its current content. */
export const checkPage: Ability = {
  slug: 'check-page',
  label: 'Check one page',
  description:
    'Reads one page from its source as it is now, draft or published, and returns every content check with ' +
    'its result: length, opening summary, specifics, sources, headings, long paragraphs, readability, links, ' +
    'image descriptions, media, age. Use it before an edit to see what to improve, and afterwards to see ' +
    "whether it helped. It doesn't return the text (see read-content), doesn't request the page on the web, " +
    'and stores nothing.',
  tier: 'read',
  permission: 'edit',
  input: inputOf({ post_id: integerOf('Id of the page.') }, ['post_id']),
  output: outputOf({
    summary: recordOf(
      { pass: integerOf(), warn: integerOf(), fail: integerOf() },
      'Number of checks by status.',
    ),
    checks: listOf(
      rowOf({
        id: textOf(),
        label: textOf(),
        status: oneOf(['pass', 'warn', 'fail']),
        detail: textOf('The result of the check.'),
      }),
    ),
  }),
  async run(input, call) {
    const { services, now } = call;
    const id = postId(input);
    const documents = await services.site.documents();
    const grade = await readFresh(builtContent(call), id, { documents, hooks: services.hooks, now });
    if (grade === undefined) return notFound(id);
    const checks = grade.rows.map(({ id, label, status, detail }) => ({ id, label, status, detail }));
    return { summary: tallyOf(checks), checks };
  },
};

/** What a fresh reading works with. */
interface FreshContext {
  readonly documents: LiveDocuments;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * Reads an entry of any status from its source and judges it as the next build would. Nothing is stored.
 * @returns undefined for an unknown id, and for an entry that is gone by now
 */
export async function readFresh(
  { store, previews, typesWithImages }: Pick<SiteContent, 'store' | 'previews' | 'typesWithImages'>,
  id: number,
  { documents, hooks, now }: FreshContext,
): Promise<Grade | undefined> {
  const entry = store.find(id);
  if (entry === undefined) return undefined;
  // The name of the set of rules is kept with verdicts alone.
  const rules = await filterCheckRules(hooks, documents.ctx.settings, '');
  const read = await previews.readForChecks(id, rules.reading, documents);
  if (read === undefined) return undefined;
  const { raw, checkup } = read;
  const { type, title, url, published, modified, isListed } = entry;
  const page: GradedPage = {
    id,
    type,
    title,
    url,
    // One without a date in its source counts from the build that first saw it, which says nothing of its age.
    modified: isListed && published === undefined ? undefined : modified,
    hash: '',
    categories: raw.terms.flatMap(({ taxonomy, slug }) => (taxonomy === 'category' ? slug : [])),
    expectsImage: typesWithImages.has(type),
  };
  return gradePage(page, checkup, { rules, hooks, now });
}
