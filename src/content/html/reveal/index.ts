import { showDisclosures } from './disclosure.js';
import type { PageMap } from './page-map.js';
import { showButtonTabs, showRadioTabs } from './radio-tabs.js';
import { showTabs } from './tabs.js';

/**
 * Shows what a click would show, in place and permanently: the panels of accordions, tabs and other controls are
 * open under their labels, which are headings or lines in bold. Anything without a control stays hidden.
 */
export function revealPanels(page: PageMap): void {
  showTabs(page);
  showRadioTabs(page);
  showButtonTabs(page);
  showDisclosures(page);
}
