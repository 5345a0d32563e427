import type { MediaLibrary } from '../../port.js';
import { shownNumber } from '../attribute-values.js';
import { isWebAddress, markup } from '../escape.js';
import { imageTag, mediaByIds } from '../images.js';
import { isWritten, namesText } from '../setting-names.js';
import { type ShortcodeAttributes, unpackLink } from './attributes.js';
import { listedIn } from './lists.js';
import { filesOf } from './media.js';

/** Parameters that shortcodes of themes show, in their usual order on the page. */
const TITLES = ['pretitle', 'preheading', 'title', 'header', 'heading', 'headline', 'subtitle', 'subheading'];
const TEXTS = ['text', 'content', 'description', 'message', 'quote', 'caption', 'tweet'];
const PEOPLE = 'name author cite role job job_title job_position designation occupation company'.split(' ');
const LABELS = ['button_text', 'btn_text', 'button', 'link_text', 'label'];
const LINKS = ['link', 'url', 'href', 'button_link', 'button_url', 'btn_link', 'btn_url'];

/** Longer texts aren't part of a sentence. */
const MAX_WORDS_LENGTH = 80;

/** A field of the entry that a template shows. */
const MAGIC_TAG = /\{@[\w.,-]+\}/g;

/** Names of something stored elsewhere: a title beside them is a label for editors. */
const REFERENCES = ['id', 'ids', 'key', 'alias', 'slug', 'ref', 'post_id'];

/**
 * What a shortcode of no known extension most likely shows: the texts of its parameters around what it encloses, and
 * its link.
 * @param content HTML of what it encloses
 * @param isInSentence true for a tooltip and the like: its text follows the words in parentheses
 */
export function renderUnknown(
  name: string,
  attributes: ShortcodeAttributes,
  content: string,
  isInSentence: boolean,
  media?: MediaLibrary,
): string {
  if (REFERENCES.some((key) => attributes[key] !== undefined)) return content;
  // A name in the form of an address is that of something stored elsewhere.
  const isStored = /^[a-z\d]+(?:[-_][a-z\d]+)*$/.test(attributes['name'] ?? '');
  if (isStored && Object.keys(attributes).length === 1) return content.replace(MAGIC_TAG, '');
  const isEmpty = content.trim() === '';
  const { titles, prose, people, labels } = textsOf(attributes, isEmpty);
  const links = LINKS.map((key) => unpackLink(attributes[key]));
  const { url = '', label = '' } = links.find((link) => isWebAddress(link.url)) ?? {};
  if (label !== '' && labels.length === 0) labels.push(markup(label));
  const target = label !== '' && url === '#' ? '' : url;
  const linked =
    target === '' ? undefined : [labels, ...(isEmpty ? [prose, titles] : [])].find((list) => list.length > 0);
  if (linked !== undefined) linked[0] = `<a href="${markup(target)}">${linked[0]}</a>`;
  else if (target !== '' && isLine(content)) return `<a href="${markup(target)}">${content.trim()}</a>`;
  if (isInSentence && labels.length === 0 && isLine(content) && content.length < MAX_WORDS_LENGTH) {
    const hints = [...titles, ...prose, ...people].map((text) => text.replace(BLOCK_TAGS, ' ').trim());
    return hints.length === 0 ? content : `${content} (${hints.join(', ')})`;
  }
  const parts = [
    ...picturesOf(attributes, media),
    ...filesOf(attributes, linked && target),
    shownNumber(name, attributes),
    ...titles.map((text) => `<strong>${text}</strong>`),
    content,
    ...prose,
    people.join(', '),
    ...labels,
    listedIn(attributes).trim(),
  ].filter((part) => part.trim() !== '');
  return parts.length < 2 ? parts.join('') : `\n\n${parts.join('\n\n')}\n\n`;
}

/** The texts of a shortcode's parameters, by their place on the page. */
interface ShownTexts {
  readonly titles: string[];
  readonly prose: string[];
  readonly people: string[];
  readonly labels: string[];
}

/**
 * Reads the texts among the parameters of a shortcode.
 * @param isEmpty true for a shortcode that encloses nothing. If no parameter has the name of a text, it shows all
 * sentences among its parameters.
 */
