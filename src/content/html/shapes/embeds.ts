import type { Element } from 'hast';
import { parseHtml } from '../parse.js';
import {
  attribute,
  findBelow,
  findIn,
  hasClass,
  make,
  type PageMap,
  remove,
  rename,
  replace,
  type Sought,
  textIn,
} from '../reveal/page-map.js';

const PICTURE = /\.(?:svg|png|jpe?g|gif|webp|avif)(?:[?#]|$)/i;

/** Elements of AMP, which have the attributes of those that they stand for. */
const CUSTOM: ReadonlyMap<string, string> = new Map([
  ['amp-img', 'img'],
  ['amp-anim', 'img'],
  ['amp-video', 'video'],
  ['amp-audio', 'audio'],
  ['amp-iframe', 'iframe'],
]);
const VIDEO = /^(?:amp|lite)-(?:youtube|vimeo)$/;
/** Boxes that a script turns into a YouTube player. */
const VIDEO_BOX = /^(?:lite-)?(?:youtube|yt)(?:[-_]|$)/i;
const VIDEO_IDS = [
  'videoId',
  'videoid',
  'dataVideoid',
  'dataVideoId',
  'dataYoutubeId',
  'dataYoutube',
  'dataYtId',
  'dataId',
];
const SOUGHT: Sought = {
  tags: /^(?:object|embed|script|iframe|amp-[a-z]+|lite-(?:youtube|vimeo))$/,
  classes: VIDEO_BOX,
  properties: ['dataHtml'],
};

/**
 * Turns `object` and `embed` into frames, or pictures, with the same address, since later steps handle frames.
 * An `object` without an address shows its content.
 */
export function settleEmbeds(page: PageMap): void {
  for (const element of findIn(page, SOUGHT)) {
    if (!page.parents.has(element)) continue;
    if (element.tagName === 'iframe') {
      if (isCounter(element)) remove(page, element);
      continue;
    }
    const name = CUSTOM.get(element.tagName);
    if (name !== undefined) rename(page, element, name);
    else if (VIDEO.test(element.tagName)) replace(page, element, videoFrame(element));
    else settleScripted(page, element);
    if (element.tagName !== 'object' && element.tagName !== 'embed') continue;
    const src = addressOf(element);
    if (src !== undefined) replace(page, element, [frameOf(element, src)]);
    else if (element.tagName === 'object') replace(page, element, element.children);
  }
}

/** Returns true for a frame too small to see, which counts visits. */
export function isCounter(frame: Element): boolean {
  return ['width', 'height'].every((name) => /^[01](?:px)?$/.test(attribute(frame, name)));
}

/** Frames that a script adds: gists of GitHub, and the code of a player in an attribute (Squarespace). */
function settleScripted(page: PageMap, element: Element): void {
  if (isVideoBox(element)) {
    replace(page, element, videoFrame(element));
    return;
  }
  if (element.tagName === 'script') {
    const gist = /^(?:https?:)?\/\/(gist\.github\.com\/[\w-]+\/[0-9a-f]+)\.js\b/.exec(
      attribute(element, 'src'),
    )?.[1];
    if (gist !== undefined) replace(page, element, [frameOf(element, `https://${gist}`)]);
    return;
  }
  const code = attribute(element, 'dataHtml');
  if (element.children.length > 0 || !code.startsWith('<iframe')) return;
  const [frame] = parseHtml(code).children;
  if (frame?.type === 'element') element.children = [frame];
}

function isVideoBox(element: Element): boolean {
  if (!/^(?:div|a|button|span)$/.test(element.tagName) || !hasClass(element, VIDEO_BOX)) return false;
  return textIn(element) === '' && /^[\w-]{11}$/.test(videoId(element) ?? '');
}

function videoId(element: Element): string | undefined {
  return VIDEO_IDS.map((name) => attribute(element, name)).find((one) => one !== '');
}

/** A player that names only the id of its video. */
function videoFrame(element: Element): Element[] {
  const id = videoId(element);
  if (id === undefined || !/^[\w-]+$/.test(id)) return [element];
  const frame = make('iframe');
  const isVimeo = element.tagName.endsWith('vimeo');
  const title =
    attribute(element, 'title') ||
    attribute(element, 'playLabel') ||
    attribute(element, 'playlabel') ||
    attribute(element, 'dataTitle');
  const src = isVimeo ? `https://player.vimeo.com/video/${id}` : `https://www.youtube.com/embed/${id}`;
  frame.properties = title === '' ? { src } : { src, title };
  return [frame];
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
