import { replaceInProse } from '../../../core/prose.js';

const TAG =
  /(?<!\{)\{%\s*(\/)?\s*([A-Za-z][\w-]*)((?:"(?:\\.|[^"\\])*"|[^%"]|%(?!\})){0,3000}?)(\/)?%\}(?!\})|(?<!\{)\{%\s*\$[\w.[\]"]{1,200}\s*%\}(?!\})/g;
const CLOSING = /(?<!\{)\{%\s*\/\s*([A-Za-z][\w-]*)\s*%\}(?!\})/g;
const VOID = /(?<!\{)\{%\s*[A-Za-z][^%{}]{0,1000}(?<=[\s"\]}])\/%\}(?!\})/;
const ATTRIBUTE = /([\w-]+)=("(?:\\.|[^"\\])*"|\[[^\]]*\]|\{[^{}]*\}|[^\s"$,]+)/g;
/** Tags that Liquid has too, with other ends. */
const OF_LIQUID = /^(?:if|else|comment)$/;

/**
 * Markdoc, whose tags are components:
 *
 * | Written | Becomes |
 * |---|---|
 * | `{% callout type="note" %}…{% /callout %}`, `{% card title="A" /%}` | `<Callout type="note">…</Callout>`, `<Card title="A" />` |
 * | `{% if $a %}…{% else /%}…{% /if %}`, `{% comment %}…{% /comment %}` | the tags of Liquid |
 * | `{% table %}` around lists with `---` between the rows | a table |
 * | `{% $name %}` | nothing |
 *
 * @see https://markdoc.dev/docs/syntax
 */
export function expandMarkdoc(text: string): string {
  if (!text.includes('{%')) return text;
  const closed = new Set(Array.from(text.matchAll(CLOSING), ([, name = '']) => name));
  if (closed.size === 0 && !VOID.test(text)) return text;
  const written = replaceInProse(text, new RegExp(TAG), ({ index, ...match }) => {
    const { 0: found, 1: slash, 2: name, 3: rest = '', 4: isVoid } = match;
    const end = index + found.length;
    if (name === undefined) return { text: '', end };
    if (slash === undefined && isVoid === undefined && !closed.has(name)) return undefined;
    if (OF_LIQUID.test(name)) return { text: liquidTag(name, rest, slash !== undefined), end };
    const tag = name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (slash !== undefined) return { text: `</${tag}>`, end };
    return { text: `<${tag}${attributesOf(rest)}${isVoid === undefined ? '>' : ' />'}`, end };
  });
  return written.replace(/<Table>\n([\s\S]*?)<\/Table>/g, (found, rows: string) => tableOf(rows) ?? found);
}

function liquidTag(name: string, rest: string, isEnd: boolean): string {
  if (isEnd) return `{% end${name} %}`;
  const isElse = name === 'else' && rest.trim() !== '';
  return `{% ${isElse ? 'elsif' : name} ${rest.trim()} %}`;
}

function attributesOf(rest: string): string {
  const values = rest.matchAll(ATTRIBUTE);
  return Array.from(values, ([, key, value = '']) =>
    value.startsWith('"') ? ` ${key}=${value}` : ` ${key}={${value}}`,
  ).join('');
}

/** Rows whose cells are the items of a list; undefined where a cell has several lines. */
function tableOf(text: string): string | undefined {
  const rows = text.split(/^[ \t]*-{3,}[ \t]*$/m).map((row) =>
    row
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
  if (rows.length < 2 || !rows.flat().every((line) => /^[-*+][ \t]/.test(line))) return undefined;
  const lines = rows
    .filter((row) => row.length > 0)
    .map((row) => `| ${row.map((cell) => cell.slice(2).replace(/\|/g, '\\|')).join(' | ')} |`);
  const [head = '', ...body] = lines;
  return `\n${[head, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...body].join('\n')}\n`;
}
