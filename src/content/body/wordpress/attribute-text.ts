import type { PrivacyRules } from '../../../config/config.js';
import { isObject } from '../../../core/json.js';
import { escapeHtml } from '../../html/escape.js';
import { plainText } from '../../html/text.js';
import { gatingAttribute } from '../../privacy/wordpress/attributes.js';
import type { MediaLibrary } from '../port.js';
import {
  addressOf,
  decodeLists,
  headingOr,
  isBoxes,
  isText,
  levelOf,
  linked,
  paragraph,
  shownNumber,
} from './attribute-values.js';
import type { BlockAttributes } from './block-parser.js';
import { escapeOnce, isWebAddress } from './escape.js';
import { imageFigure, isPicture, pictureFigure } from './images.js';
import { isInternal, isProse, isWritten, namesText } from './setting-names.js';
import { renderPlayer } from './shortcodes/media.js';

/** Attributes that blocks show by these names. */
const SHOWN =
  /^(?:content|text|(?:heading-?|counter-?)?title|sub-?title|heading|(?:heading|title|description)-?_?(?:desc|text)|sub-?heading|head-?line|quote|citation|author|user-?name|role|occupation|job-?title|company|name|description|caption|label|body|question|answer|button-?text|intro|lead|summary|notes?|message|testimonial|bio)\d*$/i;
/** Attributes with lists of short texts. */
const LISTS = /(?:feature|item|list|point|pro|con|benefit|ingredient)s?$/i;
/** Attributes with such lists that have no other use, so that any text counts. */
const WRITTEN_LISTS = /^(?:pros|cons|benefits|ingredients)$/i;
/** Attributes for the label of a link, in order of preference. */
const LABELS = [
  /(?:button|btn|link|cta|action|url)-?_?(?:text|label|content)$/i,
  /^label$/i,
  /^title$/i,
  /^heading$/i,
  /^text$/i,
];

/** Fields that hold a choice among looks, by their name and a single word. */
const SETTING =
  /(?:^|_)(?:colou?r|layout|style|size|align(?:ment)?|position|width|theme|background|variant|type|icon|class|template|mode|direction|order|orderby|tag)$/i;
/** Objects that describe the appearance or the block itself. */
const LOOK =
  /^(?:metadata|style|layout|lock|typography|settings|border|background|spacing|panels_info|grids|grid_cells)$|(?:style|typography|font|query)s?$/i;
/** Objects about something else than the text of the block. */
const ABOUT =
  /icon|font|preset|taxonom|term|post|template|menu|animation|colou?r|image|media|author|user|device|tablet|mobile/i;
/** Fields with the address of a video or sound. */
const PLAYER = /^(?:video|audio|embed|iframe)-?_?(?:url|src|link)$/i;
/** Fields that hold ids of the media library. */
const PICTURE = /(?:image|picture|photo|img|media|gallery|logo)s?(?:_?ids?)?$/i;
/** Maximum depth of nested lists. */
const MAX_DEPTH = 5;

type Entry = readonly [key: string, value: unknown];

/** The text in the attributes of a block that has none of its own. */
interface AttributeText {
  readonly html: string;
  /** Names of attributes with prose that may be text or may be a setting: they're left out. */
  readonly unclear: readonly string[];
}

/**
 * The text of a block whose server code prints it from attributes: `acf/testimonial` with its fields in `data`,
 * cards with a `title` and a `text`, lists of questions, and pictures by their ids.
 * @param inner the blocks inside, as HTML; the result ends in them
 */
export function attributeText(
  name: string,
  stored: BlockAttributes,
  media: MediaLibrary,
  rules: PrivacyRules,
  inner = '',
): AttributeText {
  const attributes = decodeLists(stored);
  if (gatingAttribute(attributes, rules) !== undefined) return { html: inner, unclear: [] };
  const { data } = attributes;
  const fields = isObject(data)
    ? Object.entries(data).filter(([key]) => !key.startsWith('_') && !isInternal(key))
    : [];
  const others = Object.entries(attributes).filter(
    ([key, value]) => key !== 'data' && !(key === 'name' && String(value).includes('/')),
  );
  const rendered = others.filter(([key, value]) => /html$/i.test(key) && isBoxes(value));
  const own = isPicture(attributes) ? [pictureFigure({ ...attributes, caption: '' })] : [];
  const pictures = [...own, ...picturesIn([...fields, ...others], media), ...playersIn(name, others)];
  if (inner !== '') {
    // Of a box, only what it says itself: lists and objects of settings describe its looks. A name is for editors.
    const flat = others.filter(([key, value]) => key !== 'name' && typeof value === 'string');
    const texts = [...fieldTexts(fields), ...recordTexts(flat, 0)];
    const words = texts.length === 0 ? '' : plainText(inner);
    const lacking = texts.filter((text) => !words.includes(plainText(text)));
    return { html: [...(fields.length > 0 ? pictures : []), ...lacking, inner].join('\n'), unclear: [] };
  }
  // A stored copy of the rendered block contains the other texts too.
  if (rendered.length > 0) return { html: rendered.map(([, value]) => value).join('\n'), unclear: [] };
  const unclear = others.filter(
    ([key, value]) =>
      !/class(?:name|es)?$/i.test(key) && textsAt(key, value).length === 0 && isText(value) && isProse(value),
  );
  return {
    html: [...pictures, ...fieldTexts(fields), ...recordTexts(others, 0), shownNumber(name, attributes)].join(
      '\n',
    ),
    unclear: unclear.map(([key]) => key),
  };
}

