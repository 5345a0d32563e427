import type { Element, Root } from 'hast';
import { writeDrawings } from './reveal/drawings.js';
import { revealPanels } from './reveal/index.js';
import { mapPage } from './reveal/page-map.js';
import { drawTemplates } from './reveal/shadow.js';
import { settleShapes } from './shapes/index.js';

/**
 * Turns a page into what a visitor can see of it, without anything that hides and shows: the content behind a click or
 * a script is visible, and constructs that generators write in many ways have one form.
 * @param tree page, or a part of it; changed in place; doing it twice changes nothing more
 */
export function asSeen(tree: Root | Element): void {
  drawPage(tree);
  settlePage(tree);
}

/** The first part of `asSeen`: what a browser draws while it reads a page. */
export function drawPage(tree: Root | Element): void {
  drawTemplates(tree);
  writeDrawings(tree);
}

/** The other part of `asSeen`, for a page whose formulas and code are in one form. */
export function settlePage(tree: Root | Element): void {
  const page = mapPage(tree);
  revealPanels(page);
  settleShapes(page);
}
