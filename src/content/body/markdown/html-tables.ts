const OPENS = /^ {0,3}<table[\s>]/i;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Keeps tables that are written as indented HTML in one piece. A blank line inside one ends the HTML in
 * CommonMark, so that the rest, including its tags, is code because it is indented. Jekyll reads such a table to its
 * end, and so does this: blank lines between indented lines go. Where a cell's Markdown begins at the margin they stay.
 * @param text Markdown
 * @see https://kramdown.gettalong.org/syntax.html#html-blocks and https://spec.commonmark.org/0.31.2/#html-blocks
 */
export function joinHtmlTables(text: string): string {
  if (!/^ {0,3}<table[\s>]/im.test(text)) return text;
  const lines = text.split('\n');
  const kept: string[] = [];
  let fence = '';
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] as string;
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    const end = fence === '' && OPENS.test(line) ? endOfTable(lines, at) : at + 1;
    for (const one of withoutGaps(lines, at, end)) kept.push(one);
    at = end;
  }
  return kept.join('\n');
}

/** The line after the table that begins at some line; an unclosed one reaches to the end of the text. */
function endOfTable(lines: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < lines.length; at += 1) {
    for (const [tag] of (lines[at] as string).matchAll(/<\/?table(?=[\s>])/gi))
      depth += tag[1] === '/' ? -1 : 1;
    if (depth <= 0) return at + 1;
  }
  return lines.length;
}

function* withoutGaps(lines: readonly string[], from: number, to: number): Iterable<string> {
  let before = '';
  let gap: string[] = [];
  for (const line of lines.slice(from, to)) {
    if (line.trim() === '') {
      gap.push(line);
      continue;
    }
    if (!(isIndented(before) && isIndented(line))) yield* gap;
    yield line;
    before = line;
    gap = [];
  }
  yield* gap;
}

function isIndented(line: string): boolean {
  return /^(?: {4}| {0,3}\t)/.test(line);
}
