import type { Element, ElementContent, Nodes } from 'hast';
import { deepText, findElement, oneLine, property } from '../element.js';
import { isHidden } from './hidden.js';
import { imageSource, pictureSource, readPicture } from './images.js';
import { type Context, element, isBlank, type Visit } from './visit.js';

/** Texts for browsers that run no scripts. */
const NO_SCRIPTS =
  /(?:enable|requires?|turn on|activate)\b.{0,40}javascript|javascript\b.{0,40}(?:enable|required|disabled)/i;

/** `img`. */
export function copyImage(visit: Visit): boolean {
  const { node, out, context } = visit;
  pushImage(node, imageSource(node), out, context);
  return true;
}

/** `picture`: its image, with the address of a source if it has none itself. */
export function copyPicture(visit: Visit): boolean {
  const { node, out, context } = visit;
  const image = findElement(node, ({ tagName }) => tagName === 'img');
  if (image === undefined || isHidden(image)) return true;
  pushImage(image, imageSource(image) ?? pictureSource(node), out, context);
  return true;
}

function pushImage(node: Element, src: string | undefined, out: ElementContent[], context: Context): void {
  const { alt, title, isText } = readPicture(node);
  if (src === undefined || isText) {
    // Inline data, emoji, counters: only their text matters to a reader of text.
    if (alt !== '') out.push(element('span', {}, [{ type: 'text', value: alt }]));
    return;
  }
  context.images.add(src);
  out.push(element('img', title === '' ? { src, alt } : { src, alt, title }));
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
  if (NO_SCRIPTS.test(oneLine(deepText(node)))) return true;
  const image = findElement(node, ({ tagName }) => tagName === 'img');
  const src = image === undefined ? undefined : imageSource(image);
  if (src === undefined) return false;
  return context.images.has(src) || nextImage(parent, index) === src;
}

function nextImage(parent: Nodes, index: number): string | undefined {
  if (!('children' in parent)) return undefined;
  const next = parent.children.slice(index + 1).find((child) => !isBlank(child as Nodes));
  return next?.type === 'element' && next.tagName === 'img' ? imageSource(next) : undefined;
}
