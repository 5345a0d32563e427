/** Fetches images from the web and makes them safe to publish. */

import PQueue from 'p-queue';
import type { Metadata, Sharp } from 'sharp';
import { plainFileName } from '../../../content/images/described.js';
import { errorMessage } from '../../../core/errors.js';
import { FetchError } from '../../../core/net/fetch-error.js';
import type { GuardedFetch } from '../../../core/net/guarded-fetch.js';
import { installCommand } from '../../../core/optional-package.js';
import { slugify } from '../../../sources/names.js';
import { AbilityError } from '../../abilities/ability.js';

const TIMEOUT = 20_000;
const MAX_NAME = 80;

/** A fetched and decoded image. */
export interface FetchedImage extends WholeImage {
  /** File name, derived from its address and its format. */
  readonly name: string;
}

/**
 * Fetches an image from an untrusted address. The bytes determine the format, and are decoded completely.
 * @throws AbilityError `svc_image_fetch` when it can't be fetched, `svc_not_an_image` when it isn't an image (SVG
 *   doesn't count), `svc_no_image_decoder` when images can't be decoded
 */
export async function fetchImage(fetch: GuardedFetch, url: string): Promise<FetchedImage> {
  const { status, body, url: final } = await ask(fetch, url);
  if (status !== 200) {
    const message = `The image couldn't be fetched: ${url} returned status ${status}.`;
    throw new AbilityError(400, 'svc_image_fetch', message);
  }
  const image = await readWhole(body, url);
  return { ...image, name: fileName(final, image.extension) };
}

