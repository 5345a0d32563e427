import type { Element, Nodes } from 'hast';
import { classesOf, findElement, nodesIn, property } from '../element.js';
import { BLOCKS, holdsCode, isCode, numberCells } from './code-numbers.js';
import { isBareLine, isGutter, isLine, isNoCode, type Sign, signOf, titleOf } from './code-parts.js';

const EDITS = /^(?:del|ins)$/;
const ROWS = new Set(['table', 'thead', 'tbody', 'tr']);

/** The lines of a block of code. */
interface Code {
  readonly text: string;
  /** Whether it is a diff made of lines that are only marked by their colours. */
  readonly isDiff: boolean;
}

/**
 * Reads the code in an element as a reader copies it: its lines, without numbers, popups and buttons. Lines that are
 * marked as removed or added have a sign in front.
 *
 * @param node `pre`, or a table of highlighted lines
 * @returns code without blank lines at its ends
 */
export function readCode(node: Element): Code {
  const reader = new Reader(node);
  const lines = reader.text
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .split('\n');
  const isDiff = needsSigns(reader.signs, lines);
  const signed = isDiff ? lines.map((line, at) => withSign(line, reader.signs.get(at)?.sign)) : lines;
  const text = signed
    .map((line) => (/^[\u200b\ufeff]+$/.test(line) ? '' : line))
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  return { text, isDiff };
}

/**
 * Reads the code in an element, as `readCode` does.
 *
 * @param node `pre`, or a table of highlighted lines
 * @returns its text
 */
export function codeText(node: Element): string {
  return readCode(node).text;
}

/**
 * Returns whether a table only sets line numbers next to code.
 *
 * @param table a `table` element
 * @returns true when it is code
 */
export function isCodeTable(table: Element): boolean {
  if (findElement(table, holdsCode) === undefined) return false;
  // Code in a table of data may number its own lines, and have a table of its own.
  const isNumbered = (node: Nodes) => node.type === 'element' && isGutter(node);
  for (const node of nodesIn(table, (one) => one !== table && isOwnBlock(one)))
    if (isNumbered(node)) return true;
  return numberCells(table).size > 0;
}

function isOwnBlock(node: Element): boolean {
  if (node.tagName === 'table') return true;
  return node.tagName === 'pre' && !isGutter(node) && codeText(node) !== '';
}

interface Mark {
  readonly sign: Sign;
  /** Whether the generator has taken the sign out of the text. */
  readonly isBare: boolean;
}

/** Generators that keep the signs of a diff in its text need no second one. */
function needsSigns(signs: ReadonlyMap<number, Mark>, lines: readonly string[]): boolean {
  if (signs.size === 0) return false;
  return [...signs].some(([at, { sign, isBare }]) => isBare || !lines[at]?.startsWith(sign));
}

/** A line of a diff with its sign, or indented as far. */
export function withSign(line: string, sign: Sign | undefined): string {
  return line === '' && sign === undefined ? '' : (sign ?? ' ') + line;
}

/** The pending work after the children of an element. */
interface Close {
  readonly type: 'close';
  readonly node: Element;
  readonly isLine: boolean;
  /** Length of the text and number of its line where the element began. */
  readonly start: number;
  readonly line: number;
}

type Work = Nodes | Close | 'break';

class Reader {
  text = '';
  readonly signs = new Map<number, Mark>();
  readonly #isTwoslash: boolean;
  readonly #numbers: ReadonlySet<Element>;
  /** A newline that is needed between lines but not at the ends. */
  #isPending = false;
  #line = 0;
  /** Marks the lines of a `del` or `ins` if they end where it does. */
  #markLines: (() => void) | undefined;

  constructor(root: Element) {
    this.#isTwoslash = classesOf(root).some((name) => name === 'twoslash' || name === 'lsp');
    this.#numbers = numberCells(root);
    this.#read(root);
  }

