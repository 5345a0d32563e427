import type { Element, Root } from 'hast';
import { showDisclosures } from './reveal/disclosure.js';
import { writeDrawings } from './reveal/drawings.js';
import { mapPage, type PageMap } from './reveal/page-map.js';
import { showButtonTabs, showRadioTabs } from './reveal/radio-tabs.js';
import { drawTemplates } from './reveal/shadow.js';
import { showTabs } from './reveal/tabs.js';
import { normaliseAdmonitions } from './shapes/admonitions.js';
import { normaliseAriaTables } from './shapes/aria-tables.js';
import {
  dropSpokenTwins,
  normaliseAnnotations,
  normaliseInlineNotes,
  normaliseSelfLinks,
} from './shapes/asides.js';
import { normaliseButtons } from './shapes/buttons.js';
import { normaliseCards } from './shapes/cards.js';
import { dropLanguageLabels, nameCodeFiles } from './shapes/code-labels.js';
import { normaliseEmbeds } from './shapes/embeds.js';
import { normaliseFileTrees } from './shapes/file-trees.js';
import { normaliseGaps } from './shapes/gaps.js';
import { normaliseEmoji, normaliseIcons, normaliseLazyImages } from './shapes/images.js';
import { normaliseLines } from './shapes/lines.js';
import {
  dropListMarks,
  joinLists,
  normaliseCallouts,
  normaliseLayoutLists,
  normaliseSphinxLists,
  normaliseTasks,
  takeOutCaptions,
} from './shapes/lists.js';
import { normaliseNotes } from './shapes/notes.js';
import { linkRaisedNotes } from './shapes/raised-notes.js';
import {
  normaliseBadges,
  normaliseClassHeadings,
  normaliseNavigation,
  normaliseQuotations,
  normaliseRoles,
  normaliseTitles,
} from './shapes/roles.js';
import { normaliseSchemes } from './shapes/schemes.js';
import { normaliseSignatures } from './shapes/signatures.js';
import { normaliseValues } from './shapes/values.js';
import { normaliseWord } from './shapes/word.js';

/**
 * Turns a page into what a visitor can see of it, without anything that hides and shows: the content behind a click or
 * a script is visible, and constructs that generators write in many ways have one form.
 * @param tree page, or a part of it; changed in place; doing it twice changes nothing more
 */
export function asSeen(tree: Root | Element): void {
  drawPage(tree);
  revealPage(tree);
}

/** The first part of `asSeen`: what a browser draws while it reads a page. */
export function drawPage(tree: Root | Element): void {
  drawTemplates(tree);
  writeDrawings(tree);
}

/** The other part of `asSeen`, for a page whose formulas and code are in one form. */
export function revealPage(tree: Root | Element): void {
  const page = mapPage(tree);
  revealPanels(page);
  normaliseShapes(page);
}

/**
 * Shows what a click would show, in place and permanently: the panels of accordions, tabs and other controls are
 * open under their labels, which are headings or lines in bold. Anything without a control stays hidden.
 */
function revealPanels(page: PageMap): void {
  showTabs(page);
  showRadioTabs(page);
  showButtonTabs(page);
  showDisclosures(page);
}

/**
 * Brings constructs that generators write in many ways into one form each, in place: authors of quotations, footnotes,
 * tasks, gauges and fields to copy, signatures, boxes with notes to the reader, titles, badges of headings, cards, trees of files, embedded files,
 * emoji, lazy-loaded pictures, pictures for a light and a dark scheme, texts that are written twice, buttons in
 * sentences, lists of Word, labels without a space, lines that a style keeps, headings by role.
 */
function normaliseShapes(page: PageMap): void {
  normaliseRoles(page);
  normaliseNavigation(page);
  normaliseQuotations(page);
  linkRaisedNotes(page);
  normaliseNotes(page);
  normaliseTasks(page);
  normaliseWord(page);
  dropListMarks(page);
  normaliseCallouts(page);
  takeOutCaptions(page);
  normaliseSphinxLists(page);
  joinLists(page);
  normaliseValues(page);
  normaliseSignatures(page);
  normaliseEmbeds(page);
  normaliseLazyImages(page);
  normaliseSchemes(page);
  normaliseEmoji(page);
  normaliseIcons(page);
  normaliseAriaTables(page);
  normaliseSelfLinks(page);
  normaliseAnnotations(page);
  normaliseFileTrees(page);
  dropSpokenTwins(page);
  normaliseAdmonitions(page);
  normaliseTitles(page);
  normaliseBadges(page);
  normaliseClassHeadings(page);
  normaliseGaps(page);
  nameCodeFiles(page);
  dropLanguageLabels(page);
  normaliseCards(page);
  normaliseLayoutLists(page);
  normaliseButtons(page);
  normaliseInlineNotes(page);
  normaliseLines(page);
}
