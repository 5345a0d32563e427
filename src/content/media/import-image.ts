import { FetchError } from '../../net/fetch-error.js';
import type { GuardedFetch } from '../../net/guarded-fetch.js';
import { slugify } from '../../sources/names.js';
import { WriteRefusal } from '../write/refusal.js';
import { plainFileName } from './described.js';
import { type SniffedImage, sniffImage } from './image-bytes.js';

/** Largest image that is taken from elsewhere. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
const TIMEOUT = 20_000;
const MAX_NAME = 80;

/** An image that has been fetched and looked at. */
export interface FetchedImage extends SniffedImage {
  readonly bytes: Buffer;
  /** Name of its file, made of its address and of what it is. */
  readonly name: string;
}

/**
 * Fetches an image from an address that somebody else chose. What it is, its bytes say.
 * @throws WriteRefusal `svc_image_fetch` when it cannot be had, `svc_not_an_image` when it is none (SVG is none)
 */
export async function fetchImage(fetch: GuardedFetch, url: string): Promise<FetchedImage> {
  const { status, body, url: final } = await ask(fetch, url);
  if (status !== 200) {
    throw new WriteRefusal(
      400,
      'svc_image_fetch',
      `The image could not be fetched: ${url} answered ${status}.`,
    );
  }
  const kind = sniffImage(body);
  if (kind === undefined) {
    throw new WriteRefusal(
      400,
      'svc_not_an_image',
      `${url} is no JPEG, PNG, GIF, WebP or AVIF image by its bytes. SVG is not taken: it can hold programs.`,
    );
  }
  return { ...kind, bytes: body, name: fileName(final, kind.extension) };
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
    throw new WriteRefusal(400, 'svc_image_fetch', `The image could not be fetched: ${error.message}.`);
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
