import type { Element } from 'hast';
import { drawPage, revealPage } from '../../content/html/as-seen.js';
import { canonicalise } from '../../content/html/canonical/index.js';
import { drawsDollars, drawsTex } from '../../content/html/canonical/raw-tex.js';
import { markSkipTarget } from './main-content.js';
import { normalisePage, openLandmarks, showAsStyled } from './normalise-page.js';

/** Brings the body of a page into the form in which visitors see it, in place. */
export function drawBody(body: Element, lang: string): void {
  drawPage(body);
  showAsStyled(body, lang);
  markSkipTarget(body);
  openLandmarks(body);
}

/**
 * Gives the constructs of all generators the same form, in place, and opens what a click opens.
 * @param text the source of the page
 */
export function normaliseBody(body: Element, text: string): void {
  // Formulas are in scripts and hidden boxes, which otherwise aren't content.
  const hasTexInText = drawsTex(text);
  canonicalise(body, { hasTexInText, hasDollars: hasTexInText && drawsDollars(text) });
  // Before anything is measured: text behind a click is text of the page.
  revealPage(body);
  normalisePage(body);
}
