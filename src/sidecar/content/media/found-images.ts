import { statSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import type { Config } from '../../../config/config.js';
import type { Media } from '../../../content/body/port.js';
import { compareText } from '../../../core/compare.js';
import { hashId } from '../../../core/hash.js';
import { lastName } from '../../../core/paths.js';
import { encodePath } from '../../../sources/names.js';
import { traitsOf } from '../../../sources/table.js';
import { mimeOf } from '../../../sources/wxr/item.js';
import type { StoredBody } from '../stored-body.js';
import { ContentFolder } from '../write/entry-file.js';
import { applySplice, type Splice } from '../write/passage.js';
import { type BodyImage, bodyImages } from './body-images.js';
import { mediaHome } from './library.js';

/** Maximum number of images per folder. */
const MAX_IMAGES = 20_000;
const IMAGES = '**/*.{jpg,jpeg,png,gif,webp,avif,JPG,JPEG,PNG,GIF,WEBP,AVIF}';
const IGNORED = ['**/node_modules/**', '_site/**', 'dist/**', 'out/**'];

/**
 * Finds images in the public folders of content sources that aren't in the media library, including files of the
 * library that have no description yet.
 * @param baseUrl of the built site, without trailing slash
 */
export function findImages(
  config: Pick<Config, 'source' | 'publicDir' | 'site'>,
  baseUrl: string,
): readonly Media[] {
  const homes = new Map<string, string>();
  for (const { type, path, options } of config.source) {
    if (type !== 'auto' && !traitsOf(type).isAuthored) continue;
    const { root, basePath } = mediaHome(config, new ContentFolder(path, options, 'UTC'));
    homes.set(root, basePath);
  }
  return [...homes].flatMap(([root, basePath]) => imagesIn(root, basePath, baseUrl));
}

function imagesIn(root: string, basePath: string, baseUrl: string): readonly Media[] {
  const options = {
    cwd: root,
    ignore: IGNORED,
    followSymbolicLinks: false,
    suppressErrors: true,
    stats: false,
  };
  return fastGlob
    .sync(IMAGES, options)
    .sort(compareText)
    .slice(0, MAX_IMAGES)
    .map((path) => toMedia(root, path, basePath, baseUrl));
}

function toMedia(root: string, path: string, basePath: string, baseUrl: string): Media {
  const address = `/${encodePath(path)}`;
  const name = lastName(path);
  const published = statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs;
  return {
    // The id that the library assigns once the image is described.
    id: hashId(basePath + address),
    url: baseUrl + address,
    alt: '',
    title: name.replace(/\.[^.]*$/, ''),
    caption: '',
    mime: mimeOf(path) ?? '',
    menuOrder: 0,
    ...(published !== undefined && { published: Math.floor(published / 1000) }),
  };
}

/**
 * Rewrites the alternative text of one image of a body, and nothing else. The result is parsed again to verify that
 * this image has the text and all others are unchanged.
 * @param image one of `bodyImages(body)`
 * @returns undefined when its markup can't hold an alternative text
 */
export function describeInBody(body: StoredBody, image: BodyImage, alt: string): Splice | undefined {
  const markup = body.text.slice(image.start, image.end);
  const candidates = image.form === 'html' ? [inTag(markup, alt)] : inMarkdown(markup, alt);
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const { start, end, text } = candidate;
    const splice = { start: image.start + start, end: image.start + end, text };
    if (isAsMeant(body, image, alt, splice)) return splice;
  }
  return undefined;
}

function isAsMeant(body: StoredBody, image: BodyImage, alt: string, splice: Splice): boolean {
  const before = bodyImages(body);
  const after = bodyImages({ ...body, text: applySplice(body.text, splice) });
  return (
    before.length === after.length &&
    after.every((one, at) => {
      const same = before[at];
      const expected = one.index === image.index ? alt : same?.alt;
      return one.alt === expected && one.src === same?.src && one.attachmentId === same.attachmentId;
    })
  );
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g;

/** Sets the attribute of a tag. `data-alt` isn't `alt`, and text in the value of an attribute doesn't count. */
function inTag(tag: string, alt: string): Splice {
  const written = `alt="${escapeAttribute(alt)}"`;
  const after = '<img'.length;
  for (const match of tag.slice(after).matchAll(ATTRIBUTE)) {
    if (match[1]?.toLowerCase() !== 'alt') continue;
    const start = after + match.index;
    return { start, end: start + match[0].length, text: written };
  }
  return { start: after, end: after, text: ` ${written}` };
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}

/** Escapes to try in order: as few backslashes as possible, more when the words have a meaning in Markdown. */
const ESCAPES = [/[\\[\]]/g, /[\\[\]`*_<>&]/g, /[!-/:-@[-`{-~]/g];

function* inMarkdown(markup: string, alt: string): Iterable<Splice> {
  const end = endOfLabel(markup);
  if (end === undefined) return;
  const label = markup.slice(2, end);
  // In `![label]` and `![label][]`, the text is also the name of the definition, which has to stay.
  const isName = !/^[([]/.test(markup.slice(end + 1)) || markup.startsWith('[]', end + 1);
  for (const needed of ESCAPES) {
    const text = alt.replace(needed, '\\$&');
    if (isName) yield { start: 2, end: markup.length, text: `${text}][${label}]` };
    else yield { start: 2, end, text };
  }
}

/** Finds the bracket that closes the text of `![…`, skipping escapes, code and nested brackets. */
function endOfLabel(markup: string): number | undefined {
  let depth = 0;
  for (let at = 2; at < markup.length; at += 1) {
    const sign = markup[at];
    if (sign === '\\') at += 1;
    else if (sign === '`') at = endOfCode(markup, at);
    else if (sign === '[') depth += 1;
    else if (sign === ']' && depth === 0) return at;
    else if (sign === ']') depth -= 1;
  }
  return undefined;
}

/** Returns the last backtick of a code span, or of a run of backticks that doesn't start one. */
function endOfCode(markup: string, start: number): number {
  const ticks = /^`+/.exec(markup.slice(start))?.[0] ?? '`';
  const close = new RegExp(`(?<!\`)${ticks}(?!\`)`, 'g');
  close.lastIndex = start + ticks.length;
  return (close.exec(markup) === null ? start + ticks.length : close.lastIndex) - 1;
}
