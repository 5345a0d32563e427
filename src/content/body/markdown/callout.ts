import type { Blockquote, Paragraph, PhrasingContent, Root, Text } from 'mdast';
import { withoutCode } from '../../../core/prose.js';
import { inlineHtml } from './inline-html.js';
import { walk } from './walk.js';

/** Kinds of callouts that generators know, with their displayed label. */
const LABELS: Readonly<Record<string, string>> = {
  abstract: 'Summary',
  attention: 'Attention',
  bug: 'Bug',
  caution: 'Caution',
  danger: 'Danger',
  details: 'Details',
  error: 'Error',
  example: 'Example',
  failure: 'Failure',
  faq: 'Question',
  help: 'Help',
  hint: 'Hint',
  important: 'Important',
  info: 'Info',
  note: 'Note',
  question: 'Question',
  quote: 'Quote',
  success: 'Success',
  summary: 'Summary',
  tip: 'Tip',
  todo: 'To do',
  warning: 'Warning',
};

// GitHub writes the mark alone on its line; Obsidian adds `+` or `-` and a title.
const MARK = /^\[!([A-Za-z][\w-]*)(?:\|[^\]\n]*)?\][+-]?[ \t]*([^\n]*)(?:\n|$)/;

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
 * The label of a callout: its own title, else the name of its kind.
 * @returns undefined where `name` isn't a kind of callout
 */
export function labelled(name: string, title: string): string | undefined {
  const kind = name.toLowerCase();
  if (!Object.hasOwn(LABELS, kind)) return undefined;
  return title.trim() || LABELS[kind];
}

/**
 * The opening of a callout as HTML; Markdown may follow after an empty line.
 * @param label may contain simple Markdown; empty for a callout without one
 */
export function openCallout(name: string, label: string): string {
  const title = label === '' ? '' : `<p><strong>${inlineHtml(label)}</strong></p>`;
  return `<blockquote class="callout callout-${name.toLowerCase()}">${title}`;
}

/** Takes what follows the text on its line out of a paragraph: the rest of a title with emphasis, code or links. */
function takeLine({ children }: Paragraph, text: Text): PhrasingContent[] {
  const at = children.findIndex(
    (child, index) =>
      index > 0 && (child.type === 'break' || (child.type === 'text' && child.value.includes('\n'))),
  );
  const end = children[at];
  const taken = children.splice(1, (at < 0 ? children.length : at) - 1);
  if (taken.length === 0 || end?.type !== 'text') return taken;
  const [last = '', ...others] = end.value.split('\n');
  text.value = others.join('\n');
  children.splice(1, 1);
  return last === '' ? taken : [...taken, { type: 'text', value: last }];
}

function label(quote: Blockquote): void {
  const [first] = quote.children;
  const [text] = first?.type === 'paragraph' ? first.children : [];
  if (first?.type !== 'paragraph' || text?.type !== 'text') return;
  const match = MARK.exec(text.value);
  if (match === null) return;
  const [found, name = '', title = ''] = match;
  text.value = text.value.slice(found.length);
  const marked = found.endsWith('\n') ? [] : takeLine(first, text);
  const word = marked.length > 0 ? title : (labelled(name, title) ?? (title.trim() || name));
  if (text.value === '') first.children.shift();
  if (first.children[0]?.type === 'break') first.children.shift();
  if (first.children.length === 0) quote.children.shift();
  const heading: Paragraph = {
    type: 'paragraph',
    children: [{ type: 'strong', children: [{ type: 'text', value: word }, ...marked] }],
  };
  quote.children.unshift(heading);
  quote.data = { hProperties: { className: ['callout', `callout-${name.toLowerCase()}`] } };
}

/**
 * Gives the alerts of GitHub and Obsidian (`> [!NOTE]`) their label in words; they stay quotes.
 * @see https://docs.github.com/get-started/writing-on-github (alerts)
 */
export function labelAlerts(tree: Root): void {
  walk(tree, (node) => {
    if (node.type === 'blockquote') label(node);
  });
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
