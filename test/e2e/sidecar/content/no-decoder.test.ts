import { expect, it, vi } from 'vitest';
import { fetchImage } from '../../../../src/sidecar/content/media/import-image.js';
import { image } from '../../../support/sidecar/content/images.js';

vi.mock('sharp', () => {
  throw new Error('there is no build for this platform');
});

it('an image is refused with what is missing where it cannot be decoded', async () => {
  const fetch = () =>
    Promise.resolve({
      status: 200,
      headers: new Headers(),
      body: image('png'),
      url: 'https://a.example/x.png',
    });
  await expect(fetchImage(fetch as never, 'https://a.example/x.png')).rejects.toMatchObject({
    status: 501,
    code: 'svc_no_image_decoder',
    message: expect.stringContaining('"sharp"'),
  });
});