/** The texts that an attribute shows: under a name for texts, all; under longer names, those that are no setting. */
function textsAt(key: string, value: unknown): readonly string[] {
  const isShown = SHOWN.test(key);
  // What to do in a step; of a layout, it's a word without a capital.
  const isStep = key === 'direction' && /^\p{Lu}\S*\s/u.test(String(value));
  const isNamed = isShown || isStep || namesText(key) || (isList(value) && LISTS.test(key));
  // Rich text is also stored as a list of its pieces.
  const texts = isNamed ? [value].flat(2).filter(isText) : [];
  return isShown || WRITTEN_LISTS.test(key)
    ? texts
    : texts.filter((text) => isWritten(text.replace(/^(?:<[^<>]*>\s*)+/, '')));
}

/** Returns true for a list, also as the items of one in HTML. */
const isList = (value: unknown) =>
  Array.isArray(value) || (typeof value === 'string' && /^<li\b/i.test(value));

/** Blocks that open and close, of which some print their title from an attribute and store only what is inside. */
const PANEL = /accordion|toggle|tab|panel|faq|collaps|expand|spoiler|step|outline-module/i;
const PANEL_TITLE = /^(?:(?:panel|tab|accordion|item|step|toggle)-?_?)?(?:title|heading|label|question)$/i;

/** Lists of titles in the block around the panels. */
const PANEL_TITLES = /^(?:tabs?|panels?|items?)-?_?(?:titles?|labels?|headers?)$/i;

/** The titles that a block such as `ub/tabbed-content-block` stores for the panels inside. */
export function panelTitles(name: string, attributes: BlockAttributes): readonly string[] {
  if (!PANEL.test(name)) return [];
  const found = Object.entries(attributes).find(
    ([key, value]) => PANEL_TITLES.test(key) && Array.isArray(value) && value.every(isText),
  );
  return found === undefined ? [] : (found[1] as readonly string[]);
}

/**
 * A block such as `ub/content-toggle-panel-block` with its title, which some blocks only store in an attribute: at the
 * start of its first element, so that a row of tabs finds the panels.
 * @param given the title that the block around it stores
 */
export function withPanelTitle(
  name: string,
  attributes: BlockAttributes,
  html: string,
  rules: PrivacyRules,
  given: string | undefined,
): string {
  if (!PANEL.test(name)) return html;
  const own = Object.entries(attributes).find(([key, value]) => PANEL_TITLE.test(key) && isText(value))?.[1];
  if (gatingAttribute(attributes, rules) !== undefined) return html;
  const title = plainText(String(own ?? given ?? ''));
  if (title === '' || hasLine(html, title)) return html;
  const level = levelOf(attributes);
  const line = level === undefined ? `<p><strong>${escapeHtml(title)}</strong></p>` : headingOr(title, level);
  return html.replace(/^\s*(?:<(?:div|section|article)\b[^<>]*>)?/, (start) => start + line);
}

/** Longer titles are texts. */
const MAX_TITLE = 300;

/** True if an element, or several in a row, consist of that text, apart from its punctuation. */
function hasLine(html: string, text: string): boolean {
  const letters = (part: string) => plainText(part).replace(/[^\p{L}\p{N}]+/gu, '');
  const wanted = letters(text);
  if (wanted.length > MAX_TITLE) return letters(html).includes(wanted);
  const parts = html
    .split(/<[^<>]*>/)
    .map(letters)
    .filter((part) => part !== '');
  return parts.some((_, first) => {
    let line = '';
    for (let at = first; at < parts.length && line.length < wanted.length; at++) line += parts[at];
    return line === wanted;
  });
}

/** Fields of a form that the site's editors fill in: all texts count, except choices among looks. */
function fieldTexts(fields: readonly Entry[]): readonly string[] {
  const url = addressOf(Object.fromEntries(fields));
  return fields.flatMap(([key, value]) => {
    if (url !== undefined && LABELS[0]?.test(key) && isText(value)) return [linked(value, url)];
    const link = linkOf(value);
    if (link !== undefined) return [`<p>${link}</p>`];
    if (isPicture(value)) return [];
    if (Array.isArray(value))
      return value.flatMap((item) => (isObject(item) ? fieldTexts(Object.entries(item)) : []));
    if (isObject(value)) return fieldTexts(Object.entries(value));
    return isText(value) && !isChoice(key, value) ? [paragraph(value)] : [];
  });
}

