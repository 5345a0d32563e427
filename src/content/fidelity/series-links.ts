/** Names of links that lead from page to page in a series, as authors write them: `« Prev`, `[Up]`, `Next chapter`. */

import type { Element, ElementContent } from 'hast';
import {
  classesOf,
  deepText,
  findAll,
  findElement,
  hasClass,
  isLink,
  nodesIn,
  property,
} from '../html/element.js';

const PREVIOUS =
  'Prev(?:ious)?|Back|Older|Zurück|Vorherige[rs]?|Vorige[rs]?|Précédente?|Anterior|Precedente|Назад|Предыдущ\\p{L}+|前へ|前のページ|前の記事|上一[页頁章节節篇]|이전';
const NEXT =
  'Next|Forward|Newer|Weiter|Nächste[rs]?|Volgende|Suivante?|Siguiente|Próxim[ao]|Seguinte|Successiv[ao]|Avanti|Вперёд|Далее|Следующ\\p{L}+|次へ|次のページ|次の記事|下一[页頁章节節篇]|다음';
const ABOVE =
  'Up|Home|Top|Main|Index|(?:Table of )?Contents|TOC|Inhalt(?:sverzeichnis)?|Übersicht|Sommaire|Accueil|Índice|Inicio|Início|Indice|Inhoud|Содержание|Оглавление|目次|目录|目錄|首页|목차';
const NOUN = '(?: (?:page|post|article|chapter|section|lesson|part|entry|topic|tutorial|step)s?)?';
const BACKWARDS = '(?:[←⟵«‹◀◄⬅]|<-|<<)';
const ONWARDS = '(?:[→⟶»›▶►➡]|->|>>)';
const SIGNS = '[←⟵«‹◀◄⬅→⟶»›▶►➡<>[\\]()|\\s-]*';

const BARE = new RegExp(`^${SIGNS}(?:(${PREVIOUS})|(${NEXT})|${ABOVE})${NOUN}${SIGNS}$`, 'iu');
/** With the title of the page. */
const TO_PREVIOUS = new RegExp(`^[\\s[(]*(?:${BACKWARDS}|(?:${PREVIOUS})${NOUN}\\s*[:：])`, 'iu');
const TO_NEXT = new RegExp(`^[\\s[(]*(?:${NEXT})${NOUN}\\s*[:：]|${ONWARDS}\\s*$`, 'iu');
/** What may stand between such links. */
const BESIDE = new RegExp(
  `(?:${PREVIOUS}|${NEXT}|${ABOVE})${NOUN}\\s*[:：]|[\\s,;·•|/\\[\\]()«»‹›←→<>–—-]`,
  'giu',
);

/** Names of ways and signs for them, which stand beside links to neighbours. */
export const WAYS = new RegExp(
  `(?<!\\p{L})(?:${PREVIOUS}|${NEXT})${NOUN}(?!\\p{Script=Latin})\\s*[:：]?|[←→«»‹›|\\s]`,
  'giu',
);
const BOTH_WAYS = new RegExp(
  `(?:${PREVIOUS})(?!\\p{L}).*(?:${NEXT})|(?:${NEXT})(?!\\p{L}).*(?:${PREVIOUS})`,
  'isu',
);
const BEGINS_WITH_WAY = new RegExp(`^(?:(?:${PREVIOUS}|${NEXT})${NOUN}(?!\\p{Script=Latin})|[←→«»‹›])`, 'iu');

const NAMED = new RegExp(`(?:${PREVIOUS}|${NEXT})\\s*[:：]`, 'iu');
/** A label in another language beside known ones: `Monter:`. */
const NAME = /\p{L}{1,20}[:：]/gu;

type Way = 'previous' | 'next' | 'above';

/** Which way a link leads, by its label. */
function wayOf(label: string): { readonly way: Way; readonly isBare: boolean } | undefined {
  const bare = BARE.exec(label);
  if (bare !== null) {
    const way = bare[1] !== undefined ? 'previous' : bare[2] !== undefined ? 'next' : 'above';
    return { way, isBare: true };
  }
  const isBare = !/[\p{L}\p{N}]/u.test(label);
  if (TO_PREVIOUS.test(label)) return { way: 'previous', isBare };
  return TO_NEXT.test(label) ? { way: 'next', isBare } : undefined;
}

/** Whether a label says nothing but where its link leads in a series. */
export function namesWay(label: string): boolean {
  return wayOf(label) !== undefined;
}