async function readWhole(body: Uint8Array, url: string): Promise<WholeImage> {
  try {
    return await readImage(body);
  } catch (error) {
    if (error instanceof DecoderMissing) {
      throw new AbilityError(501, 'svc_no_image_decoder', `${url} can't be imported: ${error.message}.`);
    }
    if (!(error instanceof BrokenImage)) throw error;
    const text = `${url} can't be imported as an image: ${error.message}. Use a JPEG, PNG, GIF, WebP or AVIF; SVG can contain scripts.`;
    throw new AbilityError(400, 'svc_not_an_image', text);
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
    throw new AbilityError(400, 'svc_image_fetch', `The image couldn't be fetched: ${error.message}.`);
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

/** An image after decoding and encoding. */
export interface WholeImage {
  readonly mime: string;
  readonly extension: string;
  readonly width: number;
  readonly height: number;
  /** The encoded pixels, without metadata. */
  readonly bytes: Buffer;
}

/** The bytes aren't a complete image of the format that their signature names. */
export class BrokenImage extends Error {
  override readonly name = 'BrokenImage';
}

/** An image format that browsers show and that can't hold scripts. */
interface Format extends Pick<WholeImage, 'mime' | 'extension'> {
  /** Signature, matched against the first 16 bytes. */
  readonly start: RegExp;
  /** The decoder's name for the format. */
  readonly decoded: string;
  /** Decode all frames; otherwise only the primary picture. */
  readonly isAnimated?: true;
  /** Detects animations of which the decoder reads only the first frame. */
  readonly unseenFrames?: (bytes: Buffer) => boolean;
  encode(image: Sharp, of: Metadata, bytes: Buffer): Sharp;
}

/** Limits for one side, and for all frames together, in pixels. */
const MAX_SIDE = 16_384;
const MAX_PIXELS = 50_000_000;
/** Largest image to accept and to store, in bytes. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
/** Time limit for decoding and encoding, in seconds. */
const DECODE_SECONDS = 30;

const FORMATS: readonly Format[] = [
  {
    mime: 'image/jpeg',
    extension: 'jpg',
    start: /^\xff\xd8\xff/,
    decoded: 'jpeg',
    encode: (image, { chromaSubsampling }) =>
      image.jpeg({ quality: 92, chromaSubsampling: chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4' }),
  },
  {
    mime: 'image/png',
    extension: 'png',
    start: /^\x89PNG\r\n\x1a\n/,
    decoded: 'png',
    // The animation chunk comes before the pixel data.
    unseenFrames: (bytes) => bytes.subarray(0, bytes.indexOf('IDAT')).includes('acTL'),
    encode: (image, { depth, channels }) => {
      // By default the decoder reduces 16 bits to 8.
      const isDeep = depth === 'ushort';
      return (isDeep ? image.toColourspace(channels < 3 ? 'grey16' : 'rgb16') : image).png({
        compressionLevel: 9,
      });
    },
  },
  {
    mime: 'image/gif',
    extension: 'gif',
    start: /^GIF8[79]a/,
    decoded: 'gif',
    isAnimated: true,
    // A new palette is exact; matching the existing one would shift colours slightly.
    encode: (image) => image.gif({ dither: 0, reuse: false, interPaletteMaxError: 0 }),
  },
  {
    mime: 'image/webp',
    extension: 'webp',
    start: /^RIFF[\s\S]{4}WEBP/,
    decoded: 'webp',
    isAnimated: true,
    encode: (image, _, bytes) =>
      // Lossless images use a VP8L chunk.
      image.webp(bytes.includes('VP8L') ? { lossless: true } : { quality: 92 }),
  },
  {
    mime: 'image/avif',
    extension: 'avif',
    start: /^[\s\S]{4}ftypavi[fs]/,
    decoded: 'heif',
    unseenFrames: (bytes) => bytes.toString('latin1', 8, 12) === 'avis',
    encode: (image) => image.avif({ quality: 80, effort: 2 }),
  },
];
/** Starts of scripts and pages, long enough not to occur by chance in pixel data. */
const PROGRAM = /^<(?:\?php|script|html|svg[\s/>]|body|iframe|!doctype)/i;
const MAX_BEGINNING = 9;

/**
 * Decodes an image completely and encodes its pixels again, rotated by its Exif orientation and converted to sRGB. The
 * result holds pixels only: no metadata, no text and nothing after the end of the image.
 * @throws BrokenImage with the reason when the image can't be decoded, is too large or contains a script
 * @throws DecoderMissing when the decoder can't be loaded
 */
export async function readImage(given: Uint8Array): Promise<WholeImage> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const format = formatOf(bytes);
  if (format === undefined) throw new BrokenImage("it isn't a JPEG, PNG, GIF, WebP or AVIF image");
  if (format.unseenFrames?.(bytes) === true)
    throw new BrokenImage(`animations must be GIF or WebP, not ${format.extension.toUpperCase()}`);
  const decode = await loadDecoder();
  return decode(async (sharp) => {
    const options = {
      animated: format.isAnimated ?? false,
      failOn: 'warning',
      limitInputPixels: MAX_PIXELS,
    } as const;
    const image = sharp(bytes, options).timeout({ seconds: DECODE_SECONDS });
    const metadata = await image.metadata().catch(refuse);
    if (metadata.format !== format.decoded) throw new BrokenImage(`it isn't a ${format.extension} image`);
    assertSize(metadata);
    const turned = format.encode(image.autoOrient(), metadata, bytes);
    const { data, info } = await turned.toBuffer({ resolveWithObject: true }).catch(refuse);
    assertStorable(data);
    const height = info.pageHeight ?? info.height;
    return { mime: format.mime, extension: format.extension, width: info.width, height, bytes: data };
  });
}

/** @throws BrokenImage when the dimensions exceed the limits */
function assertSize({ width, height, pageHeight = height }: Metadata): void {
  if (width > MAX_SIDE || pageHeight > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new BrokenImage(
      `it has ${width} x ${height} pixels; at most ${MAX_SIDE} per side and ${MAX_PIXELS / 1e6} million in total`,
    );
  }
}

/** @throws BrokenImage when the encoded image is too large, or contains something that a server or browser could run */
function assertStorable(stored: Buffer): void {
  if (stored.length > MAX_IMAGE_BYTES) {
    const size = Math.ceil(stored.length / 1024 / 1024);
    throw new BrokenImage(`it has ${size} MB after encoding; at most ${MAX_IMAGE_BYTES / 1024 / 1024} MB`);
  }
  if (holdsProgram(stored)) throw new BrokenImage('it contains a script or a page');
}

/** @throws BrokenImage with the first line of the decoder's message */
function refuse(error: unknown): never {
  const said = errorMessage(error);
  throw new BrokenImage(`it can't be decoded: ${said.split('\n')[0]?.slice(0, 200)}`, { cause: error });
}

function formatOf(bytes: Buffer): Format | undefined {
  const head = bytes.toString('latin1', 0, 16);
  return FORMATS.find(({ start }) => start.test(head));
}

function holdsProgram(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('<'); at !== -1; at = bytes.indexOf('<', at + 1)) {
    if (PROGRAM.test(bytes.toString('latin1', at, at + MAX_BEGINNING))) return true;
  }
  return false;
}

/** `sharp` can't be loaded: it isn't installed, or has no build for this platform. */
class DecoderMissing extends Error {
  override readonly name = 'DecoderMissing';
}

type SharpFunction = typeof import('sharp').default;

/** Runs a task with the decoder. Tasks run one at a time, since a large image takes hundreds of megabytes. */
type Decode = <T>(work: (sharp: SharpFunction) => Promise<T>) => Promise<T>;

/** The loaders to allow. The library could also read SVG, PDF and scientific formats. */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
];

let loaded: Promise<Decode> | undefined;

/**
 * Loads the decoder on the first call, since most sidecars never import an image.
 * @throws DecoderMissing when it can't be loaded
 */
export function loadDecoder(): Promise<Decode> {
  loaded ??= load().catch((cause: unknown) => {
    loaded = undefined;
    const fix = `run "${installCommand(['sharp'])}"`;
    throw new DecoderMissing(`decoding images needs the package "sharp", which isn't installed: ${fix}`, {
      cause,
    });
  });
  return loaded;
}

async function load(): Promise<Decode> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  const queue = new PQueue({ concurrency: 1 });
  return (work) => queue.add(() => work(sharp));
}
