/** Finds the date of the last change where wikis, manuals and pages made by hand have it: in a line at the end of a page. */

import type { Element, Nodes } from 'hast';
import { property } from '../../content/html/element.js';
import { oneSpaced } from '../../content/html/text.js';
import { BYLINE_DATE, INLINE } from './written-byline.js';

/** The words before the date of the last change, in languages of many manuals. */
export const CHANGED =
  /^\W*(?:(?:(?:this )?(?:page|article|post|document|content)(?: was)? )?(?:last )?(?:updated?|modified|edited|changed|revised)(?: on| at)?|last (?:modification|change|revision)|zuletzt (?:aktualisiert|geändert|bearbeitet)(?: am)?|letzte (?:änderung|aktualisierung|bearbeitung)(?: am)?|dernière (?:mise à jour|modification)(?: le)?|última (?:actualización|modificación|atualização)(?: el| em)?|最后更新(?:于)?|最終更新(?:日)?)\W*$/iu;

const UNSEEN = /^(?:script|style|template|noscript|select|button)$/;
/** Lines from the end of a page on, and characters of one. */
const MAX_LINES = 40;
const MAX_LENGTH = 200;
/** Signs between the facts of a line. */
const BETWEEN = /[·|•(]/;

/**
 * The date of the last change in the last lines of a page, as written. A date that the pages of a site share is that of
 * its building, and several dates are those of other pages, or of a history.
 * @param isFrame true for lines that pages of the site share
 */
export function dateAtEnd(page: Element, isFrame: (line: string) => boolean): string | undefined {
  const dates = new Set<string>();
  for (const line of lastLines(page)) {
    if (line.length > MAX_LENGTH || isFrame(line)) continue;
    const date = BYLINE_DATE.exec(line);
    const before = line.slice(0, date?.index).split(BETWEEN).at(-1) ?? '';
    if (date !== null && CHANGED.test(before)) dates.add(date[0]);
  }
  const [date] = dates;
  return dates.size === 1 ? date : undefined;
}

/** Up to 40 lines of text of a page, the last one first; a date for programs stands for the one that readers see. */
function lastLines(page: Element): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const end = (): void => {
    if (/\S/.test(line)) lines.push(oneSpaced(line).trim());
    line = '';
  };
  // `undefined` marks the beginning of a block, whose end comes first.
  const open: (Nodes | undefined)[] = [page];
  while (open.length > 0 && lines.length < MAX_LINES) {
    const node = open.pop();
    if (node?.type === 'text') line = node.value + line;
    else if (node?.type !== 'element') end();
    else if (node.tagName === 'time' && property(node, 'dateTime') !== '')
      line = ` ${property(node, 'dateTime').slice(0, 10)} ${line}`;
    else if (!UNSEEN.test(node.tagName)) {
      const isInline = INLINE.test(node.tagName);
      if (!isInline) {
        end();
        open.push(undefined);
      }
      for (const child of node.children) open.push(child);
    }
  }
  end();
  return lines;
}
