import { lastName } from '../../../core/paths.js';
import { replaceInProse } from '../../../core/prose.js';

const LINE = /^[ \t]*(!!!|\+\+\+|\|\|\||==[=-])[ \t]*([^\n]*)$/gm;

interface Open {
  readonly mark: string;
  /** What its lines become, by their place. */
  readonly lines: [at: number, text: string][];
}

/** `[!button text="Tea"](/tea)`, `[!ref Tea](tea.md)`, `[!badge New]`, `[!icon tea]`. */
const COMPONENT = /\[!(badge|button|ref|file|link|icon|embed)\b([^[\]\n]{0,300})\](?=(\()?)/g;

function writeComponents(text: string): string {
  return replaceInProse(
    text,
    new RegExp(COMPONENT),
    ({ index, 0: { length }, 1: kind, 2: rest = '', 3: link }) => {
      const named = /\s(?:text|title)="([^"]*)"/.exec(rest)?.[1];
      const label = kind === 'icon' ? '' : (named ?? rest.replace(/\s[\w-]+="[^"]*"/g, '').trim());
      const end = index + length;
      if (link === undefined) return { text: label, end };
      const address = /[^()\s]{1,1000}/y;
      address.lastIndex = end + 1;
      return { text: `[${label || lastName(address.exec(text)?.[0] ?? '')}]`, end };
    },
  );
}

/**
 * Writes the blocks of Retype, which a line with the same sign alone closes, as containers (`:::`):
 *
 * | Written | Becomes |
 * |---|---|
 * | `!!! warning Title` … `!!!` | `::: warning Title` |
 * | `+++ Tab` … `+++ Tab` … `+++`, `\|\|\| Column` … `\|\|\|` | each under its label |
 * | `=== Panel`, `==- Panel` … `===` | `::: details Panel` |
 *
 * @see https://retype.com/components/
 */
export function expandMarkedBlocks(text: string): string {
  return expandBlocks(text.includes('[!') ? writeComponents(text) : text);
}

function expandBlocks(text: string): string {
  if (!/^[ \t]*(?:!!!|\+\+\+|\|\|\||===)[ \t]*$/m.test(text)) return text;
  const written = new Map<number, string>();
  const open: Open[] = [];
  replaceInProse(text, new RegExp(LINE), ({ index, 1: sign = '', 2: words = '' }) => {
    const mark = sign === '==-' ? '===' : sign;
    const label = words.trim();
    const last = open.at(-1);
    if (last?.mark === mark && label === '') {
      for (const [at, line] of [...last.lines, [index, ':::'] as const]) written.set(at, line);
      open.pop();
    } else if (last?.mark === mark && /^[+|]/.test(mark)) last.lines.push([index, `:::\n::: tab ${label}`]);
    // `!!! note "Title"` and `=== "Tab"` are blocks of Python-Markdown.
    else if (label === '' ? mark === '!!!' : !/["“]/.test(label))
      open.push({ mark, lines: [[index, openingOf(mark, label)]] });
    return undefined;
  });
  if (written.size === 0) return text;
  return replaceInProse(text, new RegExp(LINE), ({ index, 0: { length } }) => {
    const line = written.get(index);
    return line === undefined ? undefined : { text: `\n${line}\n`, end: index + length };
  });
}

function openingOf(mark: string, label: string): string {
  if (mark === '!!!') return `::: ${label || 'quote-box'}`;
  return `::: ${mark === '===' ? 'details' : 'tab'} ${label}`;
}
