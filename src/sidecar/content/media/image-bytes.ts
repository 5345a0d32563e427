import type { Metadata, Sharp } from 'sharp';
import { loadDecoder } from './decoder.js';

/** An image format that browsers show and that holds no program. */
export interface ImageKind {
  readonly mime: string;
  readonly extension: string;
}

/** An image that was decoded to its last pixel and encoded again. */
export interface WholeImage extends ImageKind {
  readonly width: number;
  readonly height: number;
  /** What browsers draw, without texts and other metadata. */
  readonly bytes: Buffer;
}

/** Bytes that are no whole image of the format that their start claims. */
export class BrokenImage extends Error {
  override readonly name = 'BrokenImage';
}

interface Format extends ImageKind {
  /** By the first 16 bytes. */
  readonly start: RegExp;
  /** As the decoder names it. */
  readonly decoded: string;
  /** All frames are read. Else only the picture that browsers draw is. */
  readonly isAnimated?: true;
  /** Bytes of a kind whose later frames the decoder doesn't see. */
  readonly unseenFrames?: (bytes: Buffer) => boolean;
  encode(image: Sharp, of: Metadata, bytes: Buffer): Sharp;
}

/** The most pixels on a side, and in an image with all of its frames. */
const MAX_SIDE = 16_384;
const MAX_PIXELS = 50_000_000;
/** Largest image that is taken, and stored, in bytes. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
/** Seconds for reading an image and writing it again. */
const TIMEOUT = 30;

const FORMATS: readonly Format[] = [
  {
    mime: 'image/jpeg',
    extension: 'jpg',
    start: /^\xff\xd8\xff/,
    decoded: 'jpeg',
    encode: (image, { chromaSubsampling }) =>
      image.jpeg({
        quality: 92,
        chromaSubsampling: chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4',
      }),
  },
  {
    mime: 'image/png',
    extension: 'png',
    start: /^\x89PNG\r\n\x1a\n/,
    decoded: 'png',
    // The chunk of an animation stands before the pixels.
    unseenFrames: (bytes) => bytes.subarray(0, bytes.indexOf('IDAT')).includes('acTL'),
    encode: (image, { depth, channels }) => {
      // The decoder would take 8 of 16 bits.
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
    // A palette is made of the colours that there are: the given one would be matched, with small errors.
    encode: (image) => image.gif({ dither: 0, reuse: false, interPaletteMaxError: 0 }),
  },
  {
    mime: 'image/webp',
    extension: 'webp',
    start: /^RIFF[\s\S]{4}WEBP/,
    decoded: 'webp',
    isAnimated: true,
    encode: (image, _, bytes) =>
      // Lossless pixels have a chunk of their own name.
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
/** Beginnings of programs and pages, long enough not to occur among pixels by chance. */
const PROGRAM = /^<(?:\?php|script|html|svg[\s/>]|body|iframe|!doctype)/i;
const LONGEST_BEGINNING = 9;

/**
 * Tells by the first bytes what an image claims to be, whatever its name or its server say.
 * @returns undefined for anything else; SVG is a program and none of these
 */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  const format = formatOf(bufferOf(bytes));
  return format && { mime: format.mime, extension: format.extension };
}

/**
 * Decodes an image to its last pixel and encodes the pixels again, turned as its camera said, in sRGB. So nothing of
 * the given bytes is stored that is no pixel: no metadata, no text, nothing behind the end.
 * @throws BrokenImage for everything else, with the reason
 * @throws DecoderMissing where the decoder isn't installed
 */
export async function readImage(given: Uint8Array): Promise<WholeImage> {
  const bytes = bufferOf(given);
  const format = formatOf(bytes);
  if (format === undefined) throw new BrokenImage('its bytes are no JPEG, PNG, GIF, WebP or AVIF');
  if (format.unseenFrames?.(bytes) === true)
    throw new BrokenImage(`animations are taken as GIF or WebP, not as ${format.extension.toUpperCase()}`);
  const decode = await loadDecoder();
  return decode(async (sharp) => {
    const options = {
      animated: format.isAnimated ?? false,
      failOn: 'warning',
      limitInputPixels: MAX_PIXELS,
    } as const;
    const image = sharp(bytes, options).timeout({ seconds: TIMEOUT });
    const metadata = await image.metadata().catch(refuse);
    if (metadata.format !== format.decoded) throw new BrokenImage(`it is no ${format.extension}`);
    assertSize(metadata);
    const turned = format.encode(image.autoOrient(), metadata, bytes);
    const { data, info } = await turned.toBuffer({ resolveWithObject: true }).catch(refuse);
    assertStorable(data);
    const height = info.pageHeight ?? info.height;
    return { mime: format.mime, extension: format.extension, width: info.width, height, bytes: data };
  });
}

/** @throws BrokenImage for a size that no page needs */
function assertSize({ width, height, pageHeight = height }: Metadata): void {
  if (width > MAX_SIDE || pageHeight > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new BrokenImage(
      `${width} x ${height} pixels are too many: at most ${MAX_SIDE} a side, and ${MAX_PIXELS / 1e6} million`,
    );
  }
}

/** @throws BrokenImage for what has grown too large, and for what a server or a browser could run */
function assertStorable(stored: Buffer): void {
  if (stored.length > MAX_IMAGE_BYTES) {
    const size = Math.ceil(stored.length / 1024 / 1024);
    throw new BrokenImage(`encoded anew it takes ${size} MB: at most ${MAX_IMAGE_BYTES / 1024 / 1024} MB`);
  }
  if (holdsProgram(stored)) throw new BrokenImage('there is a program or a page among its bytes');
}

/** @throws BrokenImage with what the decoder says, on one line */
function refuse(error: unknown): never {
  const said = error instanceof Error ? error.message : String(error);
  throw new BrokenImage(`it can't be decoded: ${said.split('\n')[0]?.slice(0, 200)}`, { cause: error });
}

function formatOf(bytes: Buffer): Format | undefined {
  const head = bytes.toString('latin1', 0, 16);
  return FORMATS.find(({ start }) => start.test(head));
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function holdsProgram(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('<'); at !== -1; at = bytes.indexOf('<', at + 1)) {
    if (PROGRAM.test(bytes.toString('latin1', at, at + LONGEST_BEGINNING))) return true;
  }
  return false;
}
