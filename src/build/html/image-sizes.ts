import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { imageSize } from 'image-size';
import { shortHash } from '../../core/hash.js';
import type { OwnFile } from './own-files.js';

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
