import type { Element, Nodes } from 'hast';
import { findAll, hasClass, isBlankText, property } from '../element.js';
import { findIn, type PageMap, remove, replace } from '../reveal/page-map.js';

/** Names under which scripts keep an address until a picture is scrolled to. */
const SOURCE =
  /^data(?!.*(?:src-?set|sizes|alt|title|id|class|width|height|caption|type)$).*(?:src|lazy|lazyload|original|image|img|echo)/i;
const SET = /^data.*srcset$/i;
const INLINE = /^\s*(?:data|blob|about|javascript):|^#?$/i;
const PLACEHOLDER = /(?:^|[/_-])(?:blank|spacer|placeholder|pixel|transparent|loading|lazy|1x1|empty)[^/]*$/i;
const ADDRESS = /^(?:https?:)?\/\/\S+$|^\S*(?:\/|\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$))\S*$/i;

/**
 * Gives lazy-loaded pictures their address, under whatever name a script keeps it, and keeps one of a picture and
 * its copy for browsers without scripts.
 */
export function normaliseLazyImages(page: PageMap): void {
  for (const element of findIn(page, { tags: /^(?:img|source)$/ })) {
    if (element.tagName !== 'img' && element.tagName !== 'source') continue;
    normaliseAddress(element);
    if (element.tagName === 'img') normaliseCopy(page, element);
  }
}

function normaliseAddress(image: Element): void {
  const { properties } = image;
  const src = property(image, 'src');
  if (image.tagName === 'img' && (INLINE.test(src) || PLACEHOLDER.test(src))) {
    const name = Object.keys(properties).find((one) => SOURCE.test(one) && isAddress(property(image, one)));
    if (name !== undefined) {
      properties['src'] = property(image, name);
      // From here on the address is resolved, and this copy of it would not be.
      delete properties[name];
    }
  }
  const set = Object.keys(properties).find((name) => SET.test(name) && property(image, name) !== '');
  if (set !== undefined && INLINE.test(property(image, 'srcSet')))
    properties['srcSet'] = property(image, set);
}

function isAddress(value: string): boolean {
  return !INLINE.test(value) && ADDRESS.test(value);
}

function hasAddress(image: Element): boolean {
  const names = ['src', 'srcSet', 'dataSrc', 'dataLazySrc', 'dataOriginal', 'dataLazy'];
  return names.some((name) => !INLINE.test(property(image, name)));
}

/** The copy directly follows the picture, or the `picture` around it. */
function normaliseCopy(page: PageMap, image: Element): void {
  const parent = page.parents.get(image);
  const picture = parent?.type === 'element' && parent.tagName === 'picture' ? parent : image;
  const siblings: readonly Nodes[] = page.parents.get(picture)?.children ?? [];
  const copy = siblings
    .slice(siblings.indexOf(picture) + 1)
    .find((node) => node.type !== 'comment' && !isBlankText(node));
  if (copy?.type !== 'element' || copy.tagName !== 'noscript') return;
  const [inner] = findAll(copy, ({ tagName }) => tagName === 'img');
  if (inner === undefined || !hasAddress(inner)) return;
  if (!hasAddress(image)) remove(page, picture);
  else if (property(inner, 'alt') === property(image, 'alt')) remove(page, copy);
}

const EMOJI = /^(?:emoji|twemoji|g-?emoji|emojione|joypixels|wp-smiley)$/;
/** The file of an emoji is named for its characters: `1f604.png`, `1f1e9-1f1ea.svg`. */
const FILE = /\/(?:u|emoji_u)?([0-9a-f]{2,6}(?:[-_][0-9a-f]{2,6})*)\.(?:png|svg|gif|webp)(?:[?#]|$)/i;

/** Writes pictures of emoji as the character or, where a site has pictures of its own, as their name. */
export function normaliseEmoji(page: PageMap): void {
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
