import type { Element } from 'hast';
import { classes, findElement, oneLine, property } from '../element.js';

/** Where lazy-loading scripts keep the true address. */
const LAZY_SOURCES = ['dataSrc', 'dataLazySrc', 'dataOriginal', 'dataLazy'];
const LAZY_SETS = ['dataSrcset', 'dataSrcSet', 'dataLazySrcset', 'srcSet'];

/** The texts of an image. */
export interface Picture {
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
export function readPicture(image: Element): Picture {
  const alt = oneLine(property(image, 'alt'));
  const title = oneLine(property(image, 'title'));
  const emoji = alt !== '' && classes(image).some((name) => name === 'emoji' || name === 'wp-smiley');
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
export function imageSource(image: Element): string | undefined {
  for (const name of [...LAZY_SOURCES, 'src']) {
    const value = property(image, name);
    // `data-lazy="true"` is a switch.
    if (value !== '' && !isInline(value) && (name === 'src' || /[/.]/.test(value))) return value;
  }
  for (const name of LAZY_SETS) {
    const value = largestCandidate(property(image, name));
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * Finds the address that a `picture` offers when its `img` has none.
 *
 * @param picture a `picture` element
 * @returns address, or undefined
 */
export function pictureSource(picture: Element): string | undefined {
  const source = findElement(picture, ({ tagName }) => tagName === 'source');
  return source === undefined ? undefined : imageSource(source);
}

function isInline(url: string): boolean {
  return /^\s*(?:data|blob|javascript|vbscript):/i.test(url) || url === '#' || url === 'about:blank';
}

/** Reads `a.jpg 300w, b.jpg 600w`; an address may hold commas, but does not end in one. */
function largestCandidate(set: string): string | undefined {
  let best: string | undefined;
  let bestSize = -1;
  let url = '';
  const settle = (size: number): void => {
    if (url !== '' && size > bestSize && !isInline(url)) {
      best = url;
      bestSize = size;
    }
    url = '';
  };
  for (const token of set.split(/[\t\n\f\r ]+/)) {
    const descriptor = url === '' ? null : /^([\d.]+)[wxh](?:,(.*))?$/s.exec(token);
    if (url !== '') settle(Number(descriptor?.[1] ?? 0));
    const next = descriptor === null ? token : (descriptor[2] ?? '');
    url = next.endsWith(',') ? next.slice(0, -1) : next;
    if (next.endsWith(',')) settle(0);
  }
  settle(0);
  return best;
}
