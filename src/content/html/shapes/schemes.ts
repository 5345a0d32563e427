import type { Element } from 'hast';
import { classesOf, elementsIn, property } from '../element.js';
import { findIn, type PageMap, remove, textIn } from '../reveal/page-map.js';

type Scheme = 'dark' | 'light';

/** Address suffixes by which GitHub and MkDocs show a picture in one scheme only. */
const FRAGMENT = /#(?:only-|gh-)(dark|light)(?:-mode-only)?$/i;
/** Names for one scheme, apart from those that only style the picture in it (`dark:border`). */
const NAMED =
  /^(?:only-(dark|light)|(dark|light)-only|(dark|light)-mode-only|(?:hide|hidden)-(?:in-)?(dark|light)|(?:show|visible)-(?:in-|on-)?(dark|light)|(dark|light)(?:-(?:mode|theme|image|img|logo))?|(?:themed\w*|\w*[iI]mage)--(dark|light)\w*|dark:(hidden)|(?:\w+--)?(?:sl-)?(dark|light):sl-[-\w]+)$/;

/**
 * Of two pictures that a page shows in a light and in a dark scheme, keeps the
 * light one. A picture for the dark scheme alone stays.
 */
export function normaliseSchemes(page: PageMap): void {
  const pictures = findIn(page, { tags: /^(?:picture|img)$/ }).filter((element) => isPicture(page, element));
  const schemes = pictures.map((picture) => schemeOf(page, picture));
  for (const [index, picture] of pictures.entries()) {
    if (schemes[index] !== 'dark') continue;
    const other = [index - 1, index + 1].find((at) => {
      const near = pictures[at];
      return near !== undefined && schemes[at] !== 'dark' && isPairOf(page, picture, near, schemes[at]);
    });
    if (other === undefined) continue;
    removeWithBox(page, picture);
    // Its counterpart is gone, and it belongs to no other picture.
    dropSchemeClasses(page, pictures[other] as Element);
  }
  for (const picture of pictures) stripFragments(picture);
}

function isPicture(page: PageMap, element: Element): boolean {
  if (element.tagName === 'picture') return true;
  const parent = page.parents.get(element);
  return element.tagName === 'img' && !(parent?.type === 'element' && parent.tagName === 'picture');
}

/** The scheme of a picture, or of a box that contains only the picture. */
function schemeOf(page: PageMap, picture: Element): Scheme | undefined {
  const images = [picture, ...elementsIn(picture)];
  for (const image of images) {
    const scheme = ['src', 'dataSrc', 'srcSet']
      .map((name) => FRAGMENT.exec(property(image, name).split(/\s/)[0] ?? '')?.[1])
      .find((one) => one !== undefined);
    if (scheme !== undefined) return scheme.toLowerCase() as Scheme;
  }
  for (const element of [...boxesAround(page, picture), ...images]) {
    const scheme = schemeOfNames(classesOf(element));
    if (scheme !== undefined) return scheme;
  }
  return undefined;
}

function schemeOfNames(names: readonly string[]): Scheme | undefined {
  // `hidden dark:block` is shown in the dark alone, `dark:hidden` everywhere else.
  if (names.includes('dark:hidden')) return 'light';
  const isHidden = names.some((name) => name === 'hidden' || name === 'd-none');
  if (isHidden && names.some((name) => /^dark:(?:block|inline|flex|inline-block|grid|contents)$/.test(name)))
    return 'dark';
  for (const name of names) {
    const match = NAMED.exec(name);
    const found = match?.slice(1).find((one) => one !== undefined);
    if (match === null || found === undefined || found === 'hidden') continue;
    const isOpposite = /^hid/.test(name);
    return (found === 'dark') === isOpposite ? 'light' : 'dark';
  }
  return undefined;
}

/** The elements around a picture that hold nothing else, innermost first. */
function boxesAround(page: PageMap, picture: Element): readonly Element[] {
  const boxes: Element[] = [];
  let inner = picture;
  for (let at = page.parents.get(picture); at?.type === 'element'; at = page.parents.get(at)) {
    if (elementsIn(at).length !== 1 || textIn(at) !== textIn(inner)) break;
    boxes.push(at);
    inner = at;
  }
  return boxes;
}

/** Pictures of one pair are adjacent, alone or in boxes of their own, and have the same text. */
function isPairOf(page: PageMap, dark: Element, other: Element, scheme: Scheme | undefined): boolean {
  const [box, next] = [dark, other].map((one) => boxesAround(page, one).at(-1) ?? one) as [Element, Element];
  const around = page.parents.get(box);
  if (around === undefined || page.parents.get(next) !== around) return false;
  const siblings = elementsIn(around).filter(({ tagName }) => tagName !== 'br' && tagName !== 'noscript');
  if (Math.abs(siblings.indexOf(box) - siblings.indexOf(next)) !== 1) return false;
  const [alt, otherAlt] = [altOf(dark), altOf(other)];
  return alt === otherAlt || (scheme === 'light' && (alt === '' || otherAlt === ''));
}

/** Without the words that distinguish the pictures of a pair. */
function altOf(picture: Element): string {
  const alt = [picture, ...elementsIn(picture)].map((one) => property(one, 'alt')).find((one) => one !== '');
  return (alt ?? '').replace(/\b(?:dark|light|mode|theme|version)\b|[^\p{L}\p{N}]/giu, '').toLowerCase();
}

function removeWithBox(page: PageMap, picture: Element): void {
  const box = boxesAround(page, picture)
    .filter((one) => textIn(one) === '')
    .at(-1);
  remove(page, box === undefined || box.tagName === 'body' ? picture : box);
}

/** Removes the scheme classes from a picture that is shown in both. */
function dropSchemeClasses(page: PageMap, picture: Element): void {
  for (const element of [picture, ...elementsIn(picture), ...boxesAround(page, picture)]) {
    const names = classesOf(element).filter((name) => schemeOfNames([name]) === undefined);
    if (names.length > 0) element.properties['className'] = names;
    else delete element.properties['className'];
  }
}

function stripFragments(picture: Element): void {
  for (const image of [picture, ...elementsIn(picture)]) {
    for (const name of ['src', 'dataSrc']) {
      const value = property(image, name);
      if (FRAGMENT.test(value)) image.properties[name] = value.replace(FRAGMENT, '');
    }
  }
}
