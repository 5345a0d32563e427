import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenImage } from '../../../../../src/sidecar/content/media/formats/parts.js';
import { imageKind, readImage } from '../../../../../src/sidecar/content/media/image-bytes.js';
import { IMAGES, image } from '../../../../support/sidecar/content/images.js';

type Name = keyof typeof IMAGES;
const NAMES = Object.keys(IMAGES) as Name[];
const WITH_EXIF: readonly Name[] = ['jpeg on its side', 'webp with Exif'];
const PLAIN = NAMES.filter((name) => !WITH_EXIF.includes(name));
const PHP = '<?php system($_GET[0]); ?>';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const mimeOf = (name: Name) => `image/${/png|gif|jpeg|webp|avif/.exec(name)?.[0]}`;

function crc32(data: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of data) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}

function chunk(type: string, body: Uint8Array): Buffer {
  const inner = Buffer.concat([bytes(type), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(inner));
  return Buffer.concat([length, inner, sum]);
}

function header(width: number, height: number, interlace = 0): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return chunk('IHDR', Buffer.from([...size, 8, 0, 0, 0, interlace]));
}

const SIGNATURE = bytes('\x89PNG\r\n\x1a\n');
const END = chunk('IEND', new Uint8Array());
const png = (...chunks: readonly Uint8Array[]) => Buffer.concat([SIGNATURE, ...chunks, END]);
const pixels = (data: Uint8Array) => chunk('IDAT', deflateSync(data));

/** A copy with other bytes from a place on. */
function changed(of: Buffer, at: number, ...values: readonly number[]): Buffer {
  const copy = Buffer.from(of);
  copy.set(values, at);
  return copy;
}