/** One of several values that an editor chooses from. */
function isChoice(key: string, value: string): boolean {
  if (SETTING.test(key)) return /^[\w-]+$/.test(value);
  return /^[a-z][a-z\d_-]*$/.test(value) && !SHOWN.test(key) && !namesText(key);
}

/** The texts of attributes or of a list item, such as a question and its answer. A label links to its address. */
function recordTexts(entries: readonly Entry[], depth: number): readonly string[] {
  const record = Object.fromEntries(entries);
  const found = entries.map((entry) => textsAt(...entry).map((text) => [entry[0], text] as const));
  const texts = found.flat();
  const url = addressOf(record);
  const label =
    url === undefined ? undefined : LABELS.flatMap((name) => texts.filter(([key]) => name.test(key)))[0];
  const level = levelOf(record);
  const heading = texts.find(([key]) => /(?:title|heading|head-?line|content|text)$/i.test(key));
  const shown = (text: readonly [string, string]) =>
    text === label && url !== undefined
      ? linked(text[1], url)
      : headingOr(text[1], text === heading ? level : undefined);
  const inLists = ([key, value]: Entry) =>
    depth >= MAX_DEPTH || LOOK.test(key) || (isObject(value) && ABOUT.test(key))
      ? []
      : listTexts(value, depth);
  return [
    ...entries.flatMap((entry, at) => [...(found[at] ?? []).map(shown), ...inLists(entry)]),
    ...hoursOf(record),
  ];
}

/** The texts and pictures of list items, including lists in objects. */
function listTexts(value: unknown, depth: number): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      if (!isObject(item) || isSwitchedOff(item)) return [];
      return isPicture(item) ? [pictureFigure(item)] : recordTexts(Object.entries(item), depth + 1);
    });
  }
  if (!isObject(value) || isPicture(value) || depth >= MAX_DEPTH) return [];
  const entries = Object.entries(value);
  const own = entries.filter(
    ([key, text]) =>
      typeof text === 'string' && (isWritten(text) || isWebAddress(text) || levelOf({ [key]: text })),
  );
  const others = entries.filter(([key]) => !LOOK.test(key) && !ABOUT.test(key));
  return [...recordTexts(own, MAX_DEPTH), ...others.flatMap(([, item]) => listTexts(item, depth + 1))];
}

/** Videos and sounds by their addresses. */
function playersIn(block: string, entries: readonly Entry[]): readonly string[] {
  const isPlayer = /\/(?:video|audio)(?:-|$)/.test(block);
  return entries.flatMap(([key, value]) =>
    (PLAYER.test(key) || (isPlayer && /^(?:src|url)$/.test(key))) &&
    typeof value === 'string' &&
    isWebAddress(value)
      ? [renderPlayer(/^audio/i.test(key) || /\/audio/.test(block) ? 'audio' : 'video', { src: value }, '')]
      : [],
  );
}

/** Pictures under names for them: by id, by address, or as a record of the library. */
function picturesIn(entries: readonly Entry[], media: MediaLibrary): readonly string[] {
  return entries.flatMap(([key, value]) =>
    PICTURE.test(key) && !/background/i.test(key)
      ? [value].flat().flatMap((given) => {
          const item = /^\d+$/.test(String(given)) ? media.byId(Number(given)) : undefined;
          if (item !== undefined) return [imageFigure(item)];
          return isPicture(given) && !Array.isArray(value) ? [pictureFigure(given)] : [];
        })
      : [],
  );
}

/** Hours of business. */
function hoursOf({ opening, closing }: Readonly<Record<string, unknown>>): readonly string[] {
  return typeof opening === 'string' && typeof closing === 'string'
    ? [paragraph(`${opening}–${closing}`)]
    : [];
}

/** Editors can hide a single question without deleting it. */
function isSwitchedOff(item: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(item).some(
    ([key, value]) => value === false && /^(?:is-?)?(?:visible|shown?|enabled|active)$/i.test(key),
  );
}

/** A field with a link, such as `{ "title": "Book", "url": "/book/" }`. */
function linkOf(value: unknown): string | undefined {
  if (!isObject(value) || typeof value['url'] !== 'string' || !isWebAddress(value['url'])) return undefined;
  const { title, url } = value;
  return typeof title === 'string' && title !== ''
    ? `<a href="${escapeOnce(url as string)}">${escapeOnce(title)}</a>`
    : undefined;
}
