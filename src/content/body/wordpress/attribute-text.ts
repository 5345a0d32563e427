import { isObject } from '../../../core/is-object.js';
import type { MediaLibrary } from '../port.js';
import type { BlockAttributes } from './block-parser.js';
import { escapeHtml, escapeOnce, isWebAddress } from './escape.js';
import { imageFigure } from './images.js';

/** Attributes that blocks show by these names. */
const SHOWN =
  /^(?:content|text|title|sub-?title|heading|sub-?heading|head-?line|quote|citation|author|role|name|description|caption|label|body|question|answer|button-?text|intro|lead|summary|note|message|testimonial)\d*$/i;
/** At least two words with letters, and neither an address nor a style. */
const PROSE = /\p{L}[\p{L}\p{M}'’.-]*[\s,;:]+\p{L}/u;
const MACHINE = /^(?:[a-z]+:\/\/|[#.]|var\(|rgba?\(|\{|\[|\/)/i;

/** Fields that hold a choice among looks, by their name and a single word. */
const SETTING =
  /(?:^|_)(?:colou?r|layout|style|size|align(?:ment)?|position|width|theme|background|variant|type|icon|class|template|mode|direction|order|orderby|tag)$/i;
/** Fields that hold ids of the media library. */
const PICTURE = /(?:image|picture|photo|img|media|gallery|logo)s?(?:_?ids?)?$/i;

/** The text in the attributes of a block that has none of its own. */
export interface AttributeText {
  readonly html: string;
  /** Names of attributes with prose that may be text or may be a setting: they're left out. */
  readonly unclear: readonly string[];
}

/**
 * The text of a block whose server code prints it from attributes: `acf/testimonial` with its fields in `data`,
 * cards with a `title` and a `text`, and pictures by their ids.
 */
export function attributeText(attributes: BlockAttributes, media: MediaLibrary): AttributeText {
  const { data } = attributes;
  const fields = isObject(data) ? Object.entries(data).filter(([key]) => !key.startsWith('_')) : [];
  const others = Object.entries(attributes).filter(([key]) => key !== 'data' && key !== 'name');
  const shown = [
    ...fields
      .map(([key, value]) => [key, linkOf(value) ?? value] as const)
      .filter(([key, value]) => isText(value) && !(SETTING.test(key) && /^[\w-]+$/.test(value))),
    ...others.filter(([key, value]) => SHOWN.test(key) && isText(value)),
    ...others.flatMap(([, value]) => (Array.isArray(value) ? value.flatMap(textsOfItem) : [])),
  ];
  const unclear = others.filter(([key, value]) => !SHOWN.test(key) && isText(value) && PROSE.test(value));
  const pictures = [...fields, ...others].flatMap(([key, value]) =>
    PICTURE.test(key) ? picturesOf(value, media) : [],
  );
  return {
    html: [...pictures, ...shown.map(([, value]) => `<p>${paragraph(value as string)}</p>`)].join('\n'),
    unclear: unclear.map(([key]) => key),
  };
}

function picturesOf(value: unknown, media: MediaLibrary): readonly string[] {
  const ids = Array.isArray(value) ? value : [value];
  return ids.flatMap((id) => {
    const item = /^\d+$/.test(String(id)) ? media.byId(Number(id)) : undefined;
    return item === undefined ? [] : [imageFigure(item)];
  });
}

/** What an item of a list shows, such as a question with its answer. */
function textsOfItem(item: unknown): readonly (readonly [string, unknown])[] {
  if (!isObject(item) || isSwitchedOff(item)) return [];
  return Object.entries(item).filter(([key, value]) => SHOWN.test(key) && isText(value));
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

function isText(value: unknown): value is string {
  return typeof value === 'string' && /\p{L}/u.test(value) && !MACHINE.test(value.trim());
}

/** Rich text keeps its inline markup; plain text is escaped. */
function paragraph(value: string): string {
  return /<\/?(?:a|b|strong|em|i|br|code|span|sup|sub|mark)\b/i.test(value) ? value : escapeHtml(value);
}
