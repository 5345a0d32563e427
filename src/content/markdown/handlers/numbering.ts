import type { Element } from 'hast';
import type { ListItem } from 'mdast';
import { property } from '../element.js';

/** The greatest number that a list of Markdown may begin with. */
const GREATEST = 999_999_999;

/** Items in a row whose numbers follow one another. */
export interface Run {
  readonly start: number;
  readonly items: ListItem[];
}

/**
 * Numbers the items of an `ol` as a browser does (`start`, `reversed`, `value`) and cuts it into runs, since a list
 * of Markdown counts from its first number on.
 * @param values the numbers that items set themselves
 */
export function numberedRuns(
  node: Element,
  items: readonly ListItem[],
  values: Pick<WeakMap<ListItem, number>, 'get'>,
): readonly Run[] {
  const isReversed = node.properties['reversed'] === true || property(node, 'reversed') !== '';
  const step = isReversed ? -1 : 1;
  let next = wholeNumber(node.properties['start']) ?? (isReversed ? items.length : 1);
  const runs: Run[] = [];
  for (const item of items) {
    const number = values.get(item) ?? next;
    const last = runs.at(-1);
    if (last !== undefined && number === last.start + last.items.length) last.items.push(item);
    else runs.push({ start: number, items: [item] });
    next = number + step;
  }
  const isWritable = runs.every(({ start }) => start >= 0 && start <= GREATEST);
  // Markdown has no numbers below zero.
  return isWritable ? runs : [{ start: 1, items: [...items] }];
}

/** A whole number as HTML reads it; undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
  const number = Number.parseInt(String(value ?? ''), 10);
  return Number.isNaN(number) ? undefined : number;
}
