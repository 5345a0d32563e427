import { embedFigure } from '../embeds.js';
import { escapeMarkup, isWebAddress, markup } from '../escape.js';
import type { ShortcodeAttributes } from './attributes.js';
import { withLists } from './lists.js';

/** Address of a video or sound by the id that the shortcode of its platform takes. */
const ADDRESS: Readonly<Record<string, (id: string) => string>> = {
  lyte: (id) => `https://www.youtube.com/watch?v=${id}`,
  youtube: (id) => `https://www.youtube.com/watch?v=${id}`,
  vimeo: (id) => `https://vimeo.com/${id}`,
  dailymotion: (id) => `https://www.dailymotion.com/video/${id}`,
  ted: (id) => `https://www.ted.com/talks/${id}`,
  videopress: (id) => `https://videopress.com/v/${id}`,
  wpvideo: (id) => `https://videopress.com/v/${id}`,
  spotify: (id) => `https://open.spotify.com/${id}`,
  instagram: (id) => `https://www.instagram.com/p/${id}/`,
  tweet: (id) => `https://twitter.com/i/status/${id}`,
  soundcloud: () => '',
  slideshare: (id) => `https://www.slideshare.net/slideshow/embed_code/${id}`,
  googlemaps: () => '',
  hulu: (id) => `https://www.hulu.com/watch/${id}`,
  archiveorg: (id) => `https://archive.org/details/${id}`,
  mixcloud: () => '',
  kickstarter: () => '',
  facebook: () => '',
  medium: () => '',
  gist: (id) => `https://gist.github.com/${id}`,
};

/** Prefixes under which other extensions offer the same shortcodes (`fusion_youtube`, `su_vimeo`). */
const PREFIX = /^(?:fusion|su|av|et_pb|nectar|mk|tc|lyte)_/;

/** True for a shortcode that embeds something from a platform. */
export function isPlatformShortcode(name: string): boolean {
  return Object.hasOwn(ADDRESS, platformOf(name));
}

function platformOf(name: string): string {
  return name.replace(PREFIX, '');
}

/** An embed figure for `[youtube …]` and the like; empty when the shortcode has no id or address. */
export function renderPlatform(name: string, attributes: ShortcodeAttributes, content: string): string {
  // `[youtube=https://…]` leaves the address behind an equals sign.
  const first = attributes['0']?.replace(/^=/, '');
  const given = [attributes['url'], attributes['src'], attributes['id'], attributes['v'], first, content];
  const target = given.find((value) => value !== undefined && value.trim() !== '')?.trim();
  if (target === undefined) return '';
  const url = /^https?:\/\//i.test(target) ? target : address(platformOf(name), target);
  return /^https?:\/\/[^\s<>"]+$/.test(url) ? `\n\n${embedOrLink(url)}\n\n` : '';
}

function address(platform: string, id: string): string {
  // Some ids are written with the parameters of an address: `[slideshare id=36497022&doc=talk]`.
  const own = id.replace(/&.*$/s, '');
  return /^[\w:/.-]+$/.test(own) ? (ADDRESS[platform]?.(own) ?? '') : '';
}

function embedOrLink(url: string): string {
  if (!/google\.[a-z.]+\/maps|gist\.github\.com/.test(url)) return embedFigure(url);
  return `<p><a href="${escapeMarkup(url)}">${escapeMarkup(url)}</a></p>`;
}

/** Parameters of `[recipe]` in Jetpack with their labels. */
const FACTS = [
  ['servings', 'Servings'],
  ['preptime', 'Prep Time'],
  ['cooktime', 'Cook Time'],
  ['time', 'Time'],
  ['difficulty', 'Difficulty'],
  ['rating', 'Rating'],
  ['source', 'Source'],
] as const;

/** A recipe of Jetpack; its parts are shortcodes inside. */
export function renderRecipe(attributes: ShortcodeAttributes, content: string): string {
  const { title = '', image = '', description = '', sourceurl = '' } = attributes;
  const facts = FACTS.flatMap(([key, label]) => {
    const text = markup(attributes[key] ?? '');
    const isLink = key === 'source' && isWebAddress(sourceurl);
    const shown = isLink ? `<a href="${escapeMarkup(sourceurl)}">${text || markup(sourceurl)}</a>` : text;
    return shown === '' ? [] : `<li><strong>${label}:</strong> ${shown}</li>`;
  });
  const parts = [
    title && `<h3>${markup(title)}</h3>`,
    facts.length > 0 && `<ul>${facts.join('')}</ul>`,
    isWebAddress(image) && `<img src="${escapeMarkup(image)}" alt="">`,
    description && `<p>${markup(description)}</p>`,
    content.trim(),
  ];
  return `\n\n${parts.filter(Boolean).join('\n\n')}\n\n`;
}

/** A line that is an item of a list, as Jetpack takes it. */
const ITEM = /^\s*(?:[-–—*#]|&#821[12];|\d+\.)\s*(.+)$/;

/** Ingredients, directions, notes or nutrition of a recipe: lines with a dash, a star or a number are a list. */
export function renderRecipePart(name: string, { title }: ShortcodeAttributes, content: string): string {
  const part = name.replace('recipe-', '');
  const usual = part === 'notes' ? '' : part.replace(/^./, (letter) => letter.toUpperCase());
  const heading = title === 'false' ? '' : markup(title ?? usual);
  const tag = part === 'directions' ? 'ol' : 'ul';
  const listed = withLists(content, ITEM, tag);
  return `\n\n${heading === '' ? '' : `<h4>${heading}</h4>\n\n`}${listed}\n\n`;
}
