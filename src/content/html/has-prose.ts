import type { Element, Nodes, Root } from 'hast';
import { displayOf } from './text.js';

/** Content that needs no sentence around it. */
const MEDIA = new Set(
  'audio canvas code embed iframe img math object picture pre svg table video'.split(' '),
);
/** A page with more letters outside its links isn't a list of links. */
const FEW_LETTERS = 40;

/**
 * Whether a page says anything itself: false for one without text, or with a list of links and next to nothing else.
 * Headings and links don't count.
 */
export function hasProse(tree: Root): boolean {
  let letters = 0;
  let links = 0;
  let linked = 0;
  // A stack of its own: documents nest deeper than the call stack allows.
  const open: (readonly [node: Nodes, isLinked: boolean])[] = [[tree, false]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, isLinked] = next;
    if (node.type === 'text') {
      const own = lettersIn(node.value);
      if (isLinked) linked += own;
      else letters += own;
      if (letters > FEW_LETTERS) return true;
    }
    if (node.type !== 'element' && node.type !== 'root') continue;
    if (node.type === 'element') {
      if (MEDIA.has(node.tagName) && !isLinked) return true;
      if (isPassed(node)) continue;
      if (node.tagName === 'a') links += 1;
    }
    const isBelow = isLinked || (node.type === 'element' && node.tagName === 'a');
    for (const child of node.children as readonly Nodes[]) open.push([child, isBelow]);
  }
  return letters > 0 && (links < 3 || letters > linked / 2);
}

function isPassed(element: Element): boolean {
  return /^h[1-6]$/.test(element.tagName) || displayOf(element) === 'none';
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/**
 * Whether an element only has links within the page and headings above them, such as the index of the members of a
 * class.
 */
export function isPageIndex(element: Element): boolean {
  return linksOfIndex(element) >= 2;
}

/** The number of links within the page that aren't in headings; NaN where there is anything else. */
function linksOfIndex(element: Element): number {
  let links = 0;
  for (const child of element.children) {
    if (child.type === 'text' && child.value.trim() !== '') return Number.NaN;
    if (child.type !== 'element' || /^(?:h[2-6]|summary|svg)$/.test(child.tagName)) continue;
    if (child.tagName !== 'a') links += linksOfIndex(child);
    else links += String(child.properties['href']).startsWith('#') ? 1 : Number.NaN;
    if (Number.isNaN(links)) return links;
  }
  return links;
}
