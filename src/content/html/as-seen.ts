import type { Element, Root } from 'hast';
import { showDisclosures } from './reveal/disclosure.js';
import { writeDrawings } from './reveal/drawings.js';
import { mapPage, type PageMap } from './reveal/page-map.js';
import { showButtonTabs, showRadioTabs } from './reveal/radio-tabs.js';
import { drawTemplates } from './reveal/shadow.js';
import { showTabs } from './reveal/tabs.js';
import { settleAdmonitions } from './shapes/admonitions.js';
import { settleAriaTables } from './shapes/aria-tables.js';
import { dropSpokenTwins, settleAnnotations, settleInlineNotes, settleSelfLinks } from './shapes/asides.js';
import { settleButtons } from './shapes/buttons.js';
import { settleCards } from './shapes/cards.js';
import { settleEmbeds } from './shapes/embeds.js';
import { settleFileTrees } from './shapes/file-trees.js';
import { settleGaps } from './shapes/gaps.js';
import { settleIcons } from './shapes/icons.js';
import { settleEmoji, settleLazyImages } from './shapes/images.js';
import { settleLayoutLists } from './shapes/layout-lists.js';
import { settleLines } from './shapes/lines.js';
import { settleNotes } from './shapes/notes.js';
import { settleBadges, settleQuotations, settleRoles, settleTitles } from './shapes/roles.js';
import { settleSchemes } from './shapes/schemes.js';
import { settleSignatures } from './shapes/signatures.js';
import { settleTasks } from './shapes/tasks.js';
import { settleValues } from './shapes/values.js';

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

/**
 * Brings constructs that generators write in many ways into one form each, in place: authors of quotations, footnotes,
 * tasks, gauges and fields to copy, signatures, boxes with notes to the reader, titles, badges of headings, cards, trees of files, embedded files,
 * emoji, lazy-loaded pictures, pictures for a light and a dark scheme, texts that are written twice, buttons in
 * sentences, labels without a space, lines that a style keeps, headings by role.
 */
export function settleShapes(page: PageMap): void {
  settleRoles(page);
  settleQuotations(page);
  settleNotes(page);
  settleTasks(page);
  settleValues(page);
  settleSignatures(page);
  settleEmbeds(page);
  settleLazyImages(page);
  settleSchemes(page);
  settleEmoji(page);
  settleIcons(page);
  settleAriaTables(page);
  settleSelfLinks(page);
  settleAnnotations(page);
  settleFileTrees(page);
  dropSpokenTwins(page);
  settleAdmonitions(page);
  settleTitles(page);
  settleBadges(page);
  settleGaps(page);
  settleCards(page);
  settleLayoutLists(page);
  settleButtons(page);
  settleInlineNotes(page);
  settleLines(page);
}
