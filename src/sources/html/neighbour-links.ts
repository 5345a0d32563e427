/** Rows of links to other pages of a series, and to the page in other languages. */

import type { Element } from 'hast';
import {
  areSeriesLinks,
  linkLabel,
  MAX_IN_SERIES,
  namesNeighbour,
  namesWay,
  textBeside,
} from '../../content/fidelity/series-links.js';
import { findAll, findElement, isLink, property } from '../../content/html/element.js';
import { BLOCKS, LABEL_LETTERS } from './contents-list.js';
import type { LinkStats } from './link-stats.js';
import { hasTextBeside } from './tree.js';

const SHORT_LETTERS = 400;

/** A short row of links to the previous, next and parent pages. */
export function isNeighbours(element: Element, own: LinkStats): boolean {
  const { tagName } = element;
  if (own.letters > SHORT_LETTERS || own.headings > 0 || own.code > 0 || !isBlock(tagName)) return false;
  if (isSeries(element, own)) return true;
  const isLabelled = own.letters - own.linked <= LABEL_LETTERS && !hasTextBeside(element, isWayLabel);
  if (own.neighbours > 0 && own.neighbours * 2 >= own.links) return isLabelled;
  // Two of them at least, since texts lead to the next page as well.
  const relations = countBits(own.relations);
  if (relations < 2 || own.links > MAX_FOR_EACH * relations || tagName === 'p' || tagName === 'dl')
    return false;
  return isLabelled || isTabular(element);
}

/** Links whose labels say that they lead back and on. A single one is a block of its own and leads to another page. */
function isSeries(element: Element, own: LinkStats): boolean {
  if (own.links > MAX_IN_SERIES || own.letters - own.linked > LABEL_LETTERS) return false;
  if (own.links === 1 && !SINGLE.test(element.tagName)) return false;
  const links = findAll(element, isLink);
  if (own.links === 1 && links.some((link) => property(link, 'href').includes('#'))) return false;
  const labels = links.map(linkLabel);
  // Beside them there may be an icon for reporting a fault.
  const isIcon = own.letters === 0 && labels.some(namesNeighbour);
  return isIcon || areSeriesLinks(labels, textBeside(element));
}

const SINGLE = /^(?:p|div|center)$/;

/** A short row of links to the page in other languages, and to the page itself. */
export function isTranslations(element: Element, own: LinkStats): boolean {
  const { tagName } = element;
  if (own.translations === 0 || own.translations < own.links - 1 || !isBlock(tagName)) return false;
  if (own.letters > SHORT_LETTERS || own.headings > 0 || own.code > 0) return false;
  return own.letters - own.linked <= LABEL_LETTERS && !hasTextBeside(element, isLanguageLabel);
}

/** The way, or the date or the title of a neighbour in a box of its own. */
function isWayLabel(text: string, { tagName }: Element): boolean {
  return namesWay(text) || (tagName === 'div' && !/[.!?。]$/.test(text));
}

function isLanguageLabel(text: string): boolean {
  return /^\W*(?:languages?|translations?|read (?:this|in)|(?:also )?available|sprachen?|langues?|idiomas?)\b/i.test(
    text,
  );
}

/** An icon, a title and another link. */
const MAX_FOR_EACH = 3;

/**
 * A row of links in a table has the titles of the neighbours in cells of their own, without links. A table with a head,
 * or with more rows, is one of data that mentions the neighbours.
 */
export function isTabular(element: Element): boolean {
  const isTable = ({ tagName }: Element): boolean => TABLE.test(tagName);
  if (!isTable(element) && findElement(element, isTable) === undefined) return false;
  const rows = findAll(element, ({ tagName }) => tagName === 'tr');
  return rows.length <= MAX_ROWS && findElement(element, ({ tagName }) => tagName === 'thead') === undefined;
}

const TABLE = /^t(?:able|r|d)$/;
const MAX_ROWS = 3;

function isBlock(tagName: string): boolean {
  return BLOCKS.has(tagName) || tagName === 'li' || tagName === 'header' || tagName === 'footer';
}

function countBits(bits: number): number {
  return bits === 0 ? 0 : (bits & 1) + countBits(bits >> 1);
}
