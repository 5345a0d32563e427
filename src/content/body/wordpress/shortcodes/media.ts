/** Shortcodes of WordPress for media and tables. */

import { type BodyContext, tablePatternId } from '../../port.js';
import { embedFigure } from '../embeds.js';
import { escapeMarkup, escapeOnce, isWebAddress } from '../escape.js';
import { galleryFigure, mediaByIds } from '../images.js';
import type { ShortcodeAttributes } from './attributes.js';

const AUDIO_KEYS = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'wma', 'flac'];

const VIDEO_KEYS = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv', 'mov', 'wmv'];

/** `[caption]`: the image with its link becomes a figure, the rest (or the attribute) its caption. */
export function renderCaption(attributes: ShortcodeAttributes, content: string): string {
  const { image, rest } = splitImage(content);
  const caption = (attributes['caption'] ?? rest).trim();
  if (image === '') return content;
  const figcaption = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return `\n\n<figure class="wp-caption">${image}${figcaption}</figure>\n\n`;
}

function splitImage(content: string): { image: string; rest: string } {
  const start = content.search(/<img\b/i);
  const end = start < 0 ? -1 : content.indexOf('>', start);
  if (end < 0) return { image: '', rest: content };
  const close = /^\s*<\/a\s*>/i.exec(content.slice(end + 1))?.[0].length ?? 0;
  const cut = end + 1 + close;
  return { image: content.slice(0, cut).trim(), rest: content.slice(cut) };
}

/** `[gallery]`: the listed images in their order, else those uploaded to the entry. */
export function renderGallery(attributes: ShortcodeAttributes, context: BodyContext): string {
  const list = attributes['ids'] ?? attributes['include'];
  const excluded = new Set((attributes['exclude'] ?? '').split(',').map((id) => Number(id.trim())));
  const owner = Number(attributes['id']) || context.entryId;
  const items = list === undefined ? context.media.attachedTo(owner) : mediaByIds(list, context.media);
  const figure = galleryFigure(items.filter(({ id }) => !excluded.has(id)));
  return figure === '' ? '' : `\n\n${figure}\n\n`;
}

/** `[audio]`, `[video]`: a player with its file; a video of a known platform becomes an embed. */
export function renderPlayer(
  kind: 'audio' | 'video',
  attributes: ShortcodeAttributes,
  content: string,
): string {
  const url = playerAddress(kind === 'audio' ? AUDIO_KEYS : VIDEO_KEYS, attributes, content);
  if (url === undefined) return '';
  if (kind === 'video' && /^https?:\/\/(?:[\w-]+\.)?(?:youtube\.com|youtu\.be|vimeo\.com)\//i.test(url)) {
    return `\n\n${embedFigure(url)}\n\n`;
  }
  const poster = attributes['poster'];
  const extra = poster !== undefined && isWebAddress(poster) ? ` poster="${escapeMarkup(poster)}"` : '';
  return `\n\n<figure class="wp-block-${kind}"><${kind} controls src="${escapeMarkup(url)}"${extra}></${kind}></figure>\n\n`;
}

function playerAddress(
  keys: readonly string[],
  attributes: ShortcodeAttributes,
  content: string,
): string | undefined {
  const given = keys.map((key) => attributes[key]).find((value) => value !== undefined && value !== '');
  const inside = /(?:href|src)\s*=\s*["']?([^\s"'>]+)|(https?:\/\/[^\s<>"]+)/i.exec(content);
  const url = given ?? attributes['0'] ?? inside?.[1] ?? inside?.[2];
  return url !== undefined && isWebAddress(url) ? url : undefined;
}

/** `[playlist]`: one player per listed file. */
export function renderPlaylist(attributes: ShortcodeAttributes, context: BodyContext): string {
  const kind = attributes['type'] === 'video' ? 'video' : 'audio';
  return mediaByIds(attributes['ids'] ?? attributes['include'] ?? '', context.media)
    .map(({ url, title }) => {
      const label = title === '' ? '' : ` title="${escapeOnce(title)}"`;
      return `\n\n<figure class="wp-block-${kind}"><${kind} controls src="${escapeMarkup(url)}"${label}></${kind}></figure>\n\n`;
    })
    .join('');
}

const IMAGE = /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i;
export const AUDIO = /\.(?:mp3|m4a|ogg|oga|wav|flac)(?:[?#]|$)/i;
export const VIDEO = /\.(?:mp4|m4v|webm|ogv|mov)(?:[?#]|$)/i;
const DOCUMENT = /\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp|epub|zip|csv)(?:[?#]|$)/i;

/** Parameters for the look of a box. */
const LOOK = /bg|background|poster|icon|thumb|overlay|pattern|mask/;

/**
 * Pictures, players and documents that a shortcode of no known extension names in its parameters.
 * @param except an address that is shown as a link already
 */
export function filesOf(attributes: ShortcodeAttributes, except: string | undefined): readonly string[] {
  const files = Object.entries(attributes).flatMap(([key, value = '']) =>
    LOOK.test(key) || value === except || !isWebAddress(value) || /\s/.test(value) ? [] : value,
  );
  return [...new Set(files)].flatMap((url) => {
    if (IMAGE.test(url))
      return `<img src="${escapeMarkup(url)}" alt="${escapeMarkup(attributes['alt'] ?? '')}">`;
    if (AUDIO.test(url)) return renderPlayer('audio', { src: url }, '').trim();
    if (VIDEO.test(url)) return renderPlayer('video', { src: url }, '').trim();
    const [name = url] = /[^/?#]+(?=[?#]|$)/.exec(url) ?? [];
    return DOCUMENT.test(url) ? `<a href="${escapeMarkup(url)}">${escapeMarkup(name)}</a>` : [];
  });
}

/** The table of TablePress that `[table id=3 /]` names; undefined where the export has none. */
export function renderTable({ id }: ShortcodeAttributes, context: BodyContext): string | undefined {
  const key = tablePatternId(id ?? '');
  const html = key === undefined ? undefined : context.pattern(key);
  return html === undefined ? undefined : `\n\n${html}\n\n`;
}
