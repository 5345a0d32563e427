import { createCipheriv } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  BrokenImage,
  MAX_IMAGE_BYTES,
  readImage,
  type WholeImage,
} from '../../../../../src/sidecar/content/media/import-image.js';

/** Bytes that look random, the same each time. */
const noise = (length: number) =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length));

const rgb = (pixels: Buffer, width: number) =>
  sharp(pixels, { raw: { width, height: pixels.length / width / 3, channels: 3 } });

const rgbaOf = (bytes: Uint8Array) => sharp(bytes, { animated: true }).ensureAlpha().raw().toBuffer();

async function attempt(given: Uint8Array): Promise<WholeImage | BrokenImage> {
  return readImage(given).catch((error: unknown) => {
    expect(error).toBeInstanceOf(BrokenImage);
    return error as BrokenImage;
  });
}

describe('the pixels of an image', () => {
  it.each(['rgb16', 'grey16'] as const)('keep 16 bits in a PNG: %s', async (space) => {
    const deep = (bytes: Uint8Array) => sharp(bytes).toColourspace(space).raw({ depth: 'ushort' }).toBuffer();
    const samples = new Uint16Array(Uint8Array.from(noise(2 * 3 * 64)).buffer);
    const raw = { width: 8, height: 8, channels: 3 } as const;
    const given = await sharp(samples, { raw }).toColourspace(space).png().toBuffer();
    const { bytes } = await readImage(given);
    expect((await sharp(given).metadata()).depth).toBe('ushort');
    expect((await sharp(bytes).metadata()).depth).toBe('ushort');
    expect((await deep(bytes)).equals(await deep(given))).toBe(true);
  });

  it('keep all 256 colours of a GIF', async () => {
    const palette = noise(256 * 3);
    const colours = Array.from({ length: 64 * 64 }, (_, at) =>
      palette.subarray((at % 256) * 3, (at % 256) * 3 + 3),
    );
    const given = await rgb(Buffer.concat(colours), 64).gif({ dither: 0, effort: 10 }).toBuffer();
    const { bytes } = await readImage(given);
    expect((await rgbaOf(bytes)).equals(await rgbaOf(given))).toBe(true);
  });

  it.each([
    ['<svg ', true],
    ['<SVG/', true],
    ['<?php', true],
    ['<svgq', false],
  ])('that still spell %s when they are packed are refused: %s', async (text, isRefused) => {
    const pixels = noise(64 * 64 * 3);
    pixels.write(text, 600, 'latin1');
    const given = await rgb(pixels, 64).png({ compressionLevel: 0 }).toBuffer();
    const read = await attempt(given);
    if (isRefused) expect(read).toMatchObject({ message: expect.stringContaining('script') });
    else expect((read as WholeImage).bytes.includes(text)).toBe(true);
  });

  it('that would take more than 20 MB are refused', async () => {
    const given = await rgb(noise(4400 * 4400 * 3), 4400)
      .jpeg({ quality: 30, chromaSubsampling: '4:4:4' })
      .toBuffer();
    expect(given.length).toBeLessThan(MAX_IMAGE_BYTES);
    const read = await attempt(given);
    expect(read instanceof Error && read.message).toMatch(/has \d\d MB after encoding; at most 20 MB/);
  }, 60_000);
});
