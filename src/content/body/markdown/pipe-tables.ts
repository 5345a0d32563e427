const RULE = /^ {0,3}\|(?:[ \t]*:?[-=]+:?[ \t]*\|)+[ \t]*$/;
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;

/**
 * Gives the tables of kramdown that have no line below their headings, or begin with that line, the form that other
 * readers know.
 * @param text Markdown with `\n` line ends
 * @see https://kramdown.gettalong.org/syntax.html#tables
 */
export function completePipeTables(text: string): string {
  if (!/^ {0,3}\|/m.test(text)) return text;
  const written: string[] = [];
  let fence: string | undefined;
  let block: string[] = [];
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    if (fence === undefined && isRow(line)) {
      block.push(line);
      continue;
    }
    // Next to a line of text, rows are text too.
    const isAlone = isBlank(written.at(-1)) && (isBlank(line) || line.startsWith('{:'));
    written.push(...(isAlone ? completed(block) : block), line);
    block = [];
  }
  written.push(...(isBlank(written.at(-1)) ? completed(block) : block));
  return written.join('\n');
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

function isRow(line: string): boolean {
  return /^ {0,3}\|/.test(line) && /[^\\]\|$/.test(line.trimEnd());
}

function completed(block: readonly string[]): readonly string[] {
  const [first = '', second = ''] = block;
  if (block.length < 2 || (!RULE.test(first) && RULE.test(second))) return block;
  const [head = '', ...rows] = block.filter((line) => !RULE.test(line));
  const columns = cellsOf(head);
  if (columns < 2 || rows.some((row) => cellsOf(row) !== columns)) return block;
  const isRule = RULE.test(first) && cellsOf(first) === columns;
  return [head, isRule ? first.replaceAll('=', '-') : `|${' --- |'.repeat(columns)}`, ...rows];
}

function cellsOf(row: string): number {
  return (row.trim().match(/(?<!\\)\|/g)?.length ?? 0) - 1;
}
