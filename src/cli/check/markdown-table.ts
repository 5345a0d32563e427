import { printable } from '../../core/printable.js';

type Cell = string | number;

/** A table of GitHub-flavoured Markdown. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map((one) => cell(String(one))).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Text in one line without any markup: no cell, tag, link or emphasis. */
export function cell(text: string): string {
  return printable(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\|`*_[\]<>]/g, '\\$&')
    .trim();
}
