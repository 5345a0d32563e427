/** Images of WordPress with their sizes, captions and galleries, from the media library. */

import { isObject, textOf } from '../../../core/json.js';
import { lastName, withoutQuery } from '../../../core/paths.js';
import { escapeHtml } from '../../html/escape.js';
import type { Media, MediaLibrary } from '../port.js';
import { escapeOnce, isWebAddress } from './escape.js';

const IMAGE = /<img\b[^<>]*>/gi;

/**
 * Adds to images what WordPress adds from the media library, found by the class `wp-image-N`: an alternative
 * text where there is none, and the size where neither width nor height is given. Images that are marked as
 * decoration get no text.
 * @param fallback id to use for images without that class
 */
export function completeImages(html: string, media: MediaLibrary, fallback?: number): string {
  if (!html.includes('<img') && !html.includes('<IMG')) return html;
  return html.replace(IMAGE, (tag) => {
    const id = Number(/\bwp-image-(\d{1,15})\b/.exec(tag)?.[1] ?? fallback ?? 0);
    const item = id > 0 ? media.byId(id) : undefined;
    return item === undefined ? tag : withSize(withAlt(tag, item), item);
  });
}

function withAlt(tag: string, { alt: known }: Media): string {
  if (known === '' || /\srole\s*=\s*["']?(?:presentation|none)\b/i.test(tag)) return tag;
  const alt = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag);
  if (alt !== null && (alt[1] ?? alt[2] ?? alt[3] ?? '').trim() !== '') return tag;
  const bare = alt === null ? tag : tag.replace(alt[0], '');
  return bare.replace(/^<img/i, () => `<img alt="${escapeOnce(known)}"`);
}

/** A size keeps the text below from moving when the image has loaded. */
function withSize(tag: string, item: Media): string {
  if (/\s(?:width|height)\s*=/i.test(tag)) return tag;
  const src = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
  const size = sizeOf(src?.[1] ?? src?.[2] ?? '', item);
  return size === undefined ? tag : tag.replace(/^<img/i, `<img width="${size[0]}" height="${size[1]}"`);
}

/** The size of a file of a library item: smaller ones have it in their names. */
function sizeOf(src: string, { url, width, height }: Media): readonly [number, number] | undefined {
  const name = fileName(src);
  const smaller = /^(.+)-(\d{1,5})x(\d{1,5})(\.\w+)$/.exec(name);
  const [stem, extension] = [fileName(url).replace(/(?:-scaled)?\.\w+$/, ''), smaller?.[4]];
  if (smaller?.[1] === stem && fileName(url).endsWith(extension ?? '')) {
    return [Number(smaller[2]), Number(smaller[3])];
  }
  return name === fileName(url) && width !== undefined && height !== undefined ? [width, height] : undefined;
}

function fileName(url: string): string {
  return lastName(withoutQuery(url));
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

type PictureRecord = Readonly<Record<string, unknown>>;

const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i;

/** True for a record of an image, as editors copy it from the library: `{ "id": 12, "url": "….jpg", "alt": "" }`. */
export function isPicture(value: unknown): value is PictureRecord {
  return isObject(value) && addressOf(value) !== undefined;
}

/** A figure of it. */
export function pictureFigure(picture: PictureRecord): string {
  const { alt, caption } = picture;
  const below = textOf(caption).trim() === '' ? '' : `<figcaption>${textOf(caption)}</figcaption>`;
  return `<figure><img src="${escapeOnce(addressOf(picture) ?? '')}" alt="${escapeOnce(textOf(alt))}">${below}</figure>`;
}

function addressOf(record: PictureRecord): string | undefined {
  const given = [record['url'], record['src'], record['full_url'], record['source_url']];
  return given.find(
    (url): url is string => typeof url === 'string' && IMAGE_FILE.test(url) && isWebAddress(url),
  );
}
