import type { Element, Nodes } from 'hast';
import { classesOf, collapseSpace, deepText, findElement, isBlank, property } from '../../html/element.js';
import { parseSrcset } from '../../html/srcset.js';
import { isHidden } from './hidden.js';
import { element, type Visit } from './visit.js';

/** Texts for browsers that run no scripts. */
const NO_SCRIPTS =
  /(?:enable|requires?|turn on|activate)\b.{0,40}javascript|javascript\b.{0,40}(?:enable|required|disabled)/i;

/** `img`. */
export function copyImage(visit: Visit): boolean {
  pushImage(visit, visit.node, imageSource(visit.node));
  return true;
}

/**
 * `picture`: its image, with the address of a source if it has none itself. One that isn't closed, as in
 * `<picture src="a.png" />`, has the rest of the page in it.
 */
export function copyPicture(visit: Visit): boolean {
  const { node, out } = visit;
  if (hasText(node)) {
    visit.copy(node, out);
    return true;
  }
  const image = findElement(node, ({ tagName }) => tagName === 'img');
  if (image === undefined || isHidden(image)) return true;
  pushImage(visit, image, imageSource(image) ?? pictureSource(node));
  return true;
}

function hasText({ children }: Element): boolean {
  return children.some((child) => {
    if (child.type === 'element' && /^(?:noscript|script|style|template)$/.test(child.tagName)) return false;
    return deepText(child).trim() !== '';
  });
}

function pushImage(visit: Visit, node: Element, src: string | undefined): void {
  const { out, context } = visit;
  const { alt, title, isText } = readPicture(node);
  if (src === undefined || isText) {
    // Inline data, emoji, counters: only their text matters to a reader of text.
    if (alt !== '') out.push(element('span', {}, [{ type: 'text', value: apart(alt, visit) }]));
    return;
  }
  context.images.add(src);
  out.push(element('img', title === '' ? { src, alt } : { src, alt, title }));
}

const WORD_END = /[\p{L}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;

/** The words of a picture, apart from those beside it; a single letter may be the first of a word. */
function apart(alt: string, { parent, index }: Visit): string {
  const siblings = 'children' in parent ? parent.children : [];
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  const isAfter =
    alt.length > 1 && before?.type === 'text' && WORD_END.test(before.value) && WORD_START.test(alt);
  const isBefore =
    alt.length > 1 && after?.type === 'text' && WORD_START.test(after.value) && WORD_END.test(alt);
  return `${isAfter ? ' ' : ''}${alt}${isBefore ? ' ' : ''}`;
}

/** `video` and `audio`: the address may stand in the first `source`; what is inside is for browsers without the element. */
export function copyMedia(visit: Visit): boolean {
  const { node, out } = visit;
  const source = findElement(node, ({ tagName }) => tagName === 'source');
  const src = source === undefined ? '' : property(source, 'src');
  const copy = element(node.tagName, src === '' ? node.properties : { ...node.properties, svcSource: src });
  out.push(copy);
  visit.copy(node, copy.children);
  return true;
}

/** `noscript`: keeps what a page shows without scripts, unless the same image is next to it. */
export function copyNoscript(visit: Visit): boolean {
  const { node, parent, index, context } = visit;
  const text = collapseSpace(deepText(node));
  // A program that saved the page has written its tags as text.
  if (NO_SCRIPTS.test(text) || /^<[a-z][^<>]*>/i.test(text)) return true;
  const image = findElement(node, ({ tagName }) => tagName === 'img');
  const src = image === undefined ? undefined : imageSource(image);
  if (image === undefined || src === undefined) return false;
  if (text === '' && isCounter(image, src)) return true;
  return context.images.has(src) || nextImage(parent, index) === src;
}

/** Names of images, and places of services, that count visits. */
const COUNTER_NAME = /(?:free|hit|page|visit(?:or)?s?|web)[- ]counter|web[- ]?stat/i;
const COUNTER_PLACE =
  /^(?:https?:)?\/\/(?:[^/]*\.)?(?:analytics|histats|matomo|piwik|(?:easy|flag|hit|stat|web)?counter)\.|\/(?:counter|matomo|piwik)\.(?:cgi|php)\b/i;

/** Whether an image counts visits of browsers that run no scripts, in view or beside the page. */
function isCounter(image: Element, src: string): boolean {
  return (
    COUNTER_NAME.test(property(image, 'alt')) ||
    COUNTER_PLACE.test(src) ||
    /(?:left|top)\s*:\s*-\d{4}/i.test(property(image, 'style'))
  );
}

function nextImage(parent: Nodes, index: number): string | undefined {
  if (!('children' in parent)) return undefined;
  const next = parent.children.slice(index + 1).find((child) => !isBlank(child as Nodes));
  return next?.type === 'element' && next.tagName === 'img' ? imageSource(next) : undefined;
}

/** Where lazy-loading scripts keep the true address. */
const LAZY_SOURCES = ['dataSrc', 'dataLazySrc', 'dataOriginal', 'dataLazy'];
const LAZY_SETS = ['dataSrcset', 'dataSrcSet', 'dataLazySrcset'];

/** The texts of an image. */
interface Picture {
  readonly alt: string;
  readonly title: string;
  /** Only the alternative text counts: an emoji, or a counter of visits. */
  readonly isText: boolean;
}

/**
 * Reads the texts of an image.
 *
 * @param image an `img` element
 * @returns alternative text, title unless it repeats it, and whether the image itself matters
 */
function readPicture(image: Element): Picture {
  const alt = collapseSpace(property(image, 'alt'));
  const title = collapseSpace(property(image, 'title'));
  const emoji = alt !== '' && classesOf(image).some((name) => name === 'emoji' || name === 'wp-smiley');
  return { alt, title: title === alt ? '' : title, isText: emoji || isPixel(image) };
}

/** Visit counters are pictures of one pixel. */
function isPixel(image: Element): boolean {
  return property(image, 'width') === '1' && property(image, 'height') === '1';
}

/**
 * Finds the address of an image that may be lazy-loaded.
 *
 * @param image an `img` element
 * @returns address, or undefined when there is only inline data
 */
function imageSource(image: Element): string | undefined {
  // `data-lazy="true"` is a switch.
  const isAddress = (value: string) => value !== '' && !isInline(value);
  const lazy = LAZY_SOURCES.map((name) => property(image, name)).find(
    (one) => isAddress(one) && /[/.]/.test(one),
  );
  const inSet = () => LAZY_SETS.map((name) => largestCandidate(property(image, name))).find(Boolean);
  const src = property(image, 'src');
  return lazy ?? inSet() ?? (isAddress(src) ? src : largestCandidate(property(image, 'srcSet')));
}

/**
 * Finds the address that a `picture` offers when its `img` has none.
 *
 * @param picture a `picture` element
 * @returns address, or undefined
 */
function pictureSource(picture: Element): string | undefined {
  const source = findElement(picture, ({ tagName }) => tagName === 'source');
  return source === undefined ? undefined : imageSource(source);
}

function isInline(url: string): boolean {
  return /^\s*(?:data|blob|javascript|vbscript):/i.test(url) || url === '#' || url === 'about:blank';
}

function largestCandidate(set: string): string | undefined {
  const sizes = parseSrcset(set)
    .filter(({ url }) => !isInline(url))
    .map(({ url, descriptor }) => ({
      url,
      size: /^[\d.]+[wxh]/.test(descriptor) ? Number.parseFloat(descriptor) : 0,
    }));
  return sizes.sort((a, b) => b.size - a.size)[0]?.url;
}
