import { decodePercent } from '../../../../core/percent.js';
/** Attributes of a shortcode: named ones in lower case, the others under `0`, `1`, … */
export type ShortcodeAttributes = Readonly<Record<string, string>>;

const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s'"]+))|"([^"]*)"|'([^']*)'|(\S+)/g;
/** Curly quotes that an editor made of straight ones. */
const CURLY = /(=\s*)[\u201c\u201d\u2033]([^\u201c\u201d\u2033]*)[\u201c\u201d\u2033]/g;

/** Parses the text between the name of a shortcode and its closing bracket. */
export function parseAttributes(text: string): ShortcodeAttributes {
  const attributes: Record<string, string> = Object.create(null);
  let position = 0;
  for (const match of text.replace(CURLY, '$1"$2"').matchAll(ATTRIBUTE)) {
    const [, name, double, single, bare, ...loose] = match;
    if (name !== undefined) attributes[name.toLowerCase()] = double ?? single ?? bare ?? '';
    else attributes[String(position++)] = loose.find((value) => value !== undefined) ?? '';
  }
  return attributes;
}

/** A link that builders store in one parameter: `url:%2Fshop%2F|title:Shop`. */
export function unpackLink(value = ''): { readonly url: string; readonly label: string } {
  const [packed, url = '', label = ''] = /^url:([^|]*)(?:\|title:([^|]*))?/.exec(value) ?? [];
  return packed === undefined
    ? { url: value, label: '' }
    : { url: decodePercent(url), label: decodePercent(label).trim() };
}
