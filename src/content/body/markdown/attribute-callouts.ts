import { withoutCode } from '../../../core/prose.js';
import { labelled } from './callout.js';

/** `{: .note }` alone on its line. */
const LIST_LINE = /^[ \t]*\{:([^{}]*)\}[ \t]*$/;
const INDENT = /^ */;
/** `.warning`, `.warning-title`, and the names of themes: `.notice--warning`, `.prompt-tip`, `.alert-danger`. */
const CLASS = /\.(?:(?:notice|callout|admonition|prompt|alert)-{1,2})?([a-z]+)(-title)?(?![\w-])/g;
/** What begins another block: the attributes are those of a heading, a table, a list, code or HTML. */
const OTHER = /^[ \t]*(?:[#|<]|[-*+][ \t]|\d+[.)][ \t]|`{3}|~{3}|\{:)/;
const MAX_DEPTH = 5;

interface Kind {
  readonly name: string;
  /** True where the first paragraph is the title. */
  readonly isTitled: boolean;
}

/**
 * Writes the callouts of kramdown's themes as alerts: a paragraph or quote whose attributes, in the line before it or
 * after it, name a kind of callout.
 * @param text Markdown
 * @see https://kramdown.gettalong.org/syntax.html#block-ials
 */
export function alertAttributes(text: string, depth = 0): string {
  if (depth > MAX_DEPTH || !/\{:[^{}\n]*\.[a-z]/.test(text)) return text;
  const lines = text.split('\n');
  const prose = withoutCode(text).split('\n');
  const written: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const kind = kindOf(prose[at] ?? '');
    const block = kind === undefined ? [] : following(lines, at + 1);
    const length = block.length;
    if (kind !== undefined && length === 0) block.push(...takeLast(written));
    if (kind === undefined || !isText(block)) {
      if (length === 0) written.push(...block);
      written.push(lines[at] as string);
      continue;
    }
    // In a list item, the callout is indented like its text.
    const [indent = ''] = INDENT.exec(block[0] ?? '') ?? [];
    const inner = block.map((one) => (one.startsWith(indent) ? one.slice(indent.length) : one.trimStart()));
    written.push('', ...alert(kind, inner, depth).map((one) => indent + one), '');
    at += length;
  }
  return written.join('\n');
}

function kindOf(line: string): Kind | undefined {
  const [, attributes = ''] = LIST_LINE.exec(line) ?? [];
  const kinds = [...attributes.matchAll(CLASS)]
    .filter(([, name = '']) => labelled(name, '') !== undefined)
    .map(([, name = '', title]) => ({ name, isTitled: title !== undefined }));
  // In `.note .warning` the first name is that of the box.
  return kinds.find(({ name }) => name !== 'note' && name !== 'info') ?? kinds[0];
}

function following(lines: readonly string[], from: number): string[] {
  const end = lines.findIndex((line, at) => at >= from && line.trim() === '');
  return lines.slice(from, end === -1 ? undefined : end);
}

/** Takes the last block of what is written. */
function takeLast(written: string[]): string[] {
  const end = written.findLastIndex((line) => line.trim() === '');
  return written.splice(end + 1);
}

/** True for a quote or a paragraph. */
function isText([first]: readonly string[]): boolean {
  return first !== undefined && !OTHER.test(first);
}

function alert({ name, isTitled }: Kind, block: readonly string[], depth: number): readonly string[] {
  const isQuote = block.every((line) => /^ {0,3}>/.test(line));
  const inner = isQuote ? block.map((line) => line.replace(/^ {0,3}> ?/, '')) : [...block];
  const title = isTitled ? ` ${inner.shift()?.trim() ?? ''}` : '';
  const content = alertAttributes(inner.join('\n'), depth + 1).split('\n');
  return [`[!${name.toUpperCase()}]${title}`, ...content].map((line) => `> ${line}`.trimEnd());
}
