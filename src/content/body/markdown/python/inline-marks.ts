/**
 * Marks inside a line of text that Markdown itself doesn't have:
 *
 * | Written | Becomes |
 * |---|---|
 * | `==text==`, `^^text^^` | `<mark>`, `<ins>` |
 * | `H~2~O`, `x^2^` | `<sub>`, `<sup>` |
 * | `++ctrl+alt+del++` | `<kbd>` for each key |
 * | `{++a++}`, `{--a--}`, `{~~a~>b~~}`, `{==a==}`, `{>>a<<}` | `<ins>`, `<del>`, both, `<mark>`, the text |
 *
 * @see https://facelessuser.github.io/pymdown-extensions/
 */

import { replaceInProse } from '../../../../core/prose.js';
import { isInAddress } from '../address-context.js';

const CRITIC =
  /\{\+\+([^{}]{1,2000}?)\+\+\}|\{--([^{}]{1,2000}?)--\}|\{~~([^{}]{0,2000}?)~>([^{}]{0,2000}?)~~\}|\{==([^{}]{1,2000}?)==\}|\{>>([^{}]{1,2000}?)<<\}/g;

const MARK = [
  String.raw`\\[\^~=+]`,
  String.raw`(?<![\w=])==(?=[^\s=])([^\n]{0,500}?[^\s=\\])==(?![\w=])`,
  String.raw`(?<![\w^])\^\^(?=[^\s^])([^\n]{0,500}?[^\s^\\])\^\^(?![\w^])`,
  String.raw`(?<=[\p{L}\p{N})\]])\^([^\s^~$\\[\]]{1,50})\^(?!\^)`,
  String.raw`(?<=[\p{L}\p{N})\]])~([^\s~^\\]{1,50})~(?!~)`,
  String.raw`(?<![\w+])\+\+((?:[a-z0-9-]+|"[^"\n]{1,30}")(?:\+(?:[a-z0-9-]+|"[^"\n]{1,30}"))*)\+\+(?![\w+])`,
].join('|');

/** Looks at the first character before it looks back: ten times as fast. */
const MARKS = String.raw`(?=[\\^~=+])(?:${MARK})`;

/** Names of keys whose label isn't the name with a capital. */
const KEYS: Readonly<Record<string, string>> = {
  'arrow-down': 'Down',
  'arrow-left': 'Left',
  'arrow-right': 'Right',
  'arrow-up': 'Up',
  backslash: '\\',
  cmd: 'Cmd',
  colon: ':',
  comma: ',',
  control: 'Ctrl',
  del: 'Del',
  delete: 'Del',
  equal: '=',
  escape: 'Esc',
  ins: 'Ins',
  insert: 'Ins',
  'page-down': 'Page Down',
  'page-up': 'Page Up',
  period: '.',
  pgdn: 'Page Down',
  pgup: 'Page Up',
  plus: '+',
  semicolon: ';',
  slash: '/',
  win: 'Win',
  windows: 'Win',
};

const VALUE = String.raw`(?:"[^"\n]*"|'[^'\n]*'|[^\s"'{}]+)`;

const ITEM = String.raw`(?:[#.][\w:-]+|[\w:-]+=${VALUE}|data-[\w-]+)`;

const LIST = String.raw`\{:?[ \t]*${ITEM}(?:[ \t]+(?:${ITEM}|[\w-]+))*[ \t]*\}`;

/** Icons that themes draw: `:material-account:`, `:octicons-tag-24:`. */
const ICON = `:(?:material|octicons|fontawesome|simple|bootstrap|lucide|heroicons|icon)-[a-z0-9-]+:`;

/** `[text]{.class}` of Pandoc and Nuxt Content; a link if the page defines its address. */
const SPAN = String.raw`(?<![\w!\\\]])\[([^[\]^\n][^[\]\n]*)\](?!\{:)${LIST}`;

const LINE = String.raw`(?:^|\n)[ \t]*${LIST}[ \t]*(?=\n|$)`;

const AFTER = String.raw`(?<=[\])*_>\x60~=^+:])[ \t]?${LIST}`;

