import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { imageSize } from 'image-size';
import type { Config } from '../../config/config.js';
import { compareText } from '../../core/compare.js';
import { SvcError } from '../../core/errors.js';
import { isReadableName, unreadableName } from '../../core/files.js';
import { shortHash } from '../../core/hash.js';
import { foldersOf } from '../../core/paths.js';
import type { Warnings } from '../../core/warnings.js';
import { MANIFEST_FILE } from '../manifest.js';

/** A file that the site brings along. */
export interface OwnFile {
  /** Path below its folder, and below the output folder, with `/`. */
  readonly file: string;
  /** Absolute path. */
  readonly from: string;
}

/** Files of tools, and files of this program. */
const NOT_OURS = new Set(['.git', '.svc', '.DS_Store', 'Thumbs.db', 'desktop.ini', 'node_modules']);

/**
 * Files that a build writes even if the site has one: it extends the site's own file, or replaces an old generated one.
 */
const MADE_ANEW = new Set(['robots.txt', MANIFEST_FILE]);

/**
 * The files that a rendered site needs besides its pages: everything in `publicDir`, and everything but pages in
 * `siteDir`. Symbolic links are not followed. Ascending by path.
 */
export function ownFiles(
  { publicDir, siteDir }: Pick<Config, 'publicDir' | 'siteDir'>,
  warnings: Warnings,
): readonly OwnFile[] {
  const found = new Map<string, OwnFile>();
  const add = (folder: string | undefined, isWanted: (file: string) => boolean): void => {
    for (const file of folder === undefined ? [] : filesBelow(folder, '', warnings)) {
      if (found.has(file) || MADE_ANEW.has(file) || !isWanted(file)) continue;
      found.set(file, { file, from: join(folder ?? '', file) });
    }
  };
  add(publicDir, () => true);
  add(siteDir, (file) => !/\.html?$/i.test(file));
  return [...found.values()].sort((a, b) => compareText(a.file, b.file));
}

function* filesBelow(folder: string, below: string, warnings: Warnings): Iterable<string> {
  for (const entry of entriesOf(folder, below)) {
    if (NOT_OURS.has(entry.name)) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (!isReadableName(path)) warnings.add(unreadableName(path));
    else if (entry.isDirectory()) yield* filesBelow(folder, path, warnings);
    else if (entry.isFile()) yield path;
  }
}

/** @throws SvcError `SVC_CONFIG_INVALID` for a missing folder */
function entriesOf(folder: string, below: string): readonly Dirent[] {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true });
  } catch (cause) {
    const message = "the folder can't be read";
    const fix = 'Check "publicDir" and "siteDir" in the configuration, or create the folder.';
    throw new SvcError('SVC_CONFIG_INVALID', message, { file: join(folder, below), fix, cause });
  }
}

/**
 * Tracks existing files, so that no page takes the path of another file, or is at the path of a folder,
 * or needs a folder where a file is; also on file systems that ignore case.
 */
export class OccupiedFiles {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(files: Iterable<string>) {
    for (const file of files) this.#add(fold(file));
  }

  /** Takes a file if nothing is in its way. */
  claim(file: string): boolean {
    const key = fold(file);
    if (key === '' || this.#files.has(key) || this.#folders.has(key)) return false;
    if (foldersOf(key).some((folder) => this.#files.has(folder))) return false;
    this.#add(key);
    return true;
  }

  #add(key: string): void {
    this.#files.add(key);
    for (const folder of foldersOf(key)) this.#folders.add(folder);
  }
}

function fold(file: string): string {
  return file.normalize('NFC').toLowerCase();
}

/** Width and height in CSS pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const IMAGE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;
/** Enough for the header of an image, including a camera's preview. */
const HEADER_BYTES = 256 * 1024;
/** Orientations from 5 on swap width and height (Exif 2.32, tag 0x0112). */
const ON_ITS_SIDE = 5;

/** Sizes of the site's own images. Reads the header of an image when a page first shows it. */
export class ImageSizes {
  /** Changes when an image is replaced, added or removed. */
  readonly key: string;
  readonly #files: ReadonlyMap<string, string>;
  readonly #known = new Map<string, ImageSize | undefined>();

  constructor(own: readonly OwnFile[]) {
    const images = own.filter(({ file }) => IMAGE.test(file));
    this.#files = new Map(images.map(({ file, from }) => [file, from]));
    this.key = shortHash(JSON.stringify(images.map(({ file, from }) => [file, ...stampOf(from)])));
  }

  /**
   * Returns the size at which browsers draw an image.
   * @param file path below the output folder, with `/`
   * @returns undefined when the file is missing or its header can't be read
   */
  of(file: string): ImageSize | undefined {
    const from = this.#files.get(file);
    if (from === undefined) return undefined;
    if (!this.#known.has(file)) this.#known.set(file, readSize(from));
    return this.#known.get(file);
  }
}

function stampOf(path: string): readonly number[] {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? [] : [found.size, found.mtimeMs];
}

function readSize(path: string): ImageSize | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(headOf(path));
    if (!(width > 0 && height > 0)) return undefined;
    const [across, down] = orientation >= ON_ITS_SIDE ? [height, width] : [width, height];
    return { width: Math.round(across), height: Math.round(down) };
  } catch {
    // The page works without a size.
    return undefined;
  }
}

function headOf(path: string): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(file);
  }
}