describe('an image', () => {
  it.each(PLAIN)('as an encoder writes it is stored byte for byte: %s', async (name) => {
    const given = image(name);
    const read = await readImage(given);
    expect(read).toMatchObject({ mime: mimeOf(name), width: 13, height: 7 });
    expect(read.bytes.equals(given)).toBe(true);
    expect(imageKind(given)?.mime).toBe(mimeOf(name));
  });

  it.each(WITH_EXIF)('loses what it says of camera and place, and nothing else: %s', async (name) => {
    const given = image(name);
    expect(given.includes('<?php')).toBe(true);
    const read = await readImage(given);
    expect(read.bytes.includes('<?php')).toBe(false);
    const again = await readImage(read.bytes);
    expect(again).toEqual(read);
  });

  it('keeps the orientation that its camera wrote', async () => {
    const { width, height, bytes: stored } = await readImage(image('jpeg on its side'));
    expect([width, height]).toEqual([7, 13]);
    expect(stored.toString('latin1')).toContain('Exif\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06');
  });

  it.each(NAMES)('with a program behind its end is refused, or stored without it: %s', async (name) => {
    const stored = await readImage(Buffer.concat([image(name), bytes(PHP)])).catch((error: unknown) => error);
    if (stored instanceof Error) expect(stored).toBeInstanceOf(BrokenImage);
    else expect((stored as { bytes: Buffer }).bytes.equals((await readImage(image(name))).bytes)).toBe(true);
  });

  it.each(NAMES)('that is cut off is refused, wherever: %s', async (name) => {
    const whole = image(name);
    for (let length = 0; length < whole.length; length += 1) {
      await expect(readImage(whole.subarray(0, length)), `${length} bytes`).rejects.toThrow(BrokenImage);
    }
  });

  it.each<readonly [string, Buffer, RegExp]>([
    [
      'nothing but the signature of a PNG',
      Buffer.concat([SIGNATURE, bytes('<script>alert(1)</script>')]),
      /cut off/,
    ],
    ['the start of a JPEG', bytes('\xff\xd8\xff\xe0<script>alert(1)</script>'), /cut off/],
    ['the start of a GIF', bytes('GIF89a/*<script>*/=1;alert(1)//'), /./],
    ['the start of a WebP', bytes(`RIFF\x20\0\0\0WEBPVP8 ${PHP}`), /./],
    ['the start of an AVIF', bytes(`\0\0\0\x1cftypavif${PHP.repeat(3)}`), /./],
    ['a header and no pixels', png(header(2, 2)), /no pixels/],
    ['2,000,000,000 pixels a side', png(header(2e9, 2e9), pixels(new Uint8Array(9))), /too many/],
    ['9,000 pixels a side', png(header(9000, 9000), pixels(new Uint8Array(9))), /too many/],
    ['no width', png(header(0, 2), pixels(new Uint8Array(2))), /no pixels/],
    ['fewer pixels than it says', png(header(2, 2), pixels(new Uint8Array(5))), /fewer/],
    ['far more pixels than it says', png(header(2, 2), pixels(new Uint8Array(50_000_000))), /more/],
    ['pixels that are none', png(header(2, 2), chunk('IDAT', bytes(PHP))), /unpacked/],
    [
      'bytes behind its pixels',
      png(header(2, 2), chunk('IDAT', Buffer.concat([deflateSync(new Uint8Array(6)), bytes('more')]))),
      /behind its pixels/,
    ],
    [
      'a part that must be understood and is not',
      png(header(2, 2), chunk('EVIL', bytes('x')), pixels(new Uint8Array(6))),
      /unknown/,
    ],
    ['a wrong checksum', changed(image('png'), 29, 0, 0, 0, 0), /checksum/],
    ['a GIF canvas of 4 billion pixels', changed(image('gif'), 6, 255, 255, 255, 255), /too many/],
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), /no JPEG/],
    ['a page', bytes('<html>'), /no JPEG/],
    ['nothing at all', bytes(''), /no JPEG/],
    ['a film', bytes('RIFF    AVI '), /no JPEG/],
    ['a PDF', bytes('%PDF-1.7'), /no JPEG/],
  ])('with %s is refused', async (_, given, reason) => {
    const failure = await readImage(given).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BrokenImage);
    expect((failure as Error).message).toMatch(reason);
  });

  it('loses the texts of a PNG', async () => {
    const clean = png(header(2, 2), pixels(new Uint8Array(6)));
    const given = png(header(2, 2), chunk('tEXt', bytes(`Comment\0${PHP}`)), pixels(new Uint8Array(6)));
    expect((await readImage(given)).bytes.equals(clean)).toBe(true);
  });

  it.each(['<?php 1', '<ScRiPt>', '<!DOCTYPE', '<svg '])(
    'whose very pixels spell %s is refused',
    async (text) => {
      const row = Buffer.concat([Buffer.from([0]), bytes(text)]);
      const spelt = chunk('IDAT', deflateSync(row, { level: 0 }));
      await expect(readImage(png(header(text.length, 1), spelt))).rejects.toThrow('a program or a page');
    },
  );

  it('that is interlaced has as many pixels as any other', async () => {
    // Of 3 x 3 pixels the passes are 164, 777 and 565: each row of a pass has a byte for its filter.
    const size = 2 + 2 + 3 + 2 * 2 + 4;
    expect(await readImage(png(header(3, 3, 1), pixels(new Uint8Array(size))))).toMatchObject({ width: 3 });
    await expect(readImage(png(header(3, 3, 1), pixels(new Uint8Array(size - 1))))).rejects.toThrow('fewer');
  });

  it('of any bytes at all is read, or refused with a reason', async () => {
    const broken = fc
      .tuple(fc.constantFrom(...NAMES), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }))
      .map(([name, edits]) =>
        edits.reduce((of, [at, value]) => changed(of, at % of.length, value), image(name)),
      );
    await fc.assert(
      fc.asyncProperty(broken, async (given) => {
        const read = await readImage(given).catch((error: unknown) => error);
        if (read instanceof Error) expect(read).toBeInstanceOf(BrokenImage);
        else expect(await readImage((read as { bytes: Buffer }).bytes)).toEqual(read);
      }),
      { numRuns: 500 },
    );
  });
});
