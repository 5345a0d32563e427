import { showDisclosures } from './disclosure.js';
import type { PageMap } from './page-map.js';
import { showButtonTabs, showRadioTabs } from './radio-tabs.js';
import { showTabs } from './tabs.js';

/**
 * Shows what a click would show, in place and once for all: the panels of accordions, tabs and other controls stand
 * open under their labels, which are headings or lines in bold. What no control opens stays hidden.
 */
export function revealPanels(page: PageMap): void {
  showTabs(page);
  showRadioTabs(page);
  showButtonTabs(page);
  showDisclosures(page);
}
