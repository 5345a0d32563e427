import { escapeMarkup, isWebAddress } from '../escape.js';
import type { ShortcodeAttributes } from './attributes.js';
import { renderPlayer } from './media.js';

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
