import { decodeHTMLAttribute } from 'entities';
import { oneLine } from '../../../../content/html/element.js';
import { htmlTokens } from '../../../../content/html/tokens.js';
import { isFileNameAlt } from '../../../../content/images/described.js';
import { imageKey, shownName } from './images.js';

/** The alternative text of a page's own image. */
export interface FeaturedImage {
  /** The name of its file, for people. */
  readonly name: string;
  /**
   * `own`: a description. `none`: there is none. `empty`: the written page shows it with an empty one.
   * `file-name`: only the name of the file. `title`: the written page shows the title instead of the description.
   */
  readonly alt: 'own' | 'none' | 'empty' | 'file-name' | 'title';
}

/** A featured image in the source and the library. */
export interface ImageFacts {
  readonly url: string;
  /** Empty when it has none. */
  readonly alt: string;
}

/**
 * Determines the alternative text of a featured image. The written page decides where it shows the image; elsewhere the
 * library does.
 * @param page the written HTML page; undefined where the build writes none
 */
export function readFeaturedImage(image: ImageFacts, title: string, page: string | undefined): FeaturedImage {
  const name = shownName(image.url);
  const own = oneLine(image.alt);
  const printed = page === undefined ? undefined : printedAlt(page, image.url);
  if (printed !== undefined && printed === '' && own === '') return { name, alt: 'empty' };
  if (
    printed !== undefined &&
    own !== '' &&
    printed !== own &&
    (printed === '' || printed === oneLine(title))
  )
    return { name, alt: 'title' };
  const alt = own || (printed === oneLine(title) ? '' : (printed ?? ''));
  if (alt === '') return { name, alt: 'none' };
  return { name, alt: isFileNameAlt(alt, image.url) ? 'file-name' : 'own' };
}

/** The alternative text with which a page shows an image; undefined where it does not show it. */
function printedAlt(page: string, url: string): string | undefined {
  const key = imageKey(url);
  const start = /<img\b/gi;
  for (let found = start.exec(page); found !== null; found = start.exec(page)) {
    const [tag] = htmlTokens(page, found.index);
    const src = tag?.attributes?.get('src');
    if (src === undefined || imageKey(decodeHTMLAttribute(src)) !== key) continue;
    return oneLine(decodeHTMLAttribute(tag?.attributes?.get('alt') ?? ''));
  }
  return undefined;
}
