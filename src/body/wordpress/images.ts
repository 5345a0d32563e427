import type { Media, MediaLibrary } from '../../model/site.js';
import { escapeHtml, escapeOnce } from './escape.js';

const IMAGE = /<img\b[^<>]*>/gi;

/**
 * Gives images without an alternative text the one of the media library, found by the class `wp-image-N`.
 * Images that say of themselves that they are decoration keep their silence.
 * @param fallback id to use for images without that class
 */
export function fillAltTexts(html: string, media: MediaLibrary, fallback?: number): string {
  if (!html.includes('<img') && !html.includes('<IMG')) return html;
  return html.replace(IMAGE, (tag) => {
    if (/\srole\s*=\s*["']?(?:presentation|none)\b/i.test(tag)) return tag;
    const alt = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag);
    if (alt !== null && (alt[1] ?? alt[2] ?? alt[3] ?? '').trim() !== '') return tag;
    const id = Number(/\bwp-image-(\d{1,15})\b/.exec(tag)?.[1] ?? fallback ?? 0);
    const known = id > 0 ? media.byId(id)?.alt : undefined;
    if (known === undefined || known === '') return tag;
    const bare = alt === null ? tag : tag.replace(alt[0], '');
    return bare.replace(/^<img/i, () => `<img alt="${escapeOnce(known)}"`);
  });
}

/** `<img>` of a library item. */
export function imageTag(item: Media): string {
  const size =
    item.width === undefined || item.height === undefined
      ? ''
      : ` width="${item.width}" height="${item.height}"`;
  return `<img src="${escapeHtml(item.url)}" alt="${escapeOnce(item.alt)}"${size} class="wp-image-${item.id}">`;
}

/** A figure of one library item with its caption (HTML, as the library stores it). */
export function imageFigure(item: Media): string {
  const caption = item.caption === '' ? '' : `<figcaption>${item.caption}</figcaption>`;
  return `<figure class="wp-block-image">${imageTag(item)}${caption}</figure>`;
}

/** The figure that holds a gallery; empty when none of the items is an image. */
export function galleryFigure(items: readonly Media[]): string {
  const figures = items.filter(isImage).map(imageFigure);
  return figures.length === 0
    ? ''
    : `<figure class="wp-block-gallery has-nested-images">${figures.join('\n')}</figure>`;
}

function isImage(item: Media): boolean {
  return item.mime === '' || item.mime.startsWith('image/');
}

/** Library items for a list of ids written as `3, 5,8`; unknown ones are passed over. */
export function mediaByIds(list: string, media: MediaLibrary): Media[] {
  return list
    .split(',')
    .map((id) => media.byId(Number(id.trim())))
    .filter((item) => item !== undefined);
}
