import { showDisclosures } from './disclosure.js';
import { mapPage, type Parent } from './page-map.js';
import { showButtonTabs, showRadioTabs } from './radio-tabs.js';
import { drawShadowTrees } from './shadow.js';
import { showTabs } from './tabs.js';

/**
 * Shows what a click or a script would show, in place and once for all: the panels of accordions, tabs and other
 * controls stand open under their labels, which are headings or lines in bold; declarative shadow trees are drawn.
 * What no control opens stays hidden. A tree that was shown before does not change.
 * @param tree page, or a part of it; changed in place
 */
export function revealHidden(tree: Parent): void {
  drawShadowTrees(tree);
  const page = mapPage(tree);
  showTabs(page);
  showRadioTabs(page);
  showButtonTabs(page);
  showDisclosures(page);
}
