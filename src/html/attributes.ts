import type { Properties } from 'hast';
import { find, html, type Info, normalize, svg } from 'property-information';

type Schema = typeof html;
type Value = Properties[string];

const infos = { html: new Map<string, Info>(), svg: new Map<string, Info>() };

/**
 * Looks up what is known of an attribute or property name; answers are kept, as pages repeat few names.
 *
 * @param space `svg` inside an `<svg>` element, `html` elsewhere
 * @param name attribute name (`class`) or hast property name (`className`)
 * @returns name on both sides and type of the value
 */
export function attributeInfo(space: 'html' | 'svg', name: string): Info {
  const known = infos[space].get(name);
  if (known !== undefined) return known;
  const schema: Schema = space === 'svg' ? svg : html;
  const info = find(schema, name);
  // Names come from untrusted pages: the cache must not grow without end.
  if (infos[space].size < 2000) infos[space].set(name, info);
  return info;
}

/**
 * Turns the text of an attribute into the value that hast gives it.
 *
 * @param info what is known of the attribute
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

function splitSpaces(value: string): string[] {
  const trimmed = value.trim();
  return trimmed === '' ? [] : trimmed.split(/[ \t\n\r\f]+/);
}

function splitCommas(value: string): string[] {
  const parts = value.split(',').map((part) => part.trim());
  // A trailing comma ends the list; it is no empty item.
  if (parts.at(-1) === '') parts.pop();
  return parts;
}
