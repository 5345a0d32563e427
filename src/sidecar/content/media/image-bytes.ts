import { readAvif } from './formats/avif.js';
import { readGif } from './formats/gif.js';
import { readJpeg } from './formats/jpeg.js';
import { BrokenImage, type ImageParts } from './formats/parts.js';
import { readPng } from './formats/png.js';
import { readWebp } from './formats/webp.js';

/** An image format that browsers show and that holds no program. */
export interface ImageKind {
  readonly mime: string;
  readonly extension: string;
}

/** An image that has been read from its first byte to its last. */
export interface WholeImage extends ImageKind {
  readonly width: number;
  readonly height: number;
  /** What browsers draw, without texts and other metadata. */
  readonly bytes: Buffer;
}

interface Format extends ImageKind {
  /** By the first 16 bytes. */
  readonly start: RegExp;
  read(bytes: Buffer): ImageParts | Promise<ImageParts>;
}

const FORMATS: readonly Format[] = [
  { mime: 'image/jpeg', extension: 'jpg', start: /^\xff\xd8\xff/, read: readJpeg },
  { mime: 'image/png', extension: 'png', start: /^\x89PNG\r\n\x1a\n/, read: readPng },
  { mime: 'image/gif', extension: 'gif', start: /^GIF8[79]a/, read: readGif },
  { mime: 'image/webp', extension: 'webp', start: /^RIFF[\s\S]{4}WEBP/, read: readWebp },
  { mime: 'image/avif', extension: 'avif', start: /^[\s\S]{4}ftypavi[fs]/, read: readAvif },
];
/** Beginnings of programs and pages, long enough not to occur among pixels by chance. */
const PROGRAM = /^<(?:\?php|script|html|svg|body|iframe|!doctype)/i;
const LONGEST = 9;

/**
 * Tells by the first bytes what an image claims to be, whatever its name or its server say.
 * @returns undefined for anything else; SVG is a program and none of these
 */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  const format = formatOf(bufferOf(bytes));
  return format && { mime: format.mime, extension: format.extension };
}

/**
 * Reads an image strictly: each part of it has to be what its format says, up to the end. What it's made of anew
 * holds no metadata and no text that a server or a browser could run.
 * @throws BrokenImage for everything else, with the reason
 */
export async function readImage(given: Uint8Array): Promise<WholeImage> {
  const bytes = bufferOf(given);
  const format = formatOf(bytes);
  if (format === undefined) throw new BrokenImage('its bytes are no JPEG, PNG, GIF, WebP or AVIF');
  const { width, height, pieces } = await format.read(bytes);
  const whole = Buffer.concat(pieces);
  if (holdsProgram(whole)) throw new BrokenImage('there is a program or a page among its bytes');
  return { mime: format.mime, extension: format.extension, width, height, bytes: whole };
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
    if (PROGRAM.test(bytes.toString('latin1', at, at + LONGEST))) return true;
  }
  return false;
}
