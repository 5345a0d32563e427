import type { Image, InlineCode, Link, Nodes, PhrasingContent } from 'mdast';
import { textOf } from '../flow.js';
import { classify, firstCharacter, LETTER, lastCharacter, SPACE } from './classify.js';
import { safe, safeAddress, safeText } from './safe.js';
import { AUTOLINK, CELL, HEADING, LABEL, LITERAL, PAIRED, PHRASING, RAW, REFERENCE, TITLE } from './scope.js';
import { hasPairedParentheses } from './unsafe.js';

/** Constructs that are left to mdast-util-to-markdown: rare, and never approximated. */
class UnsupportedConstruct extends Error {}

/** One shared error object: capturing a stack each time would take longer than the writing. */
export const UNSUPPORTED = new UnsupportedConstruct('Unsupported Markdown construct');

/** Marks that are open around a line; the same mark twice is unsupported. */
const STRONG = 1;
const EMPHASIS = 2;
const DELETE = 4;

const MARKS = { strong: '**', emphasis: '*', delete: '~~' } as const;
const BITS = { strong: STRONG, emphasis: EMPHASIS, delete: DELETE } as const;
const PEEK: Partial<Record<Nodes['type'], string>> = {
  strong: '*',
  emphasis: '*',
  delete: '~',
  image: '!',
  footnoteReference: '[',
  inlineCode: '`',
};

const PLAIN_START = /^(?:[a-z\d]| (?![\r\n]))/i;

/**
 * Writes a line of text.
 *
 * @param nodes phrasing content
 * @param before what was written before it
 * @param after what will be written after it
 * @param mask place, made of the constants of `scope.ts`
 * @param open marks around it
 * @returns Markdown
 * @throws UNSUPPORTED when marks touch each other or the text in ways that need character references
 */
export function writeLine(
  nodes: readonly PhrasingContent[],
  before: string,
  after: string,
  mask: number,
  open = 0,
): string {
  const [only] = nodes;
  if (nodes.length === 1 && only?.type === 'text') return safeText(only.value, before, after, mask);
  let result = '';
  let last = before;
  let wasMark = false;
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] as PhrasingContent;
    const sibling = nodes[index + 1];
    const next = sibling === undefined ? after : peek(sibling, mask);
    if (node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete') {
      if (wasMark) throw UNSUPPORTED;
      const written = writeMark(node, last, sibling === undefined ? after : next, mask, open);
      if (written === '') continue;
      result += written;
      last = MARKS[node.type].charAt(0);
      wasMark = true;
      continue;
    }
    const written = writeNode(node, last, next, mask, open);
    if (written === '') continue;
    result += written;
    last = lastCharacter(written);
    wasMark = false;
  }
  return result;
}

/** The character with which the next node will start. */
function peek(node: PhrasingContent, mask: number): string {
  const known = PEEK[node.type];
  if (known !== undefined) return known;
  if (node.type === 'link') return isAutolink(node) ? '<' : '[';
  // No rule needs the escape of such a beginning.
  if (node.type === 'text' && PLAIN_START.test(node.value)) return node.value.charAt(0);
  return firstCharacter(writeNode(node, '', '', mask, 0));
}

type Attention = Extract<PhrasingContent, { type: keyof typeof MARKS }>;

function writeMark(node: Attention, before: string, after: string, mask: number, open: number): string {
  const sign = MARKS[node.type];
  const bit = BITS[node.type];
  if ((open & bit) !== 0) throw UNSUPPORTED;
  const [only] = node.children;
  if (
    node.children.length === 1 &&
    (only?.type === 'strong' || only?.type === 'emphasis') &&
    node.type !== 'delete'
  ) {
    return writePair(node.type, only, before, after, mask, open);
  }
  const isLed = open === 0 && node.type === 'strong' && only?.type === 'emphasis';
  const inside = isLed
    ? writeLed(only, node.children.slice(1), mask)
    : writeLine(node.children, sign, sign, mask, open | bit);
  if (inside === '') return '';
  const isTouched = (!isLed && startsWithMark(node.children)) || startsWithMark([...node.children].reverse());
  const opens = flanks(before.charCodeAt(before.length - 1), inside.charCodeAt(0));
  const closes = flanks(after.charCodeAt(0), inside.charCodeAt(inside.length - 1));
  // Marks of one kind that touch would be read as one run.
  if (isTouched || !opens || !closes || isMarkSign(before.at(-1)) || isMarkSign(after.charAt(0)))
    throw UNSUPPORTED;
  return sign + inside + sign;
}

/** Emphasis at the beginning of strong text, as in function signatures: `**_class_ Tea**`. */
function writeLed(first: Attention, rest: readonly PhrasingContent[], mask: number): string {
  const inside = writeLine(first.children, '*', '*', mask, STRONG | EMPHASIS);
  const after = startsWithMark(rest) ? '' : writeLine(rest, '*', '**', mask, STRONG);
  const edges = [inside.charCodeAt(0), inside.charCodeAt(inside.length - 1)];
  const isPlain = edges.every((code) => classify(code) === LETTER) && !first.children.some(isMark);
  if (inside === '' || after === '' || !isPlain || classify(after.charCodeAt(0)) === LETTER)
    throw UNSUPPORTED;
  if (isMarkSign(after.charAt(0))) throw UNSUPPORTED;
  return `_${inside}_${after}`;
}

