import type { Properties } from 'hast';
import { find, html, type Info, normalize, svg } from 'property-information';

type Value = Properties[string];

/** Names that cannot break out of a tag. */
export const NAME = /^[^\s"'<>/=\u0000-\u001f\u007f]+$/;

const infos = { html: new Map<string, Info>(), svg: new Map<string, Info>() };

/**
 * Looks up an attribute; results are cached, as pages repeat few names.
 *
 * @param space `svg` inside an `<svg>` element, `html` elsewhere
 * @param name attribute name (`class`) or hast property name (`className`)
 * @returns name on both sides and type of the value; undefined for a name that every object has
 */
export function attributeInfo(space: 'html' | 'svg', name: string): Info | undefined {
  const known = infos[space].get(name);
  if (known !== undefined || name in Object.prototype) return known;
  const info = find(space === 'svg' ? svg : html, name);
  // Names come from untrusted pages: the cache must not grow without limit.
  if (infos[space].size < 2000) infos[space].set(name, info);
  return info;
}

/**
 * Turns the text of an attribute into its hast value.
 *
 * @param info the properties of the attribute
 * @param value text as written in the HTML
 * @returns list for space- and comma-separated attributes, number, `true`, or the text itself
 */
export function attributeValue(info: Info, value: string): Value {
  if (info.spaceSeparated) return list(info, splitSpaces(value));
  if (info.commaSeparated) return list(info, splitCommas(value));
  if (info.commaOrSpaceSeparated) return list(info, splitSpaces(splitCommas(value).join(' ')));
  return primitive(info, value);
}

function list(info: Info, values: string[]): (string | number)[] {
  return info.number ? values.map((value) => primitive(info, value) as string | number) : values;
}

function primitive(info: Info, value: string): string | number | true {
  if (info.number && value !== '' && !Number.isNaN(Number(value))) return Number(value);
  if (info.boolean || info.overloadedBoolean) {
    if (value === '' || normalize(value) === normalize(info.property)) return true;
  }
  return value;
}

const SPACES = /[ \t\n\r\f]+/;

function splitSpaces(value: string): string[] {
  // Most lists have one item.
  if (!/\s/.test(value)) return value === '' ? [] : [value];
  const trimmed = value.trim();
  return trimmed === '' ? [] : trimmed.split(SPACES);
}

function splitCommas(value: string): string[] {
  const parts = value.split(',').map((part) => part.trim());
  // A trailing comma ends the list without an empty item.
  if (parts.at(-1) === '') parts.pop();
  return parts;
}
