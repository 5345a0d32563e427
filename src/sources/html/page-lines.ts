/**
 * The lines that a reader sees of a page, with the place of each: the common measure of everything that
 * compares pages with each other.
 */

import type { Element, Nodes, Root } from 'hast';
import { classesOf, property } from '../../content/html/element.js';
import { displayOf, oneSpaced } from '../../content/html/text.js';
import { memoised } from '../../core/memoised.js';
import { lastName } from '../../core/paths.js';
import { lettersOf } from './link-stats.js';

/** A heading and code never count as frame; a rule is a line without letters, digits, pictures, or signs such as ✓ outside links. */
type LineKind = 'text' | 'heading' | 'code' | 'image' | 'rule';

/** A line of visible text: the text between the borders of two blocks, or a picture. */
export interface Line {
  readonly kind: LineKind;
  /** Hash of its words. */
  readonly words: number;
  /** Hash of its words and of the elements around it. */
  readonly place: number;
  /** Characters without white space, and how many of them are in links. */
  readonly letters: number;
  readonly linked: number;
}

/** The indexes of the lines in a node: from the first up to, not including, the last. */
export type Span = readonly [from: number, to: number];

/** A part of a page, line by line. */
export interface PageLines {
  readonly lines: readonly Line[];
  /** Nodes without text have no entry. */
  readonly spans: ReadonlyMap<Nodes, Span>;
  /** Hash of the elements around each block, and of the block itself. */
  readonly chains: ReadonlyMap<Element, number>;
}

const HEADING = /^h[1-6]$/;
/** Elements whose classes distinguish parts of a page; those of list items only show which one is open. */
const PARTS = new Set('div section article main aside header footer nav form'.split(' '));
const WORD = /[\p{L}\p{N}]/u;
const SIGN = /\p{So}/u;

/** The context of a place in the tree. */
interface Place {
  readonly chain: number;
  readonly kind: LineKind;
  readonly isLink: boolean;
}

class LineReader implements PageLines {
  readonly lines: Line[] = [];
  readonly spans = new Map<Nodes, Span>();
  readonly chains = new Map<Element, number>();
  #text = '';
  /** Whether the current line has more than white space. */
  #hasText = false;
  #linked = 0;

  readChildren(parent: Root | Element, place: Place): void {
    for (const child of parent.children) this.#read(child as Nodes, place);
  }

  /** Ends the current line. */
  flush({ chain, kind }: Place): void {
    const text = oneSpaced(this.#text);
    const linked = this.#linked;
    this.#text = '';
    this.#hasText = false;
    this.#linked = 0;
    if (text === '') return;
    const isText = WORD.test(text) || kind === 'code' || (linked === 0 && SIGN.test(text));
    this.#add(isText ? kind : 'rule', text, chain, linked);
  }

  #add(kind: LineKind, text: string, chain: number, linked: number): void {
    const words = hashOneSpaced(text);
    this.lines.push({ kind, words, place: mix(words, chain), letters: lettersOf(text), linked });
  }

  #read(node: Nodes, place: Place): void {
    const from = this.lines.length;
    if (node.type === 'text') {
      if (node.value.trim() === '') {
        this.#text += ' ';
        return;
      }
      this.#text += node.value;
      this.#hasText = true;
      if (place.isLink) this.#linked += lettersOf(node.value);
      this.spans.set(node, [from, from + 1]);
    } else if (node.type === 'element') this.#readElement(node, place);
  }

  #readElement(element: Element, place: Place): void {
    const { tagName } = element;
    const display = displayOf(element);
    if (tagName === 'img') this.#readImage(element, place);
    else if (tagName === 'br' || tagName === 'hr') this.#readBreak(element, place);
    else if (display !== 'none') this.#readBox(element, place, display === 'block');
  }

  #readBox(element: Element, place: Place, isBlock: boolean): void {
    const inner = placeIn(element, place, isBlock);
    if (isBlock) {
      this.flush(place);
      this.chains.set(element, inner.chain);
    }
    const from = this.lines.length;
    this.readChildren(element, inner);
    if (isBlock) this.flush(inner);
    const to = this.lines.length + (this.#hasText ? 1 : 0);
    if (to > from) this.spans.set(element, [from, to]);
    else if (element.tagName === 'a') this.#readIcon(element, place);
  }

  /** A link to another site that only an icon shows is a line of its own, unless it is within one. */
  #readIcon(link: Element, { chain }: Place): void {
    const href = property(link, 'href');
    if (this.#hasText || !/^(?:https?|mailto):/i.test(href)) return;
    this.spans.set(link, [this.lines.length, this.lines.length + 1]);
    this.#add('image', href, chain, 0);
  }

  #readBreak(element: Element, place: Place): void {
    this.flush(place);
    if (element.tagName === 'br') return;
    this.spans.set(element, [this.lines.length, this.lines.length + 1]);
    this.#add('rule', '---', place.chain, 0);
  }

  /** A picture is a line of its own; its path may be written from anywhere in the site. */
  #readImage(element: Element, place: Place): void {
    this.flush(place);
    this.spans.set(element, [this.lines.length, this.lines.length + 1]);
    const file = lastName(property(element, 'src'));
    this.#add('image', `${file} ${property(element, 'alt')}`, place.chain, 0);
  }
}

