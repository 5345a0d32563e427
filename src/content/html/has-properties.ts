import type { Element } from 'hast';

/** True for an element that has any attribute. Most have none, which is faster to see than to look each name up. */
export function hasProperties({ properties }: Element): boolean {
  for (const _ in properties) return true;
  return false;
}
