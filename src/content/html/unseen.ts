import type { Element, Root } from 'hast';

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
