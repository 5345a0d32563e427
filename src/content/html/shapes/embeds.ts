import type { Element } from 'hast';
import { words } from '../../../core/text.js';
import { findAll, findElement, hasClass, make, property } from '../element.js';
import { parseDocument, parseHtml } from '../parse.js';
import {
  type ElementQuery,
  findIn,
  type PageMap,
  remove,
  rename,
  replace,
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
const VIDEO_IDS = words('videoId videoid dataVideoid dataVideoId dataYoutubeId dataYoutube dataYtId dataId');
/** Players and pictures that programs define have the name of their kind. */
const QUERY: ElementQuery = {
  tags: /^(?:canvas|object|embed|script|iframe|amp-[a-z]+|[a-z]+-(?:youtube|vimeo|player|viewer|video|audio|img|image))$/,
  classes: VIDEO_BOX,
  properties: ['dataHtml'],
};

/**
 * Turns `object` and `embed` into frames, or pictures, with the same address, since later steps handle frames.
 * An `object` without an address shows its content, as a `canvas` does.
 */
export function normaliseEmbeds(page: PageMap): void {
  for (const element of findIn(page, QUERY)) {
    if (!page.parents.has(element)) continue;
    if (element.tagName === 'iframe') {
      if (isCounter(element)) remove(page, element);
      continue;
    }
    if (element.tagName === 'canvas') {
      showCanvas(page, element);
      continue;
    }
    const name = CUSTOM.get(element.tagName);
    if (name !== undefined) rename(page, element, name);
    else if (VIDEO.test(element.tagName)) replace(page, element, videoFrame(element));
    else normaliseScripted(page, element);
    const isPlayer = element.tagName.includes('-') && textIn(element) === '';
    if (!isPlayer && element.tagName !== 'object' && element.tagName !== 'embed') continue;
    const src = addressOf(element);
    if (src !== undefined) replace(page, element, [frameOf(element, src)]);
    else if (element.tagName === 'object') replace(page, element, element.children);
  }
}

/** Words of a text for browsers that can't show the element. */
const NO_SUPPORT = /\b(?:browser|support)/i;

/** What a drawing by a script says to readers who don't see it: its content, else its name. */
function showCanvas(page: PageMap, canvas: Element): void {
  const text = textIn(canvas);
  const label = property(canvas, 'role') === 'img' ? property(canvas, 'ariaLabel') : '';
  if (text !== '' && !NO_SUPPORT.test(text)) replace(page, canvas, [make('div', canvas.children)]);
  else if (label !== '') replace(page, canvas, [make('p', [{ type: 'text', value: label }])]);
}

/** Returns true for an iframe of at most one pixel, which only tracks visits. */
export function isCounter(frame: Element): boolean {
  return ['width', 'height'].every((name) => /^[01](?:px)?$/.test(property(frame, name)));
}

/** Turns a frame that contains its document in an attribute into a box with the content of that document. */
export function showDocument(frame: Element): void {
  if (frame.tagName !== 'iframe' || property(frame, 'src') !== '' || isCounter(frame)) return;
  const document = property(frame, 'srcDoc');
  if (document === '') return;
  const body = findElement(parseDocument(document), ({ tagName }) => tagName === 'body');
  Object.assign(frame, make('div', body?.children ?? []));
}

/** Frames that a script adds: gists of GitHub, and the code of a player in an attribute (Squarespace). */
function normaliseScripted(page: PageMap, element: Element): void {
  if (isVideoBox(element)) {
    replace(page, element, videoFrame(element));
    return;
  }
  if (element.tagName === 'script') {
    const gist = /^(?:https?:)?\/\/(gist\.github\.com\/[\w-]+\/\w+)\.js\b/.exec(
      property(element, 'src'),
    )?.[1];
    if (gist !== undefined) replace(page, element, [frameOf(element, `https://${gist}`)]);
    return;
  }
  const code = property(element, 'dataHtml');
  if (element.children.length > 0 || !code.startsWith('<iframe')) return;
  const [frame] = parseHtml(code).children;
  if (frame?.type === 'element') element.children = [frame];
}

function isVideoBox(element: Element): boolean {
  if (!/^(?:div|a|button|span)$/.test(element.tagName) || !hasClass(element, VIDEO_BOX)) return false;
  return textIn(element) === '' && /^[\w-]{11}$/.test(videoId(element) ?? '');
}

function videoId(element: Element): string | undefined {
  return VIDEO_IDS.map((name) => property(element, name)).find((one) => one !== '');
}

/** A player that names only the id of its video. */
function videoFrame(element: Element): Element[] {
  const id = videoId(element);
  if (id === undefined || !/^[\w-]+$/.test(id)) return [element];
  const frame = make('iframe');
  const isVimeo = element.tagName.endsWith('vimeo');
  const title =
    property(element, 'title') ||
    property(element, 'playLabel') ||
    property(element, 'playlabel') ||
    property(element, 'dataTitle');
  const src = isVimeo ? `https://player.vimeo.com/video/${id}` : `https://www.youtube.com/embed/${id}`;
  frame.properties = title === '' ? { src } : { src, title };
  return [frame];
}

/** Its own address, else that of its parameters, as plug-ins had it. */
function addressOf(element: Element): string | undefined {
  const own = property(element, element.tagName === 'object' ? 'data' : 'src');
  if (own !== '') return own;
  const names = /^(?:movie|src|url|filename|data)$/i;
  const params = findAll(
    element,
    (one) => one.tagName === 'param' && names.test(property(one, 'name')) && property(one, 'value') !== '',
  );
  return params[0] && property(params[0], 'value');
}

function frameOf(element: Element, src: string): Element {
  const label = ['title', 'ariaLabel', 'alt'].map((name) => property(element, name)).find(Boolean) ?? '';
  if (/^image\//i.test(property(element, 'type')) || PICTURE.test(src)) {
    const image = make('img');
    const [inner] = findAll(element, ({ tagName }) => tagName === 'img');
    const text = inner === undefined ? textIn(element) : property(inner, 'alt');
    image.properties = { src, alt: label || (NO_SUPPORT.test(text) ? '' : text) };
    return image;
  }
  const frame = make('iframe');
  frame.properties = label === '' ? { src } : { src, title: label };
  return frame;
}
