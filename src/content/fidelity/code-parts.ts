/** A part of a Markdown text: either a fenced block or the text between two of them. */
interface MarkdownPart {
  readonly isCode: boolean;
  readonly text: string;
  /** The rest of the opening fence: language and title of the code. */
  readonly info: string;
}

// A fence may be indented, quoted, or the first thing in a list item.
const OPENING = /^(?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const SPAN = /(?<![\\`])(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?[^`])\1(?!`)/g;

/** Splits a Markdown text at its fenced code blocks. A block without an end runs to the end of the text. */
export function splitFences(markdown: string): readonly MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  // Where the part begins, and where the next fence is looked for.
  let [from, at] = [0, 0];
  for (;;) {
    const opening = lineWith(markdown, /`{3}|~{3}/g, at);
    if (opening === undefined) break;
    at = opening.next;
    const [, fence, info = ''] = OPENING.exec(opening.text) ?? [];
    // Before the end tag, the marks are a text in a block of HTML.
    if (fence === undefined || /<\/(?:pre|code)>/.test(info)) continue;
    if (opening.start > from)
      parts.push({ isCode: false, text: markdown.slice(from, opening.start - 1), info: '' });
    from = at;
    let closing = lineWith(markdown, fence, at);
    while (closing !== undefined && !closes(closing.text, fence))
      closing = lineWith(markdown, fence, closing.next);
    const end = closing === undefined ? markdown.length : Math.max(from, closing.start - 1);
    parts.push({ isCode: true, text: markdown.slice(from, end), info: info.trim() });
    from = closing?.next ?? markdown.length + 1;
    at = from;
  }
  if (from <= markdown.length) parts.push({ isCode: false, text: markdown.slice(from), info: '' });
  return parts;
}

/** The next line that contains a mark, and where the line after it begins. */
function lineWith(
  text: string,
  mark: RegExp | string,
  from: number,
): { readonly text: string; readonly start: number; readonly next: number } | undefined {
  const found = typeof mark === 'string' ? text.indexOf(mark, from) : searchFrom(text, mark, from);
  if (found < 0) return undefined;
  const start = text.lastIndexOf('\n', found) + 1;
  const end = text.indexOf('\n', found);
  const stop = end < 0 ? text.length : end;
  return { text: text.slice(start, stop), start, next: stop + 1 };
}

function searchFrom(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

function closes(line: string, fence: string): boolean {
  const mark = line.replace(/^[ \t>]+/, '').trimEnd();
  return (
    mark.length >= fence.length && mark.startsWith(fence) && mark === fence.charAt(0).repeat(mark.length)
  );
}

/**
 * Replaces what is outside of inline code; the code itself is kept without its backticks.
 * @param code transforms the code; kept when left out
 */
export function outsideSpans(
  prose: string,
  replace: (text: string) => string,
  code: (text: string) => string = (text) => text,
): string {
  if (!prose.includes('`')) return replace(prose);
  let result = '';
  let at = 0;
  for (const match of prose.matchAll(SPAN)) {
    result += replace(prose.slice(at, match.index)) + code(match[2] ?? '');
    at = match.index + match[0].length;
  }
  return result + replace(prose.slice(at));
}
