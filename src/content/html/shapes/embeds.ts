import type { Element } from 'hast';
import { attribute, findBelow, make, type PageMap, replace } from '../reveal/page-map.js';

const PICTURE = /\.(?:svg|png|jpe?g|gif|webp|avif)(?:[?#]|$)/i;

/**
 * Turns `object` and `embed` into frames, or pictures, with the same address, since later steps handle frames.
 * An `object` without an address shows its content.
 */
export function settleEmbeds(page: PageMap): void {
  for (const element of page.elements) {
    if (element.tagName !== 'object' && element.tagName !== 'embed') continue;
    if (!page.parents.has(element)) continue;
    const src = addressOf(element);
    if (src !== undefined) replace(page, element, [frameOf(element, src)]);
    else if (element.tagName === 'object') replace(page, element, element.children);
  }
}

/** Its own address, else that of its parameters, as plug-ins had it. */
function addressOf(element: Element): string | undefined {
  const own = attribute(element, element.tagName === 'object' ? 'data' : 'src');
  if (own !== '') return own;
  const names = /^(?:movie|src|url|filename|data)$/i;
  const params = findBelow(
    element,
    (one) => one.tagName === 'param' && names.test(attribute(one, 'name')) && attribute(one, 'value') !== '',
  );
  return params[0] && attribute(params[0], 'value');
}

function frameOf(element: Element, src: string): Element {
  const label = attribute(element, 'title') || attribute(element, 'ariaLabel');
  if (/^image\//i.test(attribute(element, 'type')) || PICTURE.test(src)) {
    const image = make('img');
    const [inner] = findBelow(element, ({ tagName }) => tagName === 'img');
    image.properties = { src, alt: label || (inner === undefined ? '' : attribute(inner, 'alt')) };
    return image;
  }
  const frame = make('iframe');
  frame.properties = label === '' ? { src } : { src, title: label };
  return frame;
}
