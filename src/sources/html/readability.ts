import type { Element } from 'hast';
import { linkShare } from './noise.js';
import { findAll, findFirst, parentsOf } from './tree.js';
import { wordsIn } from './words.js';

const TEXTS = new Set('p pre blockquote table dl ul ol figure'.split(' '));
const LAID_OUT = new Set([...TEXTS, 'div', 'h1', 'h2', 'h3']);
const CONTAINERS = new Set('body div section article main td center'.split(' '));

/** A part of the text of its parent that still makes this parent the content. */
const CLIMB = 1.3;

/**
 * Finds the content of a page that marks it by no element or name that is known: the box around the most text that
 * is not links. Its surroundings join while they bring much more of it.
 * @param body without its frame
 */
export function findDensest(body: Element): Element {
  const parents = parentsOf(body);
  const scores = new Map<Element, number>();
  for (const text of findAll(body, isText)) {
    const score = wordsIn(text) * (1 - linkShare(text));
    // Text counts for the box around it, and half for the next.
    let weight = 1;
    for (let box = parents.get(text); box !== undefined && weight >= 0.5; box = parents.get(box)) {
      if (!CONTAINERS.has(box.tagName)) continue;
      scores.set(box, (scores.get(box) ?? 0) + score * weight);
      weight /= 2;
    }
  }
  let best: Element = body;
  for (const [box, score] of scores) if (score > (scores.get(best) ?? 0)) best = box;
  return climb(best, parents);
}

/** Tables and lists that lay out other texts are no text themselves. */
function isText(element: Element): boolean {
  return (
    TEXTS.has(element.tagName) && findFirst(element, (inner) => LAID_OUT.has(inner.tagName)) === undefined
  );
}

function climb(from: Element, parents: ReadonlyMap<Element, Element>): Element {
  let box = from;
  for (let parent = parents.get(box); parent !== undefined; parent = parents.get(parent)) {
    const text = (element: Element) => wordsIn(element) * (1 - linkShare(element));
    if (parent.tagName === 'html' || text(parent) < text(box) * CLIMB) return box;
    box = parent;
  }
  return box;
}
