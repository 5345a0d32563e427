import { plainFileName } from '../../../content/images/described.js';
import { FetchError } from '../../../core/net/fetch-error.js';
import type { GuardedFetch } from '../../../core/net/guarded-fetch.js';
import { slugify } from '../../../sources/names.js';
import { WriteRefusal } from '../write/refusal.js';
import { DecoderMissing } from './decoder.js';
import { BrokenImage, MAX_IMAGE_BYTES, readImage, type WholeImage } from './image-bytes.js';

const TIMEOUT = 20_000;
const MAX_NAME = 80;

/** A fetched and decoded image. */
export interface FetchedImage extends WholeImage {
  /** File name, derived from its address and its format. */
  readonly name: string;
}

/**
 * Fetches an image from an untrusted address. The bytes determine the format, and are decoded completely.
 * @throws WriteRefusal `svc_image_fetch` when it can't be fetched, `svc_not_an_image` when it isn't an image (SVG
 *   doesn't count), `svc_no_image_decoder` when images can't be decoded
 */
export async function fetchImage(fetch: GuardedFetch, url: string): Promise<FetchedImage> {
  const { status, body, url: final } = await ask(fetch, url);
  if (status !== 200) {
    throw new WriteRefusal(
      400,
      'svc_image_fetch',
      `The image couldn't be fetched: ${url} returned status ${status}.`,
    );
  }
  const image = await readWhole(body, url);
  return { ...image, name: fileName(final, image.extension) };
}

async function readWhole(body: Uint8Array, url: string): Promise<WholeImage> {
  try {
    return await readImage(body);
  } catch (error) {
    if (error instanceof DecoderMissing) {
      throw new WriteRefusal(501, 'svc_no_image_decoder', `${url} can't be imported: ${error.message}.`);
    }
    if (!(error instanceof BrokenImage)) throw error;
    throw new WriteRefusal(
      400,
      'svc_not_an_image',
      `${url} can't be imported as an image: ${error.message}. Use a JPEG, PNG, GIF, WebP or AVIF; SVG can contain scripts.`,
    );
  }
}

async function ask(fetch: GuardedFetch, url: string) {
  try {
    return await fetch(url, {
      maxBytes: MAX_IMAGE_BYTES,
      timeoutMs: TIMEOUT,
      headers: { accept: 'image/*' },
    });
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new WriteRefusal(400, 'svc_image_fetch', `The image couldn't be fetched: ${error.message}.`);
  }
}

function fileName(url: string, extension: string): string {
  const stem = plainFileName(new URL(url).pathname).replace(/\.[^.]*$/, '');
  return `${
    slugify(stem)
      .slice(0, MAX_NAME)
      .replace(/^-+|-+$/g, '') || 'image'
  }.${extension}`;
}
