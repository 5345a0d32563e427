import type { Element, Nodes } from 'hast';
import { elementsIn, findAll, hasClass, isBlankText, property } from '../element.js';
import {
  closest,
  type ElementQuery,
  findIn,
  type PageMap,
  remove,
  replace,
  textIn,
} from '../reveal/page-map.js';
import { isUnseen } from '../text.js';
import { isInSentence, SENTENCE } from './buttons.js';

/** Names under which scripts keep an address until a picture is scrolled to. */
const SOURCE =
  /^data(?!.*(?:src-?set|sizes|alt|title|id|class|width|height|caption|type)$).*(?:src|lazy|lazyload|original|image|img|echo)/i;

const SET = /^data.*srcset$/i;

const INLINE = /^\s*(?:data|blob|about|javascript):|^#?$/i;

const PLACEHOLDER =
  /(?:^|[/_-])(?:blank|spacer|placeholder|pixel|transparent|load(?:ing|er)|spinner|lazy|1x1|empty)[^/]*$/i;

const ADDRESS = /^(?:https?:)?\/\/\S+$|^\S*(?:\/|\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$))\S*$/i;

/** Fonts that draw the name of an icon, such as `arrow_back`, as the icon. */
const ICON_FONT =
  /^material-(?:icons(?:-(?:outlined|round|sharp|two-tone))?|symbols-(?:outlined|rounded|sharp))$/;

/** Elements and class names of icons. */
const ICON_TAG = /^(?:i|svg|[a-z]+(?:-[a-z]+)*-icon)$/;

const ICON_CLASS = /(?:^|[-_])icons?(?:$|[-_])|^(?:fa[srb]?|bi|glyphicon|dashicons|octicon)$/;

/** Names of icons that describe a link. */
const LINK_SIGN = /\bopens?\b|\bexternal\b|\bnew (?:tab|window)\b|permalink/i;

/** Everything that may be an icon. */
const QUERY: ElementQuery = {
  tags: ICON_TAG,
  classes: new RegExp(`${ICON_FONT.source}|${ICON_CLASS.source}`),
  properties: ['role'],
};

/**
 * Gives lazy-loaded pictures their address, under whatever name a script keeps it, and keeps one of a picture and its
 * copy, for browsers without scripts or in full size.
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
  if (copy?.type !== 'element') return;
  if (copy.tagName !== 'noscript') {
    if (copy.tagName !== 'img' && isSameImage(image, copy)) remove(page, copy);
    return;
  }
  const [inner] = findAll(copy, ({ tagName }) => tagName === 'img');
  if (inner === undefined || !hasAddress(inner)) return;
  if (!hasAddress(image) || isUnseen(image)) {
    remove(page, picture);
    removeThumbnails(page, copy, inner);
  } else if (property(inner, 'alt') === property(image, 'alt')) remove(page, copy);
}

/** Whether all that an element holds is the same picture, which a script or a switch shows in full size. */
function isSameImage(image: Element, holder: Element): boolean {
  let inner = holder;
  while (inner.tagName !== 'img') {
    const [only, ...others] = inner.children.filter((child) => !isBlankText(child));
    if (only?.type !== 'element' || others.length > 0) return false;
    inner = only;
  }
  return hasAddress(image) && ['alt', 'src'].every((name) => property(image, name) === property(inner, name));
}

/** The same file in another size, which the figure shows while the picture loads. */
function removeThumbnails(page: PageMap, copy: Element, picture: Element): void {
  const figure = closest(page, copy, ({ tagName }) => tagName === 'figure');
  const file = FILE_NAME.exec(property(picture, 'src'))?.[0];
  if (figure === undefined || file === undefined) return;
  for (const image of findAll(figure, ({ tagName }) => tagName === 'img'))
    if (image !== picture && FILE_NAME.exec(property(image, 'src'))?.[0] === file) remove(page, image);
}

const FILE_NAME = /\/[^/?#]+(?=[?#]|$)/;
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

/**
 * Replaces an icon with its name if it is alone in a table cell (it says yes or no) or stands for a word in a sentence.
 * Other icons aren't content: the names that an icon font draws are removed.
 */
export function normaliseIcons(page: PageMap): void {
  for (const element of findIn(page, QUERY)) {
    if (isFontIcon(element)) {
      const cell = cellAround(page, element);
      if (cell === undefined || textIn(cell) !== textIn(element)) remove(page, element);
    }
    const value = nameOf(element);
    if (value === '') continue;
    const cell = cellAround(page, element);
    const isAlone = cell !== undefined && (textIn(cell) === '' || textIn(cell) === textIn(element));
    if (isAlone || isWord(page, element, value)) replace(page, element, [{ type: 'text', value }]);
  }
}

function isFontIcon(element: Element): boolean {
  if (!hasClass(element, ICON_FONT) && !/^(?:mat|md)-icon$/.test(element.tagName)) return false;
  return /^[a-z][a-z0-9_]*$/.test(textIn(element));
}

/** The accessible name or tooltip of an icon without text. */
function nameOf(element: Element): string {
  const isDrawing =
    ICON_TAG.test(element.tagName) || property(element, 'role') === 'img' || hasClass(element, ICON_CLASS);
  if (!isDrawing || property(element, 'ariaHidden') === 'true' || !isDrawn(element)) return '';
  const inner = element.tagName === 'svg' ? element : elementsIn(element)[0];
  return (
    property(element, 'ariaLabel') ||
    property(element, 'title') ||
    (inner?.tagName === 'svg' ? property(inner, 'ariaLabel') || titleOf(inner) : '')
  );
}

/** Returns true if an element contains only icons. */
function isDrawn(element: Element): boolean {
  if (element.tagName === 'svg') return true;
  return element.children.every((child) => {
    if (child.type === 'element') return child.tagName === 'svg' || (child.tagName === 'i' && isDrawn(child));
    return child.type !== 'text' || isBlankText(child);
  });
}

/** Returns true if the sentence would lack a word without the icon: words and a space come before it. */
function isWord(page: PageMap, icon: Element, name: string): boolean {
  if (!/\p{L}{2}/u.test(name) || LINK_SIGN.test(name) || !isInSentence(page, icon)) return false;
  let at = icon;
  let parent = page.parents.get(at);
  while (parent?.type === 'element' && isFirst(parent, at) && !SENTENCE.test(parent.tagName)) {
    at = parent;
    parent = page.parents.get(at);
  }
  const siblings: readonly Nodes[] = parent?.children ?? [];
  const before = siblings.slice(0, siblings.indexOf(at));
  const last = before.at(-1);
  const isApart = last?.type === 'text' && /[\s("'\u201c\u2018[]$/u.test(last.value);
  return isApart && before.some((node) => /\p{L}{2}/u.test(textIn(node)));
}

function isFirst(parent: Element, child: Element): boolean {
  return parent.children.find((node) => !isBlankText(node)) === child;
}

function titleOf(svg: Element): string {
  const [first] = elementsIn(svg);
  return first?.tagName === 'title' ? textIn(first) : '';
}

function cellAround(page: PageMap, element: Element): Element | undefined {
  for (let at = page.parents.get(element), level = 0; at?.type === 'element' && level < 4; level += 1) {
    if (/^(?:td|th|dd)$/.test(at.tagName)) return at;
    if (!/^(?:span|div|i|p)$/.test(at.tagName)) return undefined;
    at = page.parents.get(at);
  }
  return undefined;
}
