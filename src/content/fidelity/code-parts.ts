/** A part of a Markdown text: either a fenced block or the text between two of them. */
export interface MarkdownPart {
  readonly isCode: boolean;
  readonly text: string;
  /** The rest of the opening fence: language and title of the code. */
  readonly info: string;
}

// A fence may be indented, quoted, or the first thing in a list item.
const OPENING = /^(?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const SPAN = /(?<![\\`])(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?[^`])\1(?!`)/g;

/** Splits a Markdown text at its fenced code blocks. A block without an end runs to the end of the text. */
export function splitFences(markdown: string): readonly MarkdownPart[] {
  if (!/`{3}|~{3}/.test(markdown)) return [{ isCode: false, text: markdown, info: '' }];
  const parts: MarkdownPart[] = [];
  let lines: string[] = [];
  let open: { readonly fence: string; readonly info: string } | undefined;
  const end = (): void => {
    if (lines.length > 0 || open !== undefined) {
      parts.push({ isCode: open !== undefined, text: lines.join('\n'), info: open?.info ?? '' });
    }
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    if (open === undefined) {
      const [, fence, info = ''] = OPENING.exec(line) ?? [];
      if (fence === undefined) lines.push(line);
      else {
        end();
        open = { fence, info: info.trim() };
      }
    } else if (closes(line, open.fence)) {
      end();
      open = undefined;
    } else lines.push(line);
  }
  end();
  return parts;
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
