import type { ContentType } from '../../../site/site.js';
import type { Storage } from '../../../storage/port.js';
import { searchIndex } from '../../../storage/tables/content-index.js';
import { SEARCHED } from './update-index.js';
import { searchWords } from './words.js';

/** Maximum number of rows (spec section 8). */
const MAX_TARGETS = 50;

/** A row of `GET /preview/targets` (spec section 2.2). */
export interface TargetRow {
  readonly id: number;
  readonly type: string;
  /** Plural name of the type. */
  readonly typeLabel: string;
  readonly label: string;
  readonly status: string;
  readonly url: string;
}

/**
 * Finds entries that can be previewed, last modified first. Every word of the search has to occur in the title, the
 * excerpt or the body of an entry, ignoring case; an empty search finds all entries.
 * @param types that are visible to agents
 */
export async function findTargets(
  storage: Pick<Storage, 'db' | 'capabilities'>,
  types: readonly ContentType[],
  search: string,
): Promise<readonly TargetRow[]> {
  const found = await searchIndex(storage, {
    words: searchWords(search),
    types: types.map(({ slug }) => slug),
    statuses: SEARCHED,
    limit: MAX_TARGETS,
  });
  const plural = new Map(types.map((type) => [type.slug, type.plural]));
  return found.map(({ post_id, type, status, title, url }) => ({
    id: post_id,
    type,
    typeLabel: plural.get(type) ?? type,
    label: title || `(untitled #${post_id})`,
    status,
    url,
  }));
}