  #read(root: Element): void {
    const stack: Work[] = [];
    pushChildren(stack, root);
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (next === 'break') this.#break();
      else if (next.type === 'close') this.#close(next);
      else if (next.type === 'text') this.#append(next.value);
      else if (next.type === 'element') this.#open(next, stack);
    }
    this.#markLines?.();
  }

  #open(node: Element, stack: Work[]): void {
    if (isNoCode(node, this.#isTwoslash) || isTitle(node) || this.#numbers.has(node)) return;
    if (node.tagName === 'br') {
      this.#isPending = false;
      this.#append('\n');
      return;
    }
    if (isEmptyLine(node) || (this.#numbers.size > 0 && isEmptyBox(node))) {
      if (this.#isPending) this.#append('\n');
      this.#isPending = this.text !== '';
      return;
    }
    if (node.tagName === 'img') this.#append(calloutOf(node));
    const isBlock = BLOCKS.has(node.tagName);
    const isOneLine = isLine(node);
    if (isBlock) this.#break();
    // Empty lines count as well.
    if (isOneLine && this.#isPending) this.#append('\n');
    const isMarked = signOf(node) !== undefined;
    if (isBlock || isOneLine || isMarked)
      stack.push({ type: 'close', node, isLine: isOneLine, start: this.text.length, line: this.#line });
    pushChildren(stack, node);
  }

  #close({ node, isLine: isOneLine, start, line }: Close): void {
    const isClosed = this.text.length > start && this.text.endsWith('\n');
    if (isOneLine) {
      this.#mark(node, line, isClosed ? this.#line - 1 : this.#line);
      this.#isPending = !isClosed;
    } else if (BLOCKS.has(node.tagName)) {
      this.#break();
    } else if (/^blob-code/.test(classesOf(node).join(' '))) {
      this.#mark(node, line, line);
    } else if (EDITS.test(node.tagName) && (this.text.charAt(start - 1) || '\n') === '\n') {
      // Whole lines only: the line must end here too.
      const mark = () => this.#mark(node, line, isClosed ? this.#line - 1 : this.#line);
      if (isClosed) mark();
      else this.#markLines = mark;
    }
  }

  #mark(node: Element, from: number, to: number): void {
    const sign = signOf(node);
    if (sign === undefined) return;
    for (let at = from; at <= to; at += 1) this.signs.set(at, { sign, isBare: isBareLine(node) });
  }

  #break(): void {
    this.#isPending ||= this.text !== '' && !this.text.endsWith('\n');
  }

  #append(value: string): void {
    if (value === '') return;
    if (this.#isPending || value.startsWith('\n')) this.#markLines?.();
    this.#markLines = undefined;
    const text = this.#isPending && !value.startsWith('\n') ? `\n${value}` : value;
    this.#isPending = false;
    this.text += text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#line += 1;
  }
}

/** The text of an image in code. DocBook uses images for numbers that a list below the code explains. */
function calloutOf(image: Element): string {
  const alt = property(image, 'alt').replace(/^\((.+)\)$/, '$1');
  if (/^\d{1,3}$/.test(alt)) return `(${alt})`;
  return alt === '' ? '' : String(image.properties['alt']);
}

/** Returns true for an empty line, which editors write as a `div` with a `br`. */
function isEmptyLine(node: Element): boolean {
  const [only] = node.children;
  return (
    node.tagName === 'div' && node.children.length === 1 && only?.type === 'element' && only.tagName === 'br'
  );
}

function isEmptyBox({ tagName, children }: Element): boolean {
  return tagName === 'div' && children.length === 0;
}

function isTitle(node: Element): boolean {
  return node.tagName !== 'span' && node.tagName !== 'code' && titleOf(node) !== undefined;
}

function pushChildren(stack: Work[], node: Element): void {
  for (let index = node.children.length - 1; index >= 0; index--) {
    const child = node.children[index] as Nodes;
    if (child.type === 'text' && isIndent(node, child.value)) continue;
    stack.push(child);
    // Two adjacent `code` elements are two lines, unless they are parts of the same line.
    if (index > 0 && !isLine(node) && isCode(child) && isCode(node.children[index - 1] as Nodes))
      stack.push('break');
  }
}

/** Returns true for the source indentation between table cells, and around code in a cell. */
function isIndent(parent: Element, text: string): boolean {
  if (ROWS.has(parent.tagName)) return true;
  return parent.tagName === 'td' && text.trim() === '' && parent.children.some(isPre);
}

function isPre(node: Nodes): boolean {
  return node.type === 'element' && node.tagName === 'pre';
}