/** Whether a label says that its link leads back or on: `Next: Cups`. */
export function namesNeighbour(label: string): boolean {
  const way = wayOf(label)?.way;
  return way === 'previous' || way === 'next';
}

/** Whether a line begins with the way to a neighbour, with or without a colon: `Next post Cups`. */
export function beginsWithWay(line: string): boolean {
  return BEGINS_WITH_WAY.test(line);
}

const UP = /^\W*Up\W*$/;

/** A word in lower case may be the name of a method, as in "next" and "previous" of a list. */
const METHOD = /^\s*\p{Ll}\w*\s*$/u;

/**
 * Whether links lead through a series of pages: the first leads back and the last on, or each is named for its way
 * and nothing else.
 *
 * @param labels texts of all links of a block, in their order
 * @param beside the other text of the block
 */
export function areSeriesLinks(labels: readonly string[], beside: string): boolean {
  if (labels.length === 2 && BOTH_WAYS.test(beside) && beside.replace(WAYS, '') === '') return true;
  const rest = beside.replace(BESIDE, '');
  const isNamed = labels.length > 1 && NAMED.test(beside);
  if (labels.length === 0 || (isNamed ? rest.replace(NAME, '') : rest) !== '') return false;
  if (labels.length > 1 && (beside.match(/\p{L}\s*[:：]/gu)?.length ?? 0) > 1) return true;
  const ways = labels.map(wayOf);
  const [first, last] = [ways[0]?.way, ways.at(-1)?.way];
  if (first === 'previous' && last === 'next') return true;
  if (labels.some((label) => METHOD.test(label))) return false;
  if (labels.every((label) => UP.test(label))) return true;
  if (first === 'next' && last === 'previous') return true;
  return ways.every((way) => way?.isBare) && ways.some((way) => way !== undefined && way.way !== 'above');
}

/** Icons and titles of four neighbours. */
export const MAX_IN_SERIES = 8;

/** Icon fonts: `fa-angle-double-left`, `bi-arrow-right`. */
const ARROW = /(?:angle|arrow|chevron|caret)s?-(?:(?:double|alt|long|circle|square)-)*(?:(left)|right)$/;

/** The text of a link with the arrow that its icon draws, or else the name of its image or icon. */
export function linkLabel(link: Element): string {
  const text = deepText(link).trim();
  const arrow = findElement(link, (element) => hasClass(element, ARROW));
  if (text !== '' && arrow === undefined) return text;
  const nameOf = (element: Element) => property(element, 'alt') || property(element, 'title');
  const icon = text === '' ? findElement(link, (element) => nameOf(element) !== '') : undefined;
  const label = icon === undefined ? text : `[${nameOf(icon)}]`;
  if (arrow === undefined || text === '') return label;
  return classesOf(arrow).some((name) => ARROW.exec(name)?.[1] !== undefined) ? `← ${text}` : `${text} →`;
}

/** The text of an element that isn't in its links, with a space behind each part. */
export function textBeside(element: Element): string {
  let text = '';
  for (const node of nodesIn(element, isLink)) if (node.type === 'text') text += `${node.value} `;
  return text;
}

const CONTAINER = /^(?:body|div|center|main|article|section|td|blockquote)$/;
const PHRASE = /^(?:a|b|i|em|strong|font|img|span|small|tt|big|nobr)$/;
const BREAK: Element = { type: 'element', tagName: 'br', properties: {}, children: [] };
const NONE: ReadonlySet<unknown> = new Set();

/** The lines of links through a series that have no box of their own in a container. */
export function seriesLinesIn({ tagName, children }: Element): ReadonlySet<unknown> {
  if (!CONTAINER.test(tagName) || !children.some((child) => child.type === 'element' && isLink(child)))
    return NONE;
  const found = new Set<ElementContent>();
  let line: ElementContent[] = [];
  for (const child of [...children, BREAK]) {
    if (child.type !== 'element' || PHRASE.test(child.tagName)) {
      line.push(child);
      continue;
    }
    if (isSeriesLine(line)) for (const node of line) found.add(node);
    line = [];
  }
  return found;
}

function isSeriesLine(line: ElementContent[]): boolean {
  const box: Element = { type: 'element', tagName: 'p', properties: {}, children: line };
  const links = findAll(box, isLink);
  if (links.length < 2 || links.length > MAX_IN_SERIES) return false;
  return areSeriesLinks(links.map(linkLabel), textBeside(box));
}
