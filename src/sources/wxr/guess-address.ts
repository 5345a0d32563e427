import { encodePath } from '../names.js';
import { fillPermalink } from '../permalinks.js';
import type { EntryContext } from './entry.js';
import type { Fields } from './fields.js';
import { decodeSlug } from './head.js';

/** What the addresses of pages below an item begin with. */
interface ParentItem {
  readonly type: string;
  readonly slug: string;
  /** Its address; empty where the export has none. */
  readonly link: string;
  readonly parent: number;
}

/** The items of an export that may be parents, by their ids. */
export type ParentItems = Map<number, ParentItem>;

/** Deeper pages are a circle. */
const DEEPEST = 20;

/** Notes an item as a possible parent. */
export function noteParent(items: ParentItems, fields: Fields): void {
  const [id, parent = 0] = [fields.integer('wp:post_id'), fields.integer('wp:post_parent')];
  const slug = decodeSlug(fields.get('wp:post_name'));
  if (id) items.set(id, { type: fields.word('wp:post_type'), slug, link: fields.get('link'), parent });
}

/**
 * The address of the parent of an item, or the slugs of its ancestors, without a slash at the end. Only items of its own
 * type count.
 */
function parentPath(
  items: ParentItems | undefined,
  type: string,
  parent: number | undefined,
  depth = 0,
): string {
  const item = parent && depth < DEEPEST ? items?.get(parent) : undefined;
  if (item?.type !== type || (item.slug === '' && item.link === '')) return '';
  if (/^[^?]+$/.test(item.link)) return item.link.replace(/\/$/, '');
  return `${parentPath(items, type, item.parent, depth + 1)}/${item.slug}`;
}

/**
 * The address of an item without a link: after the owner's pattern for its type, else as in its permanent identifier
 * where that ends in the slug, else the slug below the site and its parents, for extensions' types below the type.
 * @returns undefined without a slug
 */
export function guessAddress(
  fields: Fields,
  {
    type,
    slug,
    published,
  }: { readonly type: string; readonly slug: string; readonly published: number | undefined },
  { options, timeZone, parents }: Pick<EntryContext, 'options' | 'timeZone' | 'parents'>,
): string | undefined {
  if (slug === '') return undefined;
  const pattern = options.permalinks?.[type];
  if (pattern !== undefined) {
    return fillPermalink(pattern, { slug, id: fields.get('wp:post_id'), published, timeZone });
  }
  const guid = fields.get('guid');
  const [, last = ''] = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)\/?$/i.exec(guid) ?? [];
  if (decodeSlug(last) === slug) return guid;
  const above = type === 'post' ? '' : parentPath(parents, type, fields.integer('wp:post_parent'));
  if (above.includes('://')) return `${above}/${encodePath(slug)}/`;
  return encodePath(`${type === 'post' || type === 'page' ? '' : `/${type}`}${above}/${slug}/`);
}
