import type { Element } from 'hast';
import { hasClass } from '../element.js';
import { closest, findIn, type PageMap, putInParentheses, textIn } from '../reveal/page-map.js';

/** `badge`, `VPBadge`, `sl-badge`, `sd-badge`. */
const BADGE = /^(?:[a-z]+-?)?badge$/i;

/**
 * Writes a badge after the words of a heading in parentheses; on the page, its colour sets it apart. A badge before
 * them may be a part of them: `GET /teas`.
 */
export function settleBadges(page: PageMap): void {
  // A heading may have very many badges.
  const texts = new Map<Element, string>();
  for (const element of findIn(page, { classes: BADGE })) {
    if (!hasClass(element, BADGE) || !/^(?:span|small|sup|strong|em|b|i|code)$/.test(element.tagName))
      continue;
    const heading = closest(page, element, isHeading);
    if (heading === undefined) continue;
    const text = textIn(element);
    const whole = texts.get(heading) ?? textIn(heading);
    texts.set(heading, whole);
    if (/^(?:[([]|$)/.test(text) || whole.startsWith(text)) continue;
    putInParentheses(element);
  }
}

function isHeading({ tagName }: Element): boolean {
  return /^h[1-6]$/.test(tagName);
}
