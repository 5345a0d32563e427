import { isObject } from '../../../../core/json.js';
import { decodeJson, inlineHtml } from '../attribute-values.js';
import { isProse } from '../setting-names.js';
import type { ShortcodeAttributes } from './attributes.js';

/** The items of lists that a builder stores in parameters as percent-encoded JSON. */
export function listedIn(attributes: ShortcodeAttributes): string {
  const items = Object.values(attributes).flatMap((value) => {
    const list = decodeJson(value);
    return Array.isArray(list) ? list.filter(isObject).map(itemText) : [];
  });
  const shown = items.filter((item) => item !== '');
  return shown.length === 0 ? '' : `\n\n<ul>${shown.map((item) => `<li>${item}</li>`).join('')}</ul>\n\n`;
}

const ITEM_TEXTS =
  'label title name job subtitle address text content description desc details features value price'.split(
    ' ',
  );
/** Names of an item's looks and links. */
const LOOKS = /icon|image|colou?r|class|link|url|font|style|_id$/;

/** Text with brackets or comments is left out, because they may restrict access. */
function itemText(item: Readonly<Record<string, unknown>>): string {
  const known = ITEM_TEXTS.map((key) => String(item[key] ?? '').trim()).filter((text) => text !== '');
  const others = Object.keys(item).filter((key) => !LOOKS.test(key) && isProse(String(item[key])));
  const texts = known.length > 0 ? known : others.map((key) => String(item[key]));
  return [...new Set(texts)]
    .filter((text) => !/\[|<!--/.test(text))
    .map(inlineHtml)
    .join(': ')
    .replace(/([?!.]): /g, '$1 ');
}

/**
 * A text whose lines with a mark are lists.
 * @param item what such a line looks like, with its text as the first group
 */
export function withLists(text: string, item: RegExp, tag: 'ul' | 'ol'): string {
  const lines: string[] = [];
  for (const line of text.replace(/<br\s*\/?>$/gm, '').split('\n')) {
    const [, words] = item.exec(line) ?? [];
    const last = lines.at(-1) ?? '';
    if (words === undefined) lines.push(line);
    else if (last.startsWith(`<${tag}>`))
      lines.push(`${lines.pop()?.slice(0, -5)}<li>${words}</li></${tag}>`);
    else lines.push(`<${tag}><li>${words}</li></${tag}>`);
  }
  return lines.join('\n');
}
