import type { SiteContent } from '../../build/content/port.js';
import type { Hooks } from '../../config/hooks/hooks.js';
import type { LiveDocuments } from '../../documents/live-content.js';
import { type Grade, type GradedPage, gradePage } from '../../quality/readiness/pages/grade.js';
import { filterCheckRules } from '../../quality/readiness/pages/rules.js';

/** What a fresh reading works with. */
export interface FreshContext {
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
