import { hasClass } from '../element.js';
import { boldLine, findIn, type PageMap, replace } from '../reveal/page-map.js';

/** Docutils writes the titles of boxes, and headings that stand outside of the sections, as paragraphs. */
const TITLE = /^(?:topic-title|sidebar-title|sidebar-subtitle|rubric)$/;

/** Makes titles of docutils (Sphinx) lines in bold. */
export function settleTitles(page: PageMap): void {
  for (const element of findIn(page, { classes: TITLE })) {
    if (element.tagName !== 'p' || !hasClass(element, TITLE) || !page.parents.has(element)) continue;
    replace(page, element, [boldLine(element.children)]);
  }
}
