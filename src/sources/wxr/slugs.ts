import { attempt } from '../../core/attempt.js';
import { encodePath } from '../names.js';
import { fillPermalink } from '../permalinks.js';
import type { EntryContext } from './entry.js';
import type { Fields } from './fields.js';

/**
 * Decodes a slug or nicename, which the export holds percent-encoded (`%e8%87%aa` for `自`), to NFC. A slug that was
 * cut in the middle of a character stays as it is.
 */
export function decodeSlug(slug: string): string {
  if (!slug.includes('%')) return slug.normalize('NFC');
  return attempt(() => decodeURIComponent(slug).normalize('NFC')) ?? slug;
}

/**
 * The address of an item without a link: after the owner's pattern for its type, else as in its permanent identifier
 * where that ends in the slug, else the slug below the site, for extensions' types below the type.
 * @returns undefined without a slug
 */
export function guessAddress(
  fields: Fields,
  {
    type,
    slug,
    published,
  }: { readonly type: string; readonly slug: string; readonly published: number | undefined },
  { options, timeZone }: Pick<EntryContext, 'options' | 'timeZone'>,
): string | undefined {
  if (slug === '') return undefined;
  const pattern = options.permalinks?.[type];
  if (pattern !== undefined) {
    return fillPermalink(pattern, { slug, id: fields.get('wp:post_id'), published, timeZone });
  }
  const guid = fields.get('guid');
  const [, last = ''] = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)\/?$/i.exec(guid) ?? [];
  if (decodeSlug(last) === slug) return guid;
  return encodePath(type === 'post' || type === 'page' ? `/${slug}/` : `/${type}/${slug}/`);
}