function textsOf(attributes: ShortcodeAttributes, isEmpty: boolean): ShownTexts {
  const under = (keys: readonly string[]) => keys.flatMap((key) => shown(attributes[key]));
  const other = Object.entries(attributes).flatMap(([key, value]) =>
    isOther(key, value) ? shown(value) : [],
  );
  const texts: ShownTexts = {
    titles: under(TITLES),
    prose: [...other, ...under(TEXTS)],
    people: under(PEOPLE),
    labels: under(LABELS),
  };
  const isNone = Object.values(texts).every(({ length }) => length === 0);
  if (isEmpty && isNone) texts.prose.push(...proseOf(attributes));
  return texts;
}

/** Pictures by their ids in the media library. */
function picturesOf(attributes: ShortcodeAttributes, media: MediaLibrary | undefined): readonly string[] {
  return Object.entries(attributes).flatMap(([key, value = '']) => {
    const isId = /^(?:image|img|photo|picture|avatar)s?(?:_ids?)?$/.test(key) && /^\d[\d,\s]*$/.test(value);
    return isId && media !== undefined ? mediaByIds(value, media).map(imageTag) : [];
  });
}

const KNOWN = new Set([...TITLES, ...TEXTS, ...PEOPLE, ...LABELS]);

/** A text under a longer name, such as `list_title`. */
function isOther(key: string, value = ''): boolean {
  return !KNOWN.has(key) && namesText(key) && isWritten(value);
}

/** Names of looks, code and texts that aren't seen. */
const NOT_SHOWN =
  /class|style|css|font|anim|effect|colou?r|attr|icon|param|query|settings|alt$|aria|reader|placeholder/;

/** Sentences under names that say nothing of a text: four words and more, nearly all of them made of letters. */
function proseOf(attributes: ShortcodeAttributes): readonly string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined || NOT_SHOWN.test(name) || /^\d+$/.test(name) || /[{}=<>|\\]/.test(value))
      return [];
    const words = value.trim().split(/\s+/);
    const written = words.filter((word) => /^["'“‘(]*\p{L}[\p{L}'’-]*["'”’),.:;!?…]*$/u.test(word));
    return words.length < 4 || written.length * 3 < words.length * 2 ? [] : shown(value);
  });
}

/** Colours, sizes and switches stand under the same names as texts. */
function shown(value = ''): readonly string[] {
  const text = value.trim();
  const isSetting =
    /^(?:true|false|yes|no|on|off|none|default|left|right|center|small|medium|large|\W*[\d.]+(?:px|em|%)?|#[\da-f]+)$/i;
  // A packed list is shown as one.
  if (/^%(?:5B|7B)/i.test(text)) return [];
  const isAddress = !text.includes(' ') && isWebAddress(text);
  return /[\p{L}\p{N}]/u.test(text) && !isSetting.test(text) && !isAddress ? [proseOrText(text)] : [];
}

/** Elements of prose, balanced: an open one would take in the rest of the page. */
const PROSE = /<\/?(?:p|h[1-6]|ul|ol|li|a|br|strong|em|b|i|u|span|blockquote)(?:\s[^<>]*)?\/?>/gi;

/** Tags that would break a sentence. */
const BLOCK_TAGS = /<\/?(?:p|h[1-6]|ul|ol|li|blockquote|br)\b[^<>]*>/gi;

/** The text of a parameter: what a visual editor wrote into it stays markup, any other text is escaped. */
function proseOrText(text: string): string {
  const tags = text.match(PROSE) ?? [];
  const isBlock = tags.some((tag) => /^<(?:p|h\d|ul|ol|blockquote|a)\b/i.test(tag));
  const isProse = isBlock && !/[<>]/.test(text.replace(PROSE, ''));
  const open = tags.filter((tag) => !/^<\/|\/>$|^<br\b/i.test(tag)).length;
  return isProse && open === tags.filter((tag) => tag.startsWith('</')).length ? text : markup(text);
}

function isLine(html: string): boolean {
  return html.trim() !== '' && !/<(?:p|div|h\d|ul|ol|table|figure|a)\b|\n\s*\n/i.test(html);
}
