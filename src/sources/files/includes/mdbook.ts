/**
 * What mdBook does to a page before it reads Markdown, in code as well:
 *
 * | Written | Becomes |
 * |---|---|
 * | `{{#include file:2:5}}`, `{{#rustdoc_include file:name}}` | these lines, or the part between the anchors |
 * | `{{#playground file.rs editable}}` | the file as a code block |
 * | `{{#title Title}}` | nothing |
 * | `\{{#include file}}` | the text after the backslash |
 * | `{{#tab name="A"}}` in `{{#tabs}}` of the preprocessor for tabs | the label in bold, then the content |
 * | code in the language `admonish`, of the preprocessor for notes | an alert with its title |
 * | in Rust, lines that begin with `# ` | nothing: readers don't see them |
 *
 * @see https://rust-lang.github.io/mdBook/format/mdbook.html
 */
import { posix } from 'node:path';
import { labelled, openCallout } from '../../../content/body/markdown/callout.js';
import { escapeHtml } from '../../../content/html/escape.js';
import { replaceInProse, withoutCode } from '../../../core/prose.js';
import { capitalised } from '../../../core/text.js';
import type { Includes } from './includes.js';
import { linesBetween, partBetween } from './lines.js';

const TAG = /(\\?)\{\{#(include|rustdoc_include|playground|playpen|title)\s+([^{}\n]{1,500})\}\}/g;
const ANCHOR = /\bANCHOR(?:_END)?:\s*[\w-]+/;
const RUST = /^([ \t>]*)(`{3,}|~{3,})[ \t]*rust\b[^\n]*\n([\s\S]*?)^[ \t>]*\2[ \t]*$/gm;

/** Expands the tags of mdBook; hidden lines go where the folder is a book. */
export function expandMdBook(text: string, includes: Includes): string {
  const expanded = text.includes('{{#') ? expand(text, includes) : text;
  if (!isBook(includes)) return expanded;
  const shown = expanded.includes('rust') ? withoutHiddenLines(expanded) : expanded;
  return withTabs(shown.includes('admonish') ? withNotes(shown.split('\n')).join('\n') : shown);
}

function withTabs(text: string): string {
  if (!text.includes('{{#tab')) return text;
  return replaceInProse(text, /\{\{#(?:end)?tabs?\b([^{}\n]*)\}\}/g, ({ index, 0: found, 1: rest = '' }) => {
    const name = /\bname="([^"]*)"/.exec(rest)?.[1];
    const label = name === undefined ? '' : `\n\n<p><strong>${escapeHtml(name)}</strong></p>\n\n`;
    return { text: label, end: index + found.length };
  });
}

const FENCE = /^([ \t>]*)(`{3,}|~{3,})[ \t]*([^`]*)$/;

/** Writes fenced blocks in the language `admonish` as alerts. */
function withNotes(lines: readonly string[]): readonly string[] {
  const written: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = '', ticks = '', info = ''] = FENCE.exec(lines[at] ?? '') ?? [];
    let end = at;
    // A block that isn't closed ends with the text.
    if (ticks !== '')
      for (end += 1; end < lines.length; end += 1)
        if (lines[end]?.replace(/^[ \t>]*/, '').trimEnd() === ticks) break;
    if (ticks !== '' && /^admonish\b/.test(info))
      written.push(...note(info, lines.slice(at + 1, end), indent));
    else written.push(...lines.slice(at, end + 1));
    at = end;
  }
  return written;
}

function note(info: string, content: readonly string[], indent: string): readonly string[] {
  const [, kind = 'note'] = /^admonish[ \t]+([a-z]+)(?![\w=])/.exec(info) ?? [];
  const title = /"([^"]*)"/.exec(info)?.[1] ?? /title='([^']*)'/.exec(info)?.[1];
  const label = labelled(kind, '');
  const opening = openCallout(label === undefined ? 'note' : kind, title ?? label ?? capitalised(kind));
  const inner = withNotes(
    content.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)),
  );
  return ['', opening, '', ...inner, '', '</blockquote>', ''].map((line) => indent + line);
}

function isBook({ layout: { config } }: Includes): boolean {
  return config?.file === 'book.toml';
}

function expand(text: string, includes: Includes): string {
  // Elsewhere, a tag in code may be about mdBook.
  const prose = isBook(includes) ? text : withoutCode(text);
  return text.replace(TAG, (found, backslash: string, kind: string, rest: string, offset: number) => {
    const isCode = !prose.startsWith(found, offset);
    if (backslash !== '') return isCode ? found : found.slice(1);
    if (kind === 'title') return isCode ? found : '';
    const [, file = '', part = ''] = /^([^\s:]+)(?::(\S*))?/.exec(rest.trim()) ?? [];
    const path = posix.join(posix.dirname(includes.file), file);
    const shown = includes.text([path], isCode ? undefined : found, (whole) => {
      const chosen = partOf(whole, part);
      return chosen === undefined ? undefined : expand(chosen, includes).replace(/\n$/, '');
    });
    if (shown === undefined) return found;
    return kind.startsWith('play') ? `\`\`\`rust\n${shown}\n\`\`\`` : shown;
  });
}

function partOf(text: string, part: string): string | undefined {
  if (part === '' || /^[\d:]+$/.test(part)) {
    const [from = '', to] = part.split(':');
    const last = to === undefined ? Number(from || Infinity) : Number(to || Infinity);
    const lines = linesBetween(text, Number(from || 1), last);
    return lines
      .split('\n')
      .filter((line) => !ANCHOR.test(line))
      .join('\n');
  }
  const isMark = (mark: string) => (line: string) =>
    new RegExp(`\\b${mark}:\\s*${part.replace(/[^\w-]/g, '')}(?![\\w-])`).test(line);
  const chosen = partBetween(text, isMark('ANCHOR'), isMark('ANCHOR_END'));
  return chosen
    ?.split('\n')
    .filter((line) => !ANCHOR.test(line))
    .join('\n');
}

function withoutHiddenLines(text: string): string {
  return text.replace(RUST, (block: string, _indent, _fence, code: string) => {
    const lines = code.split('\n').filter((line) => !/^[ \t>]*#(?: |$)/.test(line));
    return block.replace(code, () => lines.map((line) => line.replace(/^([ \t>]*)##/, '$1#')).join('\n'));
  });
}
