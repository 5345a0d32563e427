import type { Element } from 'hast';
import { hasClass, property } from '../element.js';
import { findIn, type PageMap, replace } from '../reveal/page-map.js';

const EMOJI = /^(?:emoji|twemoji|g-?emoji|emojione|joypixels|wp-smiley)$/;
/** The file of an emoji is named for its characters: `1f604.png`, `1f1e9-1f1ea.svg`. */
const FILE = /\/(?:u|emoji_u)?([0-9a-f]{2,6}(?:[-_][0-9a-f]{2,6})*)\.(?:png|svg|gif|webp)(?:[?#]|$)/i;

/** Writes pictures of emoji as the character or, where a site has pictures of its own, as their name. */
export function settleEmoji(page: PageMap): void {
  for (const element of findIn(page, { classes: EMOJI })) {
    if (element.tagName !== 'img' || !hasClass(element, EMOJI)) continue;
    const value = characters(element);
    if (value !== '') replace(page, element, [{ type: 'text', value }]);
  }
}

function characters(image: Element): string {
  const alt = property(image, 'alt');
  const isName = /^:.*:$/.test(alt) || alt === '';
  const codes = isName ? FILE.exec(property(image, 'src'))?.[1] : undefined;
  const points = codes?.split(/[-_]/).map((code) => Number.parseInt(code, 16)) ?? [];
  const isKnown = points.length > 0 && points.every((point) => point > 0x22 && point <= 0x10ffff);
  return isKnown ? String.fromCodePoint(...points) : alt;
}
