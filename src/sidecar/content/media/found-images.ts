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
import { ContentFolder } from '../write/entry-file.js';
import { mediaHome } from './media-home.js';

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
