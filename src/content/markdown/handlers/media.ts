import type { Element } from 'hast';
import type { Paragraph, PhrasingContent, RootContent } from 'mdast';
import { deepText, findElement, oneLine, property } from '../../html/element.js';
import type { Handle } from './handle.js';
import { linkTarget, mediaTarget } from './url.js';

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

/**
 * Writes the line for an embedded page.
 *
 * @param kind word before the link
 * @param node an `iframe` element
 * @returns line, or undefined when the frame has no address
 */
export function frameLine(kind: 'Embedded' | 'Video', node: Element): Paragraph | undefined {
  const src = frameSource(node);
  return src === undefined ? undefined : line(kind, labelOf(node) || src, src);
}

/**
 * Reads the address of a frame that may be lazy-loaded.
 *
 * @param node an `iframe` element
 * @returns address, or undefined
 */
export function frameSource(node: Element): string | undefined {
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
export function line(kind: string, label: string, url: string | undefined): Paragraph {
  const text: PhrasingContent = { type: 'text', value: label.replace(/[[\]]/g, '') };
  const target: PhrasingContent =
    url === undefined ? text : { type: 'link', url, title: null, children: [text], data: { resource: true } };
  return { type: 'paragraph', children: [{ type: 'text', value: `${kind}: ` }, target] };
}

function labelOf(node: Element): string {
  return oneLine(property(node, 'title') || property(node, 'ariaLabel'));
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
  return fallback === undefined || oneLine(deepText(fallback)) === ''
    ? undefined
    : linkTarget(property(fallback, 'href'));
}

/** Hosts that serve videos only; their subdomains count too. */
export const VIDEO_HOSTS: readonly string[] = (
  'youtube.com youtube-nocookie.com youtu.be vimeo.com dailymotion.com ted.com twitch.tv tiktok.com rumble.com ' +
  'odysee.com bitchute.com kick.com streamable.com wistia.net wistia.com loom.com videopress.com ' +
  'video.wordpress.com brightcove.net jwplayer.com vidyard.com sproutvideo.com vidalytics.com panopto.com ' +
  'kaltura.com api.video muse.ai videodelivery.net cloudflarestream.com mediadelivery.net stream.mux.com'
).split(' ');

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
