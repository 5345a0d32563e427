import type { Element, Root } from 'hast';
import { revealPanels } from './reveal/index.js';
import { mapPage } from './reveal/page-map.js';
import { drawShadowTrees } from './reveal/shadow.js';
import { settleShapes } from './shapes/index.js';

/**
 * Makes a page what a visitor sees of it, without anything that hides and shows: what a click or a script would show
 * stands open, and what generators write in many ways has one form.
 * @param tree page, or a part of it; changed in place; doing it twice changes nothing more
 */
export function asSeen(tree: Root | Element): void {
  drawShadowTrees(tree);
  const page = mapPage(tree);
  revealPanels(page);
  settleShapes(page);
}
