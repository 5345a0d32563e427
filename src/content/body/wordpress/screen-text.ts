import { isObject } from '../../../core/json.js';
import type { MediaLibrary } from '../port.js';
import type { BlockAttributes } from './block-parser.js';
import { embedFigure } from './embeds.js';
import { escapeOnce, isWebAddress } from './escape.js';
import { galleryFigure, isPicture } from './images.js';
import { addParagraphs } from './paragraphs.js';

/** Modules that show forms, menus or lists of other entries. */
const NOT_TEXT =
  /^(?:contact-f|signup|login|search|blog|portfolio|filterable-portfolio|fullwidth-portfolio|post-|fullwidth-post-|comments|sidebar|menu|fullwidth-menu|shop|woocommerce|icon$|social-media)/;
/** Parts of a module that aren't its text. */
const NOT_SHOWN = /^(?:css|module|icon|(?!imageIcon$).*Icon|logo|activeTab|tab|field|captcha)$/;
/** A value that the site computes. */
const COMPUTED = /\$variable\([\s\S]*?\)\$/g;

/**
 * The text of a block whose builder keeps it in attributes by part and size of screen, as Divi 5 does:
 * `{"title": {"innerContent": {"desktop": {"value": "Text"}}}}`.
 * @param html the blocks inside
 * @returns undefined for a block without such attributes
 */
export function screenText(
  name: string,
  attributes: BlockAttributes,
  html: string,
  media: MediaLibrary,
): string | undefined {
  const parts = Object.entries(attributes).filter(
    ([, part]) => isObject(part) && isObject(part['innerContent']),
  );
  const gallery = galleryOf(attributes, media);
  if (parts.length === 0 && gallery === '') return undefined;
  const [, own = name] = name.split('/');
  if (NOT_TEXT.test(own)) return '';
  const link = addressIn(shownValue(path(attributes, 'module', 'advanced', 'link')));
  const shown = parts.flatMap(([key, part]) =>
    NOT_SHOWN.test(key) ? [] : [partOf(key, part as BlockAttributes, link)],
  );
  return [...shown, gallery, html].filter((text) => text.trim() !== '').join('\n');
}

function partOf(key: string, part: BlockAttributes, link: string | undefined): string {
  const value = shownValue(part['innerContent']);
  if (isObject(value)) return recordOf(key, part, value, link);
  const text = textOf(value);
  if (text === '') return '';
  if (/^(?:title|heading)$/.test(key)) return heading(part, anchor(link, text));
  return key === 'content' || /<(?:p|ul|ol|div|h\d|table|blockquote)\b/i.test(text)
    ? addParagraphs(text)
    : `<p>${text}</p>`;
}

/** A part with several values: a button, an image, a video, a price. */
function recordOf(
  key: string,
  part: BlockAttributes,
  value: BlockAttributes,
  link: string | undefined,
): string {
  const { alt, id, useIcon } = value;
  const src = value['src'] ?? (isPicture(value) ? value['url'] : undefined);
  if (typeof src === 'string' && isWebAddress(src)) {
    if (useIcon === 'on') return '';
    if (key === 'video' || key === 'audio') return playerOf(key, src);
    const known = Number(id) > 0 ? ` class="wp-image-${Number(id)}"` : '';
    const image = `<img src="${escapeOnce(src)}" alt="${escapeOnce(textOf(alt))}"${known}>`;
    const { linkUrl } = value;
    const link = String(linkUrl).startsWith('#') ? undefined : addressIn({ linkUrl });
    return `<figure>${anchor(link, image)}</figure>`;
  }
  const text = textOf(value['text'] ?? value['title']);
  if (text !== '') {
    const shown = anchor(addressIn(value) ?? link, text);
    return /^(?:title|heading)$/.test(key) ? heading(part, shown) : `<p>${shown}</p>`;
  }
  const others = ['currency', 'per', 'number', 'value'].map((name) => textOf(value[name])).filter(Boolean);
  return others.length === 0 ? '' : `<p>${others.join(' / ')}</p>`;
}

function playerOf(kind: 'video' | 'audio', src: string): string {
  const isFile = /\.(?:mp4|webm|ogv|mov|mp3|ogg|wav|m4a)(?:\?|$)/i.test(src);
  return isFile || kind === 'audio'
    ? `<${kind} controls src="${escapeOnce(src)}"></${kind}>`
    : embedFigure(escapeOnce(src));
}

function heading(part: BlockAttributes, text: string): string {
  const font = shownValue(path(part, 'decoration', 'font', 'font'));
  const level = isObject(font) ? String(font['headingLevel']) : '';
  const tag = /^h[1-6]$/.test(level) ? level : 'h4';
  return /^\s*<h[1-6]\b/i.test(text) ? text : `<${tag}>${text}</${tag}>`;
}

function galleryOf(attributes: BlockAttributes, media: MediaLibrary): string {
  const ids = shownValue(path(attributes, 'image', 'advanced', 'galleryIds'));
  const found = textOf(ids)
    .split(',')
    .map((id) => media.byId(Number(id)))
    .filter((item) => item !== undefined);
  return found.length === 0 ? '' : galleryFigure(found);
}

function path(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce((at, key) => (isObject(at) ? at[key] : undefined), value);
}

/** The value for large screens, else the first one. */
function shownValue(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const screen = value['desktop'] ?? Object.values(value)[0];
  return isObject(screen) ? screen['value'] : undefined;
}

/** A text without what the site computes, and with line breaks that the builder writes as `\n`. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replace(COMPUTED, '').trim() : '';
}

function addressIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const url = value['linkUrl'] ?? value['url'] ?? value['href'];
  return typeof url === 'string' && isWebAddress(url) ? url : undefined;
}

function anchor(url: string | undefined, text: string): string {
  return url === undefined || /<a\s/i.test(text) ? text : `<a href="${escapeOnce(url)}">${text}</a>`;
}
