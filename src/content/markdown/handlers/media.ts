/** Images, videos, sound and embedded pages as Markdown. */

import type { Element } from 'hast';
import type { Paragraph, PhrasingContent, RootContent } from 'mdast';
import { words } from '../../../core/text.js';
import { classesOf, collapseSpace, deepText, findElement, hasClass, property } from '../../html/element.js';
import { type Handle, hasImage, type State, textOf, toFlow } from '../flow.js';
import { mediaTarget, safeLinkTarget } from './url.js';

/** `img`, as prepared: only images with an address come here. */
export const image: Handle = (_, node) => {
  const url = mediaTarget(property(node, 'src'));
  const alt = property(node, 'alt');
  if (url === undefined) return alt === '' ? undefined : { type: 'text', value: alt };
  return { type: 'image', url, title: property(node, 'title') || null, alt };
};

/** `video`: a line with a link. */
export const video: Handle = (_, node) => mediaLine('Video', node);

/** `audio`: a line with a link. */
export const audio: Handle = (_, node) => mediaLine('Audio', node);

/** `iframe`: a line with a link to what is embedded. */
export const iframe: Handle = (_, node) => frameLine('Embedded', node);

/** `figure`: its content and, once, its caption; a figure of an embed block becomes a line. */
export const figure: Handle = (state, node) => {
  if (classesOf(node).some((name) => name.startsWith('wp-block-embed'))) {
    const embed = embedFigure(state, node);
    if (embed !== undefined) return embed;
  }
  const blocks = toFlow(state.all(node));
  return withoutRepeatedCaption(blocks);
};

/**
 * Writes the line for an embedded page.
 *
 * @param kind word before the link
 * @param node an `iframe` element
 * @returns line, or undefined when the frame has no address
 */
function frameLine(kind: 'Embedded' | 'Video', node: Element): Paragraph | undefined {
  const src = frameSource(node);
  return src === undefined ? undefined : line(kind, labelOf(node) || src, src);
}

/**
 * Reads the address of a frame that may be lazy-loaded.
 *
 * @param node an `iframe` element
 * @returns address, or undefined
 */
function frameSource(node: Element): string | undefined {
  for (const name of ['src', 'dataSrc', 'dataLazySrc', 'dataOriginal']) {
    const url = mediaTarget(property(node, name));
    if (url !== undefined) return url;
  }
  return undefined;
}

/**
 * Writes a line such as `Video: [label](address)`.
 *
 @param kind word before the link
 * @param label text of the link
 * @param url address; without it only the label is written
 * @returns paragraph
 */
function line(kind: string, label: string, url: string | undefined): Paragraph {
  const text: PhrasingContent = { type: 'text', value: label.replace(/[[\]]/g, '') };
  const target: PhrasingContent =
    url === undefined ? text : { type: 'link', url, title: null, children: [text], data: { resource: true } };
  return { type: 'paragraph', children: [{ type: 'text', value: `${kind}: ` }, target] };
}

function labelOf(node: Element): string {
  return collapseSpace(property(node, 'title') || property(node, 'ariaLabel'));
}

function mediaLine(kind: 'Video' | 'Audio', node: Element): RootContent | undefined {
  const url = mediaSource(node);
  const label = labelOf(node);
  if (url === undefined && label === '') return undefined;
  return line(kind, label || (url ?? ''), url);
}

function mediaSource(node: Element): string | undefined {
  const own = mediaTarget(property(node, 'src') || property(node, 'dataSrc'));
  if (own !== undefined) return own;
  const value = node.properties['svcSource'];
  if (typeof value === 'string') return mediaTarget(value);
  const fallback = findElement(node, (child) => child.tagName === 'a');
  return fallback === undefined || collapseSpace(deepText(fallback)) === ''
    ? undefined
    : safeLinkTarget(property(fallback, 'href'));
}

/** Hosts that serve videos only; their subdomains count too. */
export const VIDEO_HOSTS: readonly string[] = words(`
  youtube.com youtube-nocookie.com youtu.be vimeo.com dailymotion.com ted.com twitch.tv tiktok.com
  rumble.com odysee.com bitchute.com kick.com streamable.com wistia.net wistia.com loom.com
  videopress.com video.wordpress.com brightcove.net jwplayer.com vidyard.com sproutvideo.com
  vidalytics.com panopto.com kaltura.com api.video muse.ai videodelivery.net cloudflarestream.com
  mediadelivery.net stream.mux.com
`);

/**
 * Returns whether an address is on a host that serves videos only.
 *
 * @param url address, with or without scheme
 * @param hosts lower case
 * @returns true for a listed host and its subdomains
 */
export function isVideoHost(url: string, hosts: readonly string[] = VIDEO_HOSTS): boolean {
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase();
  return host !== undefined && hosts.some((known) => host === known || host.endsWith(`.${known}`));
}

/** A caption that only repeats the alternative text would be read twice. */
function withoutRepeatedCaption(blocks: RootContent[]): RootContent[] {
  const alts = new Set<string>();
  for (const block of blocks) collectAlts(block, alts);
  return blocks.filter((block) => {
    if (block.type !== 'paragraph' || block.children.length !== 1 || block.children[0]?.type !== 'emphasis')
      return true;
    return hasImage(block.children) || !alts.has(textOf(block.children).trim());
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
  const url = href === undefined ? undefined : safeLinkTarget(href);
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
  return blocks.filter((block) => collapseSpace(textOf([block])) !== '');
}

function without(node: Element, frame: Element | undefined, bare: string | undefined): Element {
  const children = node.children.flatMap((child): Element['children'] => {
    if (child === frame) return [];
    if (child.type === 'text' && bare !== undefined)
      return [{ ...child, value: child.value.replace(bare, '') }];
    if (child.type !== 'element' || isCaption(child)) return [child];
    if (bare !== undefined && child.tagName === 'a' && collapseSpace(deepText(child)) === bare) return [];
    return [without(child, frame, bare)];
  });
  return { ...node, children };
}
