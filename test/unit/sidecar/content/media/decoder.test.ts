import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { loadDecoder } from '../../../../../src/sidecar/content/media/import-image.js';

const red = () => sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } });

describe('the decoder of images', () => {
  it.each<readonly [string, () => Promise<Buffer>]>([
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>')],
    ['TIFF', () => red().tiff().toBuffer()],
  ])('has no loader for %s', async (_, make) => {
    const [bytes, decode] = [await make(), await loadDecoder()];
    await expect(decode((one) => one(bytes).toBuffer())).rejects.toThrow('unsupported image format');
  });

  it('works on one image at a time, and goes on after one that fails', async () => {
    const decode = await loadDecoder();
    let [active, most] = [0, 0];
    const work = async (fails: boolean) => {
      active += 1;
      most = Math.max(most, active);
      await new Promise((resolve) => setTimeout(resolve, 5));
      active -= 1;
      if (fails) throw new Error('broken');
      return 'done';
    };
    const jobs = [true, false, false].map((fails) => decode(() => work(fails)));
    const results = await Promise.allSettled(jobs);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(most).toBe(1);
  });
});
