import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  BrokenImage,
  readImage,
  type WholeImage,
} from '../../../../../src/sidecar/content/media/import-image.js';
import { IMAGES, image } from '../../../../support/sidecar/content/images.js';

type Name = keyof typeof IMAGES;
const ALL = Object.keys(IMAGES) as Name[];
/** Animations whose later frames the decoder doesn't see. */
const UNSEEN: readonly Name[] = ['animated png', 'animated avif'];
const NAMES = ALL.filter((name) => !UNSEEN.includes(name));
const WITH_EXIF: readonly Name[] = ['jpeg on its side', 'webp with Exif'];
const LOSSLESS: readonly Name[] = ['png', 'paletted png', 'gif', 'animated gif', 'lossless webp'];
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

/** Its pixels, frame below frame, as red, green, blue and alpha. */
async function pixelsOf(of: Uint8Array): Promise<Buffer> {
  return sharp(of, { animated: true }).autoOrient().ensureAlpha().toColourspace('srgb').raw().toBuffer();
}

/** The mean difference between the samples of two pictures, in parts of 256. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)];
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

describe('an image', () => {
  it.each(NAMES)('looks the same when it is stored: %s', async (name) => {
    const given = image(name);
    const read = await readImage(given);
    const size = WITH_EXIF.includes(name) ? { width: 7, height: 13 } : { width: 13, height: 7 };
    expect(read).toMatchObject({ mime: mimeOf(name), ...size });
    expect(await difference(read.bytes, given)).toBeLessThanOrEqual(LOSSLESS.includes(name) ? 0 : 8);
    expect((await readImage(read.bytes)).mime).toBe(mimeOf(name));
  });

  it.each(NAMES)('gives the same bytes each time: %s', async (name) => {
    const [one, other] = [await readImage(image(name)), await readImage(image(name))];
    expect(one.bytes.equals(other.bytes)).toBe(true);
  });

  it.each(['animated gif', 'animated webp'] as const)('keeps all frames: %s', async (name) => {
    const { bytes: stored } = await readImage(image(name));
    const [before, after] = [await sharp(image(name)).metadata(), await sharp(stored).metadata()];
    expect(after.pages).toBeGreaterThan(1);
    // Browsers show a frame without a time for a tenth of a second.
    const times = before.delay?.map((time) => time || 100);
    expect([after.pages, after.delay, after.loop]).toEqual([before.pages, times, before.loop]);
  });

  it.each(UNSEEN)('whose later frames would be lost is refused: %s', async (name) => {
    await expect(readImage(image(name))).rejects.toThrow('animations must be GIF or WebP');
  });

  it.each(WITH_EXIF)('loses what it says of camera and place: %s', async (name) => {
    const given = image(name);
    expect(given.includes('<?php')).toBe(true);
    const { bytes: stored } = await readImage(given);
    expect(stored.includes('<?php')).toBe(false);
    const { exif, xmp, iptc, orientation = 1 } = await sharp(stored).metadata();
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, 1]);
  });

  it('lies as its camera was held', async () => {
    const { width, height } = await readImage(image('jpeg on its side'));
    expect([width, height]).toEqual([7, 13]);
  });

  it.each(NAMES)('with a program behind its end is refused, or stored without it: %s', async (name) => {
    const stored = await readImage(Buffer.concat([image(name), bytes(PHP)])).catch((error: unknown) => error);
    if (stored instanceof Error) expect(stored).toBeInstanceOf(BrokenImage);
    else expect((stored as { bytes: Buffer }).bytes.equals((await readImage(image(name))).bytes)).toBe(true);
  });

  it.each(NAMES)('that is cut off is refused, or whole when it is stored: %s', async (name) => {
    const whole = image(name);
    const kept: number[] = [];
    for (let length = 0; length < whole.length; length += 1) {
      const read = await readImage(whole.subarray(0, length)).catch((error: unknown) => error);
      if (read instanceof Error) expect(read, `${length} bytes`).toBeInstanceOf(BrokenImage);
      else {
        kept.push(length);
        await expect(readImage((read as { bytes: Buffer }).bytes)).resolves.toMatchObject({
          mime: mimeOf(name),
        });
      }
    }
    // Decoders forgive a missing end, and a frame of an animation that is not there.
    const least = whole.length * (name === 'animated gif' ? 0.5 : 0.7);
    expect(kept.filter((length) => length < least)).toEqual([]);
  });

  it.each(['jpeg', 'progressive jpeg', 'gif', 'webp', 'lossless webp', 'avif', 'png'] as const)(
    'whose pixels are replaced by others or by noise has none of the given bytes: %s',
    async (name) => {
      const whole = image(name);
      const noise = Buffer.from(PHP.repeat(40).slice(0, Math.floor(whole.length * 0.3)), 'latin1');
      const given = Buffer.from(whole);
      noise.copy(given, Math.floor(whole.length * 0.6));
      const read = await readImage(given).catch((error: unknown) => error);
      if (read instanceof Error) expect(read).toBeInstanceOf(BrokenImage);
      else {
        const { bytes: stored } = read as { bytes: Buffer };
        expect(stored.includes('<?php')).toBe(false);
        expect(stored.includes(noise.subarray(0, 12))).toBe(false);
      }
    },
  );

  it.each<readonly [string, Buffer, RegExp]>([
    [
      'nothing but the signature of a PNG',
      Buffer.concat([SIGNATURE, bytes('<script>alert(1)</script>')]),
      /decoded/,
    ],
    ['the start of a JPEG', bytes('\xff\xd8\xff\xe0<script>alert(1)</script>'), /decoded/],
    ['the start of a GIF', bytes('GIF89a/*<script>*/=1;alert(1)//'), /decoded|isn't a /],
    ['the start of a WebP', bytes(`RIFF\x20\0\0\0WEBPVP8 ${PHP}`), /decoded|isn't a /],
    ['the start of an AVIF', bytes(`\0\0\0\x1cftypavif${PHP.repeat(3)}`), /decoded|isn't a /],
    ['a header and no pixels', png(header(2, 2)), /decoded/],
    [
      '2,000,000,000 pixels a side',
      png(header(2e9, 2e9), pixels(new Uint8Array(9))),
      /decoded|at most 16384 per side/,
    ],
    [
      '9,000 pixels a side',
      png(header(9000, 9000), pixels(new Uint8Array(9))),
      /decoded|at most 16384 per side/,
    ],
    ['no width', png(header(0, 2), pixels(new Uint8Array(2))), /decoded/],
    ['fewer pixels than it says', png(header(2, 2), pixels(new Uint8Array(5))), /decoded/],
    ['pixels that are none', png(header(2, 2), chunk('IDAT', bytes(PHP))), /decoded/],
    [
      'a part that must be understood and is not',
      png(header(2, 2), chunk('EVIL', bytes('x')), pixels(new Uint8Array(6))),
      /decoded/,
    ],
    ['a wrong checksum', changed(image('png'), 29, 0, 0, 0, 0), /decoded/],
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), /isn't a JPEG/],
    ['a page', bytes('<html>'), /isn't a JPEG/],
    ['nothing at all', bytes(''), /isn't a JPEG/],
    ['a film', bytes('RIFF    AVI '), /isn't a JPEG/],
    ['a PDF', bytes('%PDF-1.7'), /isn't a JPEG/],
  ])('with %s is refused', async (_, given, reason) => {
    const failure = await readImage(given).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BrokenImage);
    expect((failure as Error).message).toMatch(reason);
  });

  it.each<readonly [string, Buffer]>([
    ['a text', png(header(2, 2), chunk('tEXt', bytes(`Comment\0${PHP}`)), pixels(new Uint8Array(6)))],
    ['far more pixels than it says', png(header(2, 2), pixels(new Uint8Array(5_000_000)))],
    [
      'bytes behind its pixels',
      png(header(2, 2), chunk('IDAT', Buffer.concat([deflateSync(new Uint8Array(6)), bytes(PHP)]))),
    ],
    ['bytes behind its end', Buffer.concat([png(header(2, 2), pixels(new Uint8Array(6))), bytes(PHP)])],
  ])('with %s is stored without it', async (_, given) => {
    const clean = await readImage(png(header(2, 2), pixels(new Uint8Array(6))));
    expect((await readImage(given)).bytes.equals(clean.bytes)).toBe(true);
  });

  it('with a canvas of 4 billion pixels is no larger than its frames', async () => {
    const read = await readImage(changed(image('gif'), 6, 255, 255, 255, 255)).catch(
      (error: unknown) => error,
    );
    if (read instanceof Error) expect(read).toBeInstanceOf(BrokenImage);
    else expect(read).toMatchObject({ width: 13, height: 7 });
  });

  it.each(['<?php 1', '<ScRiPt>', '<!DOCTYPE', '<svg '])(
    'whose very pixels spell %s is packed anew, or refused',
    async (text) => {
      const row = Buffer.concat([Buffer.from([0]), Buffer.from(text.repeat(3), 'latin1')]);
      const given = png(header(text.length, 1), chunk('IDAT', deflateSync(row, { level: 0 })));
      expect(given.includes(text)).toBe(true);
      const read = await readImage(given).catch((error: unknown) => error);
      if (read instanceof Error) expect(read).toBeInstanceOf(BrokenImage);
      else expect((read as { bytes: Buffer }).bytes.includes(text)).toBe(false);
    },
  );

  it('that is interlaced has as many pixels as any other', async () => {
    // Of 3 x 3 pixels the passes are 164, 777 and 565: each row of a pass has a byte for its filter.
    const size = 2 + 2 + 3 + 2 * 2 + 4;
    const interlaced = (length: number) => png(header(3, 3, 1), pixels(new Uint8Array(length)));
    expect(await readImage(interlaced(size))).toMatchObject({ width: 3, height: 3 });
    await expect(readImage(interlaced(size - 1))).rejects.toThrow('decoded');
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
        else {
          const { bytes: stored, mime, width, height } = read as WholeImage;
          expect(await readImage(stored)).toMatchObject({ mime, width, height });
        }
      }),
      { numRuns: 200 },
    );
  });
});
