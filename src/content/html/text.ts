/** The text of a tree of HTML as readers see it. */

import type { Element, Nodes, Root } from 'hast';
import { words } from '../../core/text.js';
import { isNoteMark } from './note-marks.js';
import { parseHtml } from './parse.js';

const INVISIBLE = new Set(
  words(`
    script style template head title meta link noscript noembed noframes iframe object embed audio video
    canvas svg button input select textarea option optgroup datalist label progress meter rp annotation
    annotation-xml
  `),
);

/** Elements inside a line of text: no space is put around them. */
const INLINE = new Set(
  words(`
    a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark math mi mn mo ms mtext
    nobr output q ruby s samp small span strike strong sub sup time tt u var wbr
  `),
);

/** How an element takes part in a line of text: not at all, inside it, or separate from its neighbours. */
export function displayOf(element: Element): 'none' | 'inline' | 'block' {
  const { tagName } = element;
  if (INVISIBLE.has(tagName) || isUnseen(element)) return 'none';
  return INLINE.has(tagName) ? 'inline' : 'block';
}

/** Text of one node; `visibleLines` collects its children. */
function altText(element: Element): string {
  const { alt } = element.properties;
  return (element.tagName === 'img' || element.tagName === 'area') && typeof alt === 'string' ? alt : '';
}

/** A text with one space for every run of white space, and none around it. */
export function oneSpaced(text: string): string {
  // Most runs are a single space already, which needs no change.
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
}

/** No word before the mark of a footnote is longer. */
const MAX_WORD = 60;

/** What counts as text. */
interface TextOptions {
  /** Whether alternative texts of images count; true unless set to false. */
  readonly alts?: boolean;
  /** Whether marks of footnotes count; true unless set to false. */
  readonly noteMarks?: boolean;
}

/**
 * The words that a reader of the page sees, as one line of plain text: block boundaries become spaces,
 * alternative texts of images count, and scripts, styles, hidden parts and form controls do not.
 */
export function visibleText(tree: Root, options: TextOptions = {}): string {
  return oneSpaced(visibleLines(tree, options).join(' '));
}

/** The words that a reader of the page sees, line by line, with the white space of the source inside of each line. */
export function visibleLines(
  tree: Root,
  { alts = true, noteMarks = true }: TextOptions = {},
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const endLine = (): void => {
    const text = line.trim();
    if (text !== '') lines.push(text);
    line = '';
  };
  // `end` on the stack ends the block before it.
  const open: (Nodes | 'end')[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === 'end') endLine();
    else if (node.type === 'text') line += node.value;
    if (node === 'end' || !('children' in node)) continue;
    if (node.type === 'element') {
      const display = displayOf(node);
      if (display === 'none' || (!noteMarks && isNoteMark(node, line.slice(-MAX_WORD)))) continue;
      if (display === 'block') {
        endLine();
        open.push('end');
      }
      if (alts) line += altText(node);
    }
    for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as Nodes);
  }
  endLine();
  return lines;
}

/** Scripts written without spaces between words: every character counts as one. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';

const WORD = new RegExp(`[${UNSPACED}]|[^\\s${UNSPACED}]+`, 'gu');

/**
 * The beginning of a text, cut after its `count`th word; white space between the words is kept as it is.
 * In scripts without spaces (Chinese, Japanese, Thai …) every character counts as a word.
 * @returns the whole text when it is not longer; nothing marks a cut, compare the lengths
 */
export function firstWords(text: string, count: number): string {
  let words = 0;
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    if (words === count) return text.slice(0, end);
    words += 1;
    end = match.index + match[0].length;
  }
  return text;
}

/**
 * A short text that may contain HTML (a title, a name, an excerpt) as one line of plain text: tags removed, the
 * bodies of scripts and styles with them, entities decoded.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return oneSpaced(html);
  return visibleText(parseHtml(html));
}

/** Maximum depth. The HTML writer has a lower limit. */
const MAX_NESTED = 2000;

/** Styles that hide an element. */
const HIDING =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden)/i;

/** Returns true if attributes hide an element. Text that a browser's search reveals counts as visible. */
export function isUnseen({ tagName, properties }: Element): boolean {
  const { hidden, open, popover, style } = properties;
  if (isSet(hidden) && hidden !== 'until-found') return true;
  if (tagName === 'dialog' && !isSet(open)) return true;
  // `revealPanels` has removed the attribute if a control opens the element.
  if (popover !== undefined) return true;
  return typeof style === 'string' && HIDING.test(style);
}

/** Returns true for an attribute that is there, with or without a value. */
export function isSet(value: Element['properties'][string]): boolean {
  return value !== undefined && value !== null && value !== false;
}

/** Whether a hidden element is left out; a tab panel is content. */
export function isGone(element: Element): boolean {
  return isUnseen(element) && element.properties['role'] !== 'tabpanel';
}

/** A copy of a tree without hidden elements, for sanitising, which removes the attributes that hide them. */
export function withoutUnseen<T extends Root | Element>(node: T, depth = 0): T {
  // The writer leaves out deeper elements too.
  if (depth >= MAX_NESTED) return { ...node, children: [] };
  const children = node.children.flatMap((child): (typeof node.children)[number][] => {
    if (child.type !== 'element') return [child];
    return isGone(child) ? [] : [withoutUnseen(child, depth + 1)];
  });
  return { ...node, children };
}
