import { createRequire } from 'node:module';
import type { Nodes, Parents, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import type * as Satteri from 'satteri';
import { unified } from 'unified';
import { walk } from './walk.js';

/** MDX has no indented code, because components may be indented. */
const WITHOUT_INDENTED_CODE = { disable: { null: ['codeIndented'] } };

const markdown = unified().use(remarkParse).use(remarkGfm).freeze();

const mdx = unified()
  .use(function withoutIndentedCode() {
    this.data({ micromarkExtensions: [WITHOUT_INDENTED_CODE] });
  })
  .use(remarkParse)
  .use(remarkGfm)
  .freeze();

/**
 * Parses GitHub's Markdown in JavaScript, on every platform.
 * @param isMdx true when indented text is never code
 * @throws RangeError when the text nests too deep
 */
export function parseWithRemark(text: string, isMdx: boolean): Root {
  return (isMdx ? mdx : markdown).parse(text);
}

const satteri = loadSatteri();

/** GitHub's Markdown. The text has no front matter any more. */
const FEATURES: Satteri.Features = { gfm: true, frontmatter: false };

/** `[^ 1]` is text, since the label of a footnote has no spaces. */
const SPACED_LABEL = /\[\^[^\][\s]*\s/;

/**
 * Parses GitHub's Markdown with satteri, or with remark-parse when satteri isn't available or when indented text would
 * become code but must not.
 * @param isMdx true when indented text is never code, as in MDX without its components
 * @returns a tree with the positions of all nodes
 * @throws RangeError when the text nests too deep
 * @see https://github.github.com/gfm/
 */
export function parseMarkdown(text: string, isMdx = false): Root {
  if (isDeep(text)) throw new RangeError('The Markdown nests too deep');
  if (satteri === undefined) return parseWithRemark(text, isMdx);
  const readable = withMarkedSlashes(text);
  // CommonMark 2.3 replaces NUL.
  const tree = satteri.markdownToMdast(readable.replaceAll('\0', '\uFFFD'), { features: FEATURES }) as Root;
  if (readable !== text) walk(tree, restoreSlashes);
  if (isMdx && dependsOnIndentation(tree, text)) return parseWithRemark(text, isMdx);
  if (SPACED_LABEL.test(text)) {
    walk(tree, (node) => {
      if ('children' in node) keepSpacedLabels(node, text);
    });
  }
  return tree;
}

/** An opening tag (CommonMark 6.6). */
const TAG = /<[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)+\s*\/?>/gi;
const VALUE = /(=\s*)("[^"]*"|'[^']*'|[^\s"'=<>`]+)/g;
/** A noncharacter that stands for a slash. */
const SLASH = '\uFDD0';

/** Marks the slashes in attribute values without quotation marks: satteri takes such tags for text. Lengths stay. */
function withMarkedSlashes(text: string): string {
  if (!/=[^\s"'>]*\//.test(text) || text.includes(SLASH)) return text;
  return text.replace(TAG, (tag) =>
    tag.replace(VALUE, (_, equals: string, value: string) =>
      /^["']/.test(value) ? equals + value : equals + value.replaceAll('/', SLASH),
    ),
  );
}

function restoreSlashes(node: Nodes): void {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string') Object.assign(node, { [key]: value.replaceAll(SLASH, '/') });
  }
}

/** Turns footnote references whose label has spaces into text. */
function keepSpacedLabels(parent: Parents, text: string): void {
  for (const [index, { type, position }] of parent.children.entries()) {
    if (type !== 'footnoteReference') continue;
    const source = text.slice(position?.start.offset, position?.end.offset);
    if (/\s/.test(source))
      parent.children[index] = { type: 'text', value: source, ...(position && { position }) };
  }
}

/** Returns undefined on platforms without a binary. */
function loadSatteri(): typeof Satteri | undefined {
  try {
    // Not import(), since a module that awaits at its top can't be loaded with require().
    return createRequire(import.meta.url)('satteri') as typeof Satteri;
  } catch {
    return undefined;
  }
}

/** A line that is indented enough for code, at any depth of lists and quotes. */
const INDENTED = /^[ >\d.)*+-]*(?: {4}|\t)/;
/** Words, which only continue a paragraph, however far they are indented; a row of a table may end it. */
const WORDS = /^[ \t]*\p{L}[^|]*$/u;
const FENCE = /^(?:`{3}|~{3})/;
const CLOSING_FENCE = /^[ \t]*(?:`{3,}|~{3,})[ \t]*$/m;

/**
 * Returns true if a text could have another tree where indented text is never code. Indented lines are the same in both
 * if they are fenced code or HTML, or begin a block other than indented code.
 * @param tree the tree of the text where indented text is code
 */
function dependsOnIndentation(tree: Root, text: string): boolean {
  let depends = false;
  walk(tree, (node) => {
    depends ||= isAffected(node, text);
  });
  return depends;
}

function isAffected(node: Nodes, text: string): boolean {
  const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
  switch (node.type) {
    case 'code':
      return !FENCE.test(text.slice(start, start + 3)) || CLOSING_FENCE.test(node.value);
    case 'paragraph':
      return linesAfterFirst(text, start, end).some((line) => INDENTED.test(line) && !WORDS.test(line));
    case 'heading':
    case 'table':
      return linesAfterFirst(text, start, end).some((line) => INDENTED.test(line));
    case 'definition':
      // The line after it can't begin indented code either.
      return linesAfterFirst(text, start, lineEnd(text, end + 1)).some((line) => INDENTED.test(line));
    default:
      return false;
  }
}

function linesAfterFirst(text: string, start: number, end: number): readonly string[] {
  return text.slice(start, end).split('\n').slice(1);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** A line that starts with 500 quote or list markers. */
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){500}/m;

/** A native stack holds six times as many, even in a worker thread. */
const MAX_INLINE = 10_000;

/** Brackets, delimiter runs, and the empty lines that end a paragraph. */
const MARKS = /\n[ \t]*\n|[[\]]|([*_~])\1*/g;

/**
 * Returns true for text that could exhaust the stack of a recursive parser. Real pages nest far less.
 * @param text Markdown
 */
function isDeep(text: string): boolean {
  return CONTAINERS.test(text) || (text.length > MAX_INLINE && inlineDepth(text) > MAX_INLINE);
}

/** Returns an upper bound of the links, images and emphases that are open at once. */
function inlineDepth(text: string): number {
  let [depth, brackets, deepest] = [0, 0, 0];
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (mark.startsWith('\n')) [depth, brackets] = [0, 0];
    else if (mark === '[') brackets += 1;
    else if (mark === ']') brackets = Math.max(0, brackets - 1);
    else depth = Math.max(0, depth + (opens(text, index, mark.length, depth) ? mark.length : -mark.length));
    deepest = Math.max(deepest, depth + brackets);
  }
  return deepest;
}

/** Returns true for a delimiter run that opens emphasis. A run between two words closes open emphasis (CommonMark 6.2). */
function opens(text: string, index: number, length: number, depth: number): boolean {
  const before = /\S/.test(text.charAt(index - 1));
  const after = /\S/.test(text.charAt(index + length));
  return after && !(before && depth > 0);
}
