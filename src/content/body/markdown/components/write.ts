/** Writes Markdown in place of components. */

import { inlineHtml } from '../inline-html.js';

/** A text of a property as Markdown; one with tags is HTML already, and code in it stays code. */
export function plain(text: string): string {
  return escaped(text, /(`[^`]+`)/);
}

/**
 * The value of an expression as Markdown, with references instead of backslashes: it may stand in a block of HTML. White
 * space at the ends of a text counts: `{' '}`.
 */
export function plainValue(text: string): string {
  if (text.trim().includes('\n')) return text;
  return text
    .split(/(`[^`]+`)/)
    .map((piece, at) => (at % 2 === 1 ? piece : piece.replace(/[\\`*_{}[\]<|~$#&]/g, reference)))
    .join('')
    .replace(/^(\s*\d*)([-+>=.)])(?=\s)/, (_, start: string, mark: string) => start + reference(mark));
}

function reference(sign: string): string {
  return `&#${sign.charCodeAt(0)};`;
}

/** A text of a property in which some generators read Markdown, such as a caption: emphasis and links stay too. */
export function caption(text: string): string {
  return escaped(
    text,
    /(`[^`]+`|(?<![^\s(])\*{1,2}[^\s*](?:[^*]*[^\s*])?\*{1,2}(?![\w*])|(?<!\\)\[[^[\]]+\]\([^()\s<>]+\))/,
  );
}

/** HTML in a property, in contrast to the name of a tag or type: `<script>`, `List<a>`. */
const HTML = /<\/[a-z][^<>]*>|<(?:br|hr|img|wbr)\b[^<>]*>|<[a-z][^<>]*\/>/i;
/** Elements that would swallow the text after them. */
const SWALLOWING = /<\/?(?:script|style|template|title|textarea|iframe|noscript|xmp|plaintext)\b/i;

/** @param kept splits the text; every second piece stays as written */
function escaped(text: string, kept: RegExp): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (HTML.test(line) && !SWALLOWING.test(line)) return line;
  return line
    .split(kept)
    .map((piece, at) => (at % 2 === 1 ? piece : piece.replace(/[\\`*_{}[\]<|~$#]/g, '\\$&')))
    .join('')
    .replace(/^(\d+)([.)])(?=\s)/, '$1\\$2')
    .replace(/^[-+>=](?=\s)/, '\\$&');
}

/** A title of its own, as tabs, cards and steps have it. */
export function boldLine(title: string): string {
  return title === '' ? '' : `**${plain(title)}**`;
}

/** A link; the text alone where the address isn't known. */
export function link(text: string, address: string | undefined): string {
  if (address === undefined || text === '') return text;
  return `[${text}](<${address.trim().replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

/** Blocks with empty lines between them. */
export function blocks(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part.trim() !== '').join('\n\n');
}

/** A closed box: a summary and its content. */
export function details(summary: string, content: string): string {
  const head = summary === '' ? '' : `<summary>${inlineHtml(summary)}</summary>`;
  return `<details>${head}\n\n${content}\n\n</details>`;
}

/** Adds white space before every line that isn't empty. */
export function indentLines(text: string, indent: string): string {
  return indent === '' ? text : text.replace(/^(?=[^\n])/gm, indent);
}

/** Removes the white space that all lines have before them. */
export function dedent(text: string): string {
  const lines = text.split('\n');
  // The first line may stand after its tag.
  const counted = lines.filter((line, index) => line.trim() !== '' && (index > 0 || /^\s/.test(line)));
  const widths = counted.map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const width = widths.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  if (width === 0 || widths.length === 0) return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  const moved = lines.map((line, index) =>
    index === 0 && !/^\s/.test(line)
      ? line
      : line.slice(Math.min(width, /^[ \t]*/.exec(line)?.[0].length ?? 0)),
  );
  return moved
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
