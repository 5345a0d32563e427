const TABLE = /^ {0,3}<(table)(?=[\s>])/im;
const BOX = /^ {0,3}<(article|aside|div|dl|figure|footer|header|main|nav|ol|section|ul)(?=[\s>])/im;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Keeps tables and boxes that are written as indented HTML in one piece. A blank line inside one ends the HTML in
 * CommonMark, so that the rest, including its tags, is code because it is indented. Jekyll reads such an element to its
 * end, and so does this: in tables, blank lines between indented lines go, in boxes those between tags, as templates
 * leave them. Where a cell's Markdown begins at the margin they stay.
 * @param text Markdown
 * @see https://kramdown.gettalong.org/syntax.html#html-blocks and https://spec.commonmark.org/0.31.2/#html-blocks
 */
export function joinHtmlBlocks(text: string): string {
  return join(join(text, TABLE, isBetweenIndented), BOX, isBetweenTags);
}

type IsGap = (before: string, line: string) => boolean;

function join(text: string, opens: RegExp, isGap: IsGap): string {
  if (!opens.test(text)) return text;
  const lines = text.split('\n');
  const kept: string[] = [];
  let fence = '';
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] as string;
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    const name = fence === '' ? opens.exec(line)?.[1] : undefined;
    const end = name === undefined ? at + 1 : endOf(name, lines, at);
    for (const one of withoutGaps(lines, at, end, isGap)) kept.push(one);
    at = end;
  }
  return kept.join('\n');
}

/** The line after the element that begins at some line; an unclosed one reaches to the end of the text. */
function endOf(name: string, lines: readonly string[], from: number): number {
  const tags = new RegExp(`</?${name}(?=[\\s>])`, 'gi');
  let depth = 0;
  for (let at = from; at < lines.length; at += 1) {
    for (const [tag] of (lines[at] as string).matchAll(tags)) depth += tag[1] === '/' ? -1 : 1;
    if (depth <= 0) return at + 1;
  }
  return lines.length;
}

function* withoutGaps(lines: readonly string[], from: number, to: number, isGap: IsGap): Iterable<string> {
  let before = '';
  let fence = '';
  let gap: string[] = [];
  for (const line of lines.slice(from, to)) {
    if (line.trim() === '') {
      gap.push(line);
      continue;
    }
    if (fence !== '' || !isGap(before, line)) yield* gap;
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    yield line;
    before = line;
    gap = [];
  }
  yield* gap;
}

function isBetweenIndented(before: string, line: string): boolean {
  return isIndented(before) && isIndented(line);
}

function isBetweenTags(before: string, line: string): boolean {
  return isIndented(line) && /^\s*<\/?[a-z]/i.test(line) && before.trimEnd().endsWith('>');
}

function isIndented(line: string): boolean {
  return /^(?: {4}| {0,3}\t)/.test(line);
}
