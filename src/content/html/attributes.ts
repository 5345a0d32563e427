import type { Properties } from 'hast';
import { find, html, type Info, normalize, svg } from 'property-information';

type Schema = typeof html;
type Value = Properties[string];

/** The properties of an attribute: objects of one shape, since every attribute of every page uses one. */
export interface AttributeInfo {
  /** Name in HTML: `class`. */
  readonly attribute: string;
  /** Name in hast: `className`. */
  readonly property: string;
  readonly boolean: boolean;
  readonly overloadedBoolean: boolean;
  readonly booleanish: boolean;
  readonly number: boolean;
  readonly spaceSeparated: boolean;
  readonly commaSeparated: boolean;
  readonly commaOrSpaceSeparated: boolean;
  /** It can be written in a tag without breaking out of it. */
  readonly isName: boolean;
  /** The name exists on every object: it must not reach the prototype. */
  readonly isInherited: boolean;
}

/** Names that cannot break out of a tag. */
export const NAME = /^[^\s"'<>/=\u0000-\u001f\u007f]+$/;

const infos = { html: new Map<string, AttributeInfo>(), svg: new Map<string, AttributeInfo>() };

/**
 * Looks up the properties of an attribute or property name; results are cached, as pages repeat few names.
 *
 * @param space `svg` inside an `<svg>` element, `html` elsewhere
 * @param name attribute name (`class`) or hast property name (`className`)
 * @returns name on both sides and type of the value
 */
export function attributeInfo(space: 'html' | 'svg', name: string): AttributeInfo {
  const known = infos[space].get(name);
  if (known !== undefined) return known;
  const schema: Schema = space === 'svg' ? svg : html;
  // A name that every object has would be found.
  const info = name in Object.prototype ? INHERITED : toInfo(find(schema, name));
  // Names come from untrusted pages: the cache must not grow without limit.
  if (infos[space].size < 2000) infos[space].set(name, info);
  return info;
}

function toInfo(info: Info): AttributeInfo {
  return {
    attribute: info.attribute,
    property: info.property,
    boolean: Boolean(info.boolean),
    overloadedBoolean: Boolean(info.overloadedBoolean),
    booleanish: Boolean(info.booleanish),
    number: Boolean(info.number),
    spaceSeparated: Boolean(info.spaceSeparated),
    commaSeparated: Boolean(info.commaSeparated),
    commaOrSpaceSeparated: Boolean(info.commaOrSpaceSeparated),
    isName: NAME.test(info.attribute),
    isInherited: false,
  };
}

/** Not an attribute: it can't be written. */
const INHERITED: AttributeInfo = {
  ...toInfo(find(html, 'title')),
  attribute: '',
  property: '',
  isName: false,
  isInherited: true,
};

/**
 * Turns the text of an attribute into its hast value.
 *
 * @param info the properties of the attribute
 * @param value text as written in the HTML
 * @returns list for space- and comma-separated attributes, number, `true`, or the text itself
 */
export function attributeValue(info: AttributeInfo, value: string): Value {
  if (info.spaceSeparated) return list(info, splitSpaces(value));
  if (info.commaSeparated) return list(info, splitCommas(value));
  if (info.commaOrSpaceSeparated) return list(info, splitSpaces(splitCommas(value).join(' ')));
  return primitive(info, value);
}

function list(info: AttributeInfo, values: string[]): (string | number)[] {
  return info.number ? values.map((value) => primitive(info, value) as string | number) : values;
}

function primitive(info: AttributeInfo, value: string): string | number | true {
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
