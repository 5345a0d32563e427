/**
 * Blocks of Python-Markdown that hold indented text:
 *
 * | Written | Becomes |
 * |---|---|
 * | `!!! note "Title"` | a quote that begins with its label |
 * | `??? note "Title"`, `???+ note` | `<details class="note">` |
 * | `=== "Label"` | its label in bold, then its content |
 *
 * @see https://python-markdown.github.io/extensions/admonition/ and
 * https://facelessuser.github.io/pymdown-extensions/extensions/tabbed/
 */
import { capitalised } from '../../../../core/text.js';
import { openCallout } from '../callout.js';
import { inlineHtml } from '../inline-html.js';

const HEADER =
  /^([ \t]*)(?:(!!!|\?\?\?\+?)[ \t]*([\w-]+(?:[ \t]+[\w-]+)*)?(?:[ \t]+"([^\n]*)")?|===[!+]*[ \t]+["“]([^\n]*)["”])[ \t]*$/;
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;

/** Deeper blocks stay as written. */
const MAX_DEPTH = 40;

const TAB_SIZE = 4;

/**
 * Turns the blocks into HTML around Markdown.
 * @param text Markdown with `\n` line ends
 */
export function expandIndentedBlocks(text: string): string {
  if (!/^[ \t]*(?:!!!|\?\?\?|===[!+]*[ \t]+["“])/m.test(text)) return text;
  return expandLines(text.split('\n'), 0).join('\n');
}

function expandLines(lines: readonly string[], depth: number): readonly string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line)?.[1];
    const header = fence === undefined && depth < MAX_DEPTH ? HEADER.exec(line) : null;
    const isBlock = header !== null && (header[3] ?? header[5]) !== undefined;
    const end =
      fence !== undefined ? fenceEnd(lines, at, fence) : isBlock ? bodyEnd(lines, at, header[1]) : at + 1;
    if (isBlock) out.push(...block(header, lines.slice(at + 1, end), depth));
    else for (let copied = at; copied < end; copied += 1) out.push(lines[copied] ?? '');
    at = end;
  }
  return out;
}

/** The index after the line that closes a fence. */
function fenceEnd(lines: readonly string[], start: number, fence: string): number {
  const indent = width(lines[start] ?? '');
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const close = FENCE.exec(line)?.[1];
    // A fence that is indented further is part of the code.
    const mayClose = width(line) < indent + TAB_SIZE;
    if (mayClose && close?.startsWith(fence) === true && line.trim().replace(/^>[ \t]*/, '') === close)
      return at + 1;
    // A fence that is never closed ends where its block does.
    if (line.trim() !== '' && width(line) + TAB_SIZE <= indent) return at;
  }
  return lines.length;
}

/** The index after the indented lines that follow a header. */
function bodyEnd(lines: readonly string[], start: number, indent = ''): number {
  const least = width(indent) + TAB_SIZE;
  let end = start + 1;
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (width(line) < least) break;
    end = at + 1;
  }
  return end;
}

function block(header: RegExpExecArray, body: readonly string[], depth: number): readonly string[] {
  const [, indent = '', mark, classes = '', title, label] = header;
  const kind = classes.split(/[ \t]/)[0]?.toLowerCase() ?? '';
  const columns = width(indent) + TAB_SIZE;
  const inner = expandLines(
    body.map((line) => dedent(line, columns)),
    depth + 1,
  );
  const [open, close] =
    mark === undefined
      ? [`<strong>${label?.trim() ?? ''}</strong>`, undefined]
      : around(mark, kind, title?.trim() ?? capitalised(kind));
  const written = ['', open, '', ...inner, '', ...(close === undefined ? [] : [close, ''])];
  return written.map((line) => (line === '' ? '' : indent + line));
}

function around(mark: string, kind: string, title: string): readonly [open: string, close: string] {
  if (mark === '!!!') return [openCallout(kind, title), '</blockquote>'];
  return [`<details class="${kind}"><summary>${inlineHtml(title)}</summary>`, '</details>'];
}

/** Columns of white space before the text. */
function width(line: string): number {
  let columns = 0;
  for (const sign of line) {
    if (sign === ' ') columns += 1;
    else if (sign === '\t') columns += TAB_SIZE - (columns % TAB_SIZE);
    else break;
  }
  return columns;
}

function dedent(line: string, columns: number): string {
  const own = width(line);
  return own === 0 ? line : ' '.repeat(Math.max(0, own - columns)) + line.trimStart();
}
