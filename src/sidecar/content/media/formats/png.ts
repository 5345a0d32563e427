import { once } from 'node:events';
import { createInflate } from 'node:zlib';
import { assertSize, BrokenImage, ByteReader, type ImageParts } from './parts.js';

/** Chunks that change what is seen; the first letter of a chunk that must be understood is a capital. */
const KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
);
/** Bits of a pixel by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** Start and step of the columns and rows of each pass of an interlaced image. */
const PASSES = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;
const SIGNATURE = 8;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly isInterlaced: boolean;
}

/**
 * Reads a PNG: every chunk has the right checksum, the pixels are as many as its header says, and nothing follows its
 * end. Texts and other metadata are left out.
 * @throws BrokenImage
 * @see https://www.w3.org/TR/png-3/
 */
export async function readPng(bytes: Buffer): Promise<ImageParts> {
  const reader = new ByteReader(bytes, SIGNATURE);
  const pieces: Uint8Array[] = [bytes.subarray(0, SIGNATURE)];
  const data: Buffer[] = [];
  let header: Header | undefined;
  for (let type = ''; type !== 'IEND'; ) {
    const start = reader.at;
    const length = reader.take(4).readUInt32BE();
    type = reader.take(4).toString('latin1');
    const body = reader.take(length);
    const sum = reader.take(4).readUInt32BE();
    // Pixels have a checksum of their own within, over which zlib is quicker.
    if (type !== 'IDAT' && type !== 'fdAT' && sum !== crc(bytes.subarray(start + 4, start + 8 + length))) {
      throw new BrokenImage(`the checksum of its part "${type}" is wrong`);
    }
    if ((header === undefined) !== (type === 'IHDR'))
      throw new BrokenImage('its header is not its first part');
    if (type === 'IHDR') header = readHeader(body);
    else if (type === 'IDAT') data.push(body);
    if (KEPT.has(type)) pieces.push(bytes.subarray(start, reader.at));
    else if (!/^[a-z]/.test(type)) throw new BrokenImage(`its part "${type}" is unknown`);
  }
  if (header === undefined || data.length === 0) throw new BrokenImage('it has no pixels');
  if (reader.left > 0) throw new BrokenImage('there are further bytes behind its end');
  await assertPixels(data, header);
  return { width: header.width, height: header.height, pieces };
}

function readHeader(body: Buffer): Header {
  if (body.length !== 13) throw new BrokenImage('its header has the wrong length');
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  const [depth = 0, colour = 0, compression, filter, interlace = 2] = body.subarray(8);
  assertSize(width, height);
  const isKnown = DEPTHS[colour]?.includes(depth) === true && compression === 0 && filter === 0;
  if (!isKnown || interlace > 1) throw new BrokenImage('its header names no kind of PNG that there is');
  return { width, height, bits: depth * (CHANNELS[colour] ?? 0), isInterlaced: interlace === 1 };
}

/** Unpacks the pixels, a piece at a time: none is kept, and what is too much ends the work. */
async function assertPixels(data: readonly Buffer[], header: Header): Promise<void> {
  const expected = sizeOf(header);
  const inflate = createInflate();
  let size = 0;
  inflate.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > expected) inflate.destroy(new BrokenImage('it has more pixels than its header says'));
  });
  const end = once(inflate, 'end').catch((error: unknown) => error);
  for (const piece of data) inflate.write(piece);
  inflate.end();
  const failure = await end;
  if (failure instanceof BrokenImage) throw failure;
  if (failure instanceof Error) throw new BrokenImage('its pixels cannot be unpacked');
  if (size < expected) throw new BrokenImage('it has fewer pixels than its header says');
  const packed = data.reduce((sum, { length }) => sum + length, 0);
  if (inflate.bytesWritten < packed) throw new BrokenImage('there are further bytes behind its pixels');
}

/** Bytes of all rows, each of which begins with the number of its filter. */
function sizeOf({ width, height, bits, isInterlaced }: Header): number {
  const rows = (across: number, down: number) =>
    across === 0 ? 0 : down * (1 + Math.ceil((across * bits) / 8));
  if (!isInterlaced) return rows(width, height);
  return PASSES.reduce(
    (sum, [x, right, y, down]) => sum + rows(Math.ceil((width - x) / right), Math.ceil((height - y) / down)),
    0,
  );
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}
