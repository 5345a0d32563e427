/** Reads a page as a visitor sees it, for the comparison with its twin. */

import type { Nodes, Root } from 'hast';
import { findElement, property, walk } from '../html/element.js';
import { joinMains } from '../html/page-header.js';
import { oneSpaced } from '../html/text.js';
import { findPageFrame, type IsChrome } from './page-frame.js';
import { shownText } from './shown-text.js';
import type { Piece, VisiblePage } from './visible-page.js';
import { gluedWords, wordsOf } from './words.js';

/** A page as it was read, before anything is removed. */
interface ReadPage {
  readonly pieces: readonly Piece[];
  /** Every text of the page: hidden text, scripts, attributes, its head. */
  readonly whole: string;
}

/**
 * Reads the pieces of text that a visitor sees of a built page.
 * @param document a tree that is not too deep for recursion
 * @param isChrome returns true for what a generator adds to a text, such as line numbers; none when left out
 */
export function readPieces(document: Root, isChrome?: IsChrome): readonly Piece[] {
  const body = findElement(document, ({ tagName }) => tagName === 'body');
  if (body === undefined) return [];
  const main = findElement(
    document,
    ({ tagName, properties }) => tagName === 'main' || properties['role'] === 'main',
  );
  const region = main === undefined ? body : joinMains([main], body);
  return shownText(region, findPageFrame(region, isChrome));
}

/** Attributes with words that a twin may show. */
const ATTRIBUTES = new Set('alt title ariaLabel content href src data value max'.split(' '));

/**
 * Reads what a visitor sees of a built page.
 * @param document a tree that is not too deep for recursion
 * @param isFrameLine returns true for lines that occur on many pages of the site; none when left out
 * @param isChrome see `readPieces`
 */
export function readSeenPage(
  document: Root,
  isFrameLine?: (line: string) => boolean,
  isChrome?: IsChrome,
): ReadPage {
  const pieces = readPieces(document, isChrome);
  const shown = isFrameLine === undefined ? pieces : withoutFrame(pieces, isFrameLine);
  return { pieces: shown, whole: wholeText(document) };
}

/**
 * The texts that a twin is compared with.
 * @param taken lines that were taken from the page; words that no visible line has are looked for in all of the page
 */
export function seenBeside({ pieces, whole }: ReadPage, taken: readonly string[]): VisiblePage {
  const shown = new Set(pieces.map(([, text]) => text));
  const isShown = (line: string): boolean => shown.has(line) || shown.has(oneSpaced(line));
  const words = [...new Set(taken.filter((line) => !isShown(line)).flatMap(wordsOf))];
  if (words.length === 0) return { pieces, also: [] };
  const written = whole.toLowerCase();
  let glued: string | undefined;
  const isOnPage = (word: string): boolean => {
    // Nearly all words stand on the page as they are.
    if (written.includes(word)) return true;
    glued ??= gluedWords(whole);
    return glued.includes(word);
  };
  const known = words.filter(isOnPage);
  return { pieces, also: known.length === 0 ? [] : [known.join(' ')] };
}

/** A page without lines that stand for facts which a twin names elsewhere; spaces don't matter. */
export function withoutLines(page: ReadPage, lines: readonly string[]): ReadPage {
  if (lines.length === 0) return page;
  const keys = new Set(lines.map(withoutSpaces));
  return { ...page, pieces: withoutFrame(page.pieces, (line) => keys.has(withoutSpaces(line))) };
}

function withoutSpaces(line: string): string {
  return line.replace(/\s+/g, '');
}

/** The names of links and embedded pages that have no text. */
export function textlessNames(tree: Root): readonly string[] {
  const names: string[] = [];
  walk(tree, (element) => {
    if (/^(?:a|iframe|svg)$/.test(element.tagName))
      names.push(property(element, 'ariaLabel'), property(element, 'title'));
    return true;
  });
  return names;
}

function withoutFrame(pieces: readonly Piece[], isFrameLine: (line: string) => boolean): readonly Piece[] {
  const kept: Piece[] = [];
  for (const piece of pieces) {
    const [name, text, trace] = piece;
    if (trace !== undefined) {
      kept.push(piece);
      continue;
    }
    const lines = text.split(/[\n\t]/).filter((line) => !isFrameLine(line.trim()));
    if (lines.length > 0) kept.push([name, lines.join('\n')]);
  }
  return kept;
}

function wholeText(tree: Root): string {
  const texts: string[] = [];
  let line = '';
  const open: Nodes[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'text') line += node.value;
    if (node.type !== 'element' && node.type !== 'root') continue;
    if (node.type === 'element') {
      for (const name in node.properties) {
        const value = node.properties[name];
        if ((typeof value === 'string' || typeof value === 'number') && ATTRIBUTES.has(name))
          texts.push(String(value));
      }
      if (node.tagName === 'template' && node.content !== undefined) open.push(node.content);
    }
    for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as Nodes);
  }
  return `${line} ${texts.join(' ')}`;
}