function placeIn(element: Element, place: Place, isBlock: boolean): Place {
  const { tagName } = element;
  const { chain, kind, isLink } = place;
  if (!isBlock && tagName !== 'a') return place;
  return {
    chain: isBlock ? mix(chain, hashOfSignature(signatureOf(element))) : chain,
    kind: tagName === 'pre' ? 'code' : HEADING.test(tagName) ? 'heading' : kind,
    isLink: isLink || tagName === 'a',
  };
}

/** The key that distinguishes a block from others around the same text. */
function signatureOf(element: Element): string {
  return PARTS.has(element.tagName) ? classSignature(element) + idOf(element) : element.tagName;
}

/** The name of an element with its classes, without those that number things. */
export function classSignature(element: Element): string {
  return [element.tagName, ...classesOf(element).filter((name) => !/\d/.test(name))].join('.');
}

function idOf(element: Element): string {
  return `#${property(element, 'id').replace(/\d.*$/, '')}`;
}

/**
 * Reads the lines of a part of a page.
 * @param region of a tree that `limitDepth` has seen
 */
export function readLines(region: Root | Element): PageLines {
  const reader = new LineReader();
  const place: Place = { chain: 0, kind: 'text', isLink: false };
  reader.readChildren(region, place);
  reader.flush(place);
  const { lines, spans, chains } = reader;
  return { lines: numberImages(lines), spans, chains };
}

/** The pictures of a row of icons may be the same file: a place is that of the first of three, say. */
function numberImages(lines: readonly Line[]): readonly Line[] {
  const all = new Map<number, number>();
  const images = lines.filter(({ kind }) => kind === 'image');
  for (const { place } of images) all.set(place, (all.get(place) ?? 0) + 1);
  if (all.size === images.length) return lines;
  const before = new Map<number, number>();
  return lines.map((line) => {
    const count = line.kind === 'image' ? (all.get(line.place) ?? 1) : 1;
    if (count === 1) return line;
    const number = (before.get(line.place) ?? 0) + 1;
    before.set(line.place, number);
    return { ...line, place: mix(mix(line.place, count), number) };
  });
}

const hashOfSignature = memoised(hashText);

/** Stands for any place in a hash. */
const ANYWHERE = 2;

/** The hash of the text of a whole block, and of its place unless that doesn't matter. */
export function blockHash(
  { lines, spans, chains }: PageLines,
  block: Element,
  isAnywhere = false,
): number | undefined {
  const [span, chain] = [spans.get(block), chains.get(block)];
  if (span === undefined || chain === undefined) return undefined;
  let hash = isAnywhere ? ANYWHERE : chain;
  for (let at = span[0]; at < span[1]; at += 1) hash = mix(hash, lines[at]?.words ?? 0);
  return hash;
}

const IMPRINT =
  /^(?:copyright |©|\(c\) (?:copyright )?\d|(?:(?:page|site|documentation) )?(?:generated|built|rendered) (?:on|at|by|with|using) )/;
const DATE_WORD =
  /\d+|\b(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/g;
const MAX_IMPRINT = 250;
const SPACE = 32;

/** An imprint line, which differs between pages only in dates and versions. */
function withoutDates(text: string): string {
  return text.length <= MAX_IMPRINT && IMPRINT.test(text) ? text.replace(DATE_WORD, '0') : text;
}

/**
 * A hash of 53 bits, the same on every machine. Case, white space, and the dates of a page's imprint are ignored.
 */
export function hashText(text: string): number {
  return hashOneSpaced(oneSpaced(text));
}

function hashOneSpaced(text: string): number {
  const folded = withoutDates(text.toLowerCase());
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at);
    // Between the boxes of a line, some steps add spaces that others don't.
    if (code === SPACE) continue;
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  return joinHalves(low, high);
}

/** One hash of two, which depends on their order. */
export function mix(one: number, other: number): number {
  const [low, high] = [one | 0, Math.floor(one / 2 ** 32)];
  return joinHalves(
    Math.imul(low ^ (other | 0), 2654435761) + high,
    Math.imul(high ^ Math.floor(other / 2 ** 32), 1597334677) ^ Math.imul(low, 0x85ebca6b),
  );
}

function joinHalves(low: number, high: number): number {
  const first = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  const second = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909);
  return 4294967296 * (2097151 & second) + (first >>> 0);
}