/** One mark around all of another: `***a***`, or `**_a_**`, since `***a***` is read the first way. */
function writePair(
  type: 'strong' | 'emphasis',
  inner: Attention,
  before: string,
  after: string,
  mask: number,
  open: number,
): string {
  if (open !== 0 || inner.type === type) throw UNSUPPORTED;
  const sign = MARKS[inner.type];
  const inside = writeLine(inner.children, sign, sign, mask, STRONG | EMPHASIS);
  const ends = [before.charCodeAt(before.length - 1), after.charCodeAt(0)];
  const edges = [inside.charCodeAt(0), inside.charCodeAt(inside.length - 1)];
  const isPlain =
    edges.every((code) => classify(code) === LETTER) && ends.every((code) => classify(code) !== LETTER);
  const isTouched = startsWithMark(inner.children) || startsWithMark([...inner.children].reverse());
  if (inside === '' || !isPlain || isTouched || isMarkSign(before.at(-1)) || isMarkSign(after.charAt(0)))
    throw UNSUPPORTED;
  return type === 'emphasis' ? `***${inside}***` : `**_${inside}_**`;
}

function startsWithMark(nodes: readonly PhrasingContent[]): boolean {
  const first = nodes.find((node) => node.type !== 'text' || node.value !== '');
  return first !== undefined && isMark(first);
}

function isMark({ type }: PhrasingContent): boolean {
  return type in MARKS;
}

function isMarkSign(character: string | undefined): boolean {
  return character === '*' || character === '_' || character === '~';
}

/** Whether a mark between these two characters opens (or, seen from the other side, closes). */
function flanks(outside: number, inside: number): boolean {
  const kind = classify(inside);
  return kind === LETTER || (kind !== SPACE && classify(outside) !== LETTER);
}

function writeNode(node: PhrasingContent, before: string, after: string, mask: number, open: number): string {
  switch (node.type) {
    case 'text':
      return safeText(node.value, before, after, mask);
    case 'link':
      return writeLink(node, before, mask, open);
    case 'image':
      return writeImage(node, mask);
    case 'inlineCode':
      return writeCode(node, mask);
    case 'inlineMath':
      return node.value;
    case 'break':
      if ((mask & (HEADING | CELL)) === 0) return '\\\n';
      return /[\t ]/.test(before) ? '' : ' ';
    case 'footnoteReference':
      if (!node.label) throw UNSUPPORTED;
      return `[^${safe(node.label, '[^', ']', mask | REFERENCE)}]`;
    default:
      throw UNSUPPORTED;
  }
}

function isAutolink(node: Link): boolean {
  const [only] = node.children;
  if (!node.url || node.title || node.children.length !== 1 || only?.type !== 'text') return false;
  if (only.value !== node.url && `mailto:${only.value}` !== node.url) return false;
  return /^[a-z][+\-.a-z]+:/i.test(node.url) && !/[\0- <>\u007F]/.test(node.url);
}

function writeLink(node: Link, before: string, mask: number, open: number): string {
  if (isAutolink(node)) {
    return `<${safe(textOf(node.children), '<', '>', (mask & ~PHRASING) | AUTOLINK)}>`;
  }
  const label = writeLine(node.children, '[', '](', mask | LABEL, open);
  const last = before.charAt(before.length - 1);
  let title = node.title || undefined;
  // At the start of a line, a `]:` in code would make it a definition; an empty title prevents that.
  if (title === undefined && !/[\0- \u007F]/.test(node.url) && (last === '\n' || last === '\r')) {
    let index = 0;
    while (index < label.length && label.charCodeAt(index) !== 93)
      index += label.charCodeAt(index) === 92 ? 2 : 1;
    if (label.charCodeAt(index + 1) === 58) title = '';
  }
  return `[${label}](${writeTarget(node.url, title, !node.url && title !== undefined, mask)})`;
}

function writeImage(node: Image, mask: number): string {
  const alt = safeText(node.alt ?? '', '![', ']', mask | LABEL);
  const title = node.title || undefined;
  return `![${alt}](${writeTarget(node.url, title, !node.url && title !== undefined, mask)})`;
}

function writeTarget(url: string, title: string | undefined, enclose: boolean, mask: number): string {
  const place = hasPairedParentheses(url) ? mask | PAIRED : mask;
  const address =
    enclose || /[\0- \u007F]/.test(url)
      ? `<${safe(url, '<', '>', place | LITERAL)}>`
      : safeAddress(url, title === undefined ? ')' : ' ', place | RAW);
  return title === undefined ? address : `${address} "${safe(title, '"', '"', place | TITLE)}"`;
}

function writeCode(node: InlineCode, mask: number): string {
  let value = node.value;
  // A block could be seen after a line end in code: none of ours has one.
  if (/[\r\n]/.test(value)) throw UNSUPPORTED;
  let fence = '`';
  if (value.includes('`')) {
    const runs = new Set(value.match(/`+/g)?.map((run) => run.length));
    while (runs.has(fence.length)) fence += '`';
  }
  const isPadded =
    (value.startsWith(' ') && value.endsWith(' ')) || value.startsWith('`') || value.endsWith('`');
  if (isPadded && /[^ ]/.test(value)) value = ` ${value} `;
  const written = fence + value + fence;
  return (mask & CELL) !== 0 && written.includes('|') ? escapePipes(written) : written;
}

/** In a cell, a pipe needs an odd number of backslashes before it, in code too. */
function escapePipes(value: string): string {
  return value.replace(/(\\*)\|/g, (run, slashes: string) =>
    slashes.length % 2 === 0 ? `${slashes}\\|` : run,
  );
}