const ICONS = `${ICON}(?:${LIST})?[ \t]?`;

const END = String.raw`[ \t]+${LIST}[ \t]*(?=\n|$)`;

const LIST_ITEM = /(?:^|\n)[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+$/;

const DASH = /^[ \t]*[-–—+*][ \t]+/;

/**
 * Replaces the marks in the table above by HTML.
 * @param text Markdown without MDX
 */
export function expandInlineMarks(text: string): string {
  const settled = /\{(?:\+\+|--|~~|==|>>)/.test(text) ? normaliseCritic(text) : text;
  if (!/==|\^|~|\+\+/.test(settled)) return settled;
  return replaceInProse(settled, new RegExp(MARKS, 'gu'), (match, _text, before) => {
    const [found, mark, inserted, sup, sub, keys] = match;
    const end = match.index + found.length;
    if (found.startsWith('\\') || isInAddress(before)) return undefined;
    if (mark !== undefined) return { text: `<mark>${mark}</mark>`, end };
    if (inserted !== undefined) return { text: `<ins>${inserted}</ins>`, end };
    if (sup !== undefined) return { text: `<sup>${sup}</sup>`, end };
    if (sub !== undefined) return { text: `<sub>${sub}</sub>`, end };
    return { text: keyboard(keys ?? ''), end };
  });
}

function normaliseCritic(text: string): string {
  return replaceInProse(text, new RegExp(CRITIC), (match) => {
    const [found, added, deleted, before = '', after = '', marked, comment] = match;
    const end = match.index + found.length;
    if (added !== undefined) return { text: wrap('ins', added), end };
    if (deleted !== undefined) return { text: wrap('del', deleted), end };
    if (marked !== undefined) return { text: wrap('mark', marked), end };
    if (comment !== undefined) return { text: comment, end };
    return { text: wrap('del', before) + wrap('ins', after), end };
  });
}

/** Around blocks, the marks stand on lines of their own, and only the blocks stay. */
function wrap(name: string, text: string): string {
  if (text.trim() === '') return '';
  return /\n[ \t]*\n/.test(text) ? text : `<${name}>${text}</${name}>`;
}

function keyboard(keys: string): string {
  const names = keys.match(/"[^"]*"|[^+]+/g) ?? [];
  return names.map((name) => `<kbd>${keyLabel(name)}</kbd>`).join('+');
}

function keyLabel(name: string): string {
  if (name.startsWith('"')) return name.slice(1, -1);
  if (Object.hasOwn(KEYS, name)) return KEYS[name] ?? name;
  return name.length === 1 || /^f\d+$/.test(name)
    ? name.toUpperCase()
    : name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim();
}

/**
 * Removes attribute lists and icons: a reader sees neither their names nor their classes.
 * @param text Markdown, without MDX
 * @see https://python-markdown.github.io/extensions/attr_list/
 */
export function dropAttributeLists(text: string): string {
  let rest = text;
  if (/\{:?[ \t]*[#.\w]/.test(rest)) {
    const names = new Set(
      [...rest.matchAll(/^ {0,3}\[([^\]\n]+)\]:/gm)].map(([, name]) => name?.toLowerCase()),
    );
    rest = replaceInProse(rest, new RegExp(SPAN, 'g'), ({ index, 0: found, 1: inner = '' }) =>
      names.has(inner.toLowerCase()) ? undefined : { text: inner, end: index + found.length },
    );
    rest = replaceInProse(rest, new RegExp(`${LINE}|${AFTER}|${END}`, 'g'), ({ index, 0: found }) => ({
      text: '',
      end: index + found.length,
    }));
  }
  if (!/:[a-z]+-[a-z0-9]/.test(rest)) return rest;
  return replaceInProse(rest, new RegExp(ICONS, 'g'), ({ index, 0: found }, whole, before) => {
    const end = index + found.length;
    // A dash after the icon of a list item would begin another list.
    const dash = LIST_ITEM.test(before) ? (DASH.exec(whole.slice(end, end + 10))?.[0].length ?? 0) : 0;
    return { text: '', end: end + dash };
  });
}
