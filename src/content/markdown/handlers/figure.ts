import type { Element } from 'hast';
import type { RootContent } from 'mdast';
import { classesOf, deepText, findElement, hasClass, oneLine, property } from '../../html/element.js';
import { toFlow } from '../flow.js';
import { textOf } from '../nodes.js';
import type { Handle, State } from './handle.js';
import { frameLine, frameSource, isVideoHost, line } from './media.js';
import { linkTarget } from './url.js';

/** `figure`: its content and, once, its caption; a figure of an embed block becomes a line. */
export const figure: Handle = (state, node) => {
  if (classesOf(node).some((name) => name.startsWith('wp-block-embed'))) {
    const embed = embedFigure(state, node);
    if (embed !== undefined) return embed;
  }
  const blocks = toFlow(state.all(node));
  return withoutRepeatedCaption(blocks);
};

/** A caption that only repeats the alternative text would be read twice. */
function withoutRepeatedCaption(blocks: RootContent[]): RootContent[] {
  const alts = new Set<string>();
  for (const block of blocks) collectAlts(block, alts);
  return blocks.filter((block) => {
    if (block.type !== 'paragraph' || block.children.length !== 1 || block.children[0]?.type !== 'emphasis')
      return true;
    return !alts.has(textOf(block.children).trim());
  });
}

function collectAlts(node: RootContent, alts: Set<string>): void {
  if (node.type === 'image' && node.alt) alts.add(node.alt.trim());
  if ('children' in node) for (const child of node.children) collectAlts(child as RootContent, alts);
}

function embedFigure(state: State, node: Element): RootContent[] | undefined {
  const found = findAddress(node);
  if (found === undefined) return undefined;
  const isVideo = hasClass(node, 'is-type-video') || isVideoHost(found.url);
  const frame = findElement(node, (child) => child.tagName === 'iframe');
  if (frame !== undefined) {
    const kind = isVideoHost(found.url) ? 'Video' : 'Embedded';
    return [frameLine(kind, frame) as RootContent, ...rest(state, node, frame, undefined)];
  }
  if (!isVideo) return undefined;
  return [line('Video', found.url, found.url), ...rest(state, node, undefined, found.bare)];
}

interface Address {
  readonly url: string;
  /** The address in the text, from which it is removed. */
  readonly bare?: string;
}

/** In order: frame, bare address in the text, `cite` of a quotation, a link. */
function findAddress(node: Element): Address | undefined {
  const frame = findElement(node, (child) => child.tagName === 'iframe');
  const source = frame === undefined ? undefined : frameSource(frame);
  if (source !== undefined) return { url: source };
  const outside = { ...node, children: node.children.filter((child) => !isCaption(child)) };
  const bare = /https?:\/\/[^\s<>"']+/.exec(deepText(outside))?.[0];
  if (bare !== undefined) return { url: bare, bare };
  const quote = findElement(
    outside,
    (child) => child.tagName === 'blockquote' && property(child, 'cite') !== '',
  );
  const link = findElement(outside, (child) => child.tagName === 'a');
  const href = quote === undefined ? link && property(link, 'href') : property(quote, 'cite');
  const url = href === undefined ? undefined : linkTarget(href);
  return url === undefined ? undefined : { url };
}

function isCaption(node: { type: string; tagName?: string }): boolean {
  return node.type === 'element' && node.tagName === 'figcaption';
}

/** The text of the figure besides its address, the caption included. */
function rest(
  state: State,
  node: Element,
  frame: Element | undefined,
  bare: string | undefined,
): RootContent[] {
  const blocks = toFlow(state.all(without(node, frame, bare)));
  return blocks.filter((block) => oneLine(textOf([block])) !== '');
}

function without(node: Element, frame: Element | undefined, bare: string | undefined): Element {
  const children = node.children.flatMap((child): Element['children'] => {
    if (child === frame) return [];
    if (child.type === 'text' && bare !== undefined)
      return [{ ...child, value: child.value.replace(bare, '') }];
    if (child.type !== 'element' || isCaption(child)) return [child];
    if (bare !== undefined && child.tagName === 'a' && oneLine(deepText(child)) === bare) return [];
    return [without(child, frame, bare)];
  });
  return { ...node, children };
}
