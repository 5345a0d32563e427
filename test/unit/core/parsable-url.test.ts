import { expect, it } from 'vitest';
import { isParsableUrl } from '../../../src/core/parsable-url.js';

it.each(['https://Bücher.example/', 'https://x.example/café/'])(
  'an address stays one, however often it is looked at: %s',
  (url) => {
    const wrong = Array.from({ length: 100_000 }, () => isParsableUrl(url)).filter((isUrl) => !isUrl);
    expect(wrong).toEqual([]);
  },
);

it('needs a base for a relative address', () => {
  expect(isParsableUrl('/a')).toBe(false);
  expect(isParsableUrl('/a', 'https://x.example/')).toBe(true);
  expect(isParsableUrl('//', 'https://x.example/')).toBe(false);
});
