import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSrcset, parseSrcset } from '../../../../src/content/html/srcset.js';

describe('parseSrcset', () => {
  it.each([
    ['a.jpg 1x, b.jpg 2x', ['a.jpg|1x', 'b.jpg|2x']],
    ['a.jpg, b.jpg 2x', ['a.jpg|', 'b.jpg|2x']],
    ['  a.jpg   640w ,b.jpg 1280w', ['a.jpg|640w', 'b.jpg|1280w']],
    ['data:image/png;base64,AAA 1x, b.jpg 2x', ['data:image/png;base64,AAA|1x', 'b.jpg|2x']],
    ['/w_200,h_100/a.jpg 1x, /w_400,h_200/a.jpg 2x', ['/w_200,h_100/a.jpg|1x', '/w_400,h_200/a.jpg|2x']],
    ['a.jpg 100w (x, y), b.jpg', ['a.jpg|100w (x, y)', 'b.jpg|']],
    [', , ', []],
    ['', []],
  ])('reads %j', (text, expected) => {
    expect(parseSrcset(text).map(({ url, descriptor }) => `${url}|${descriptor}`)).toEqual(expected);
  });

  it('reads what it wrote', () => {
    const url = fc.stringMatching(/^[a-z0-9/.:_-]([a-z0-9/.,:_-]*[a-z0-9/.:_-])?$/);
    const descriptor = fc.constantFrom('', '1x', '2.5x', '640w');
    fc.assert(
      fc.property(fc.array(fc.record({ url, descriptor }), { minLength: 1 }), (candidates) => {
        expect(parseSrcset(formatSrcset(candidates))).toEqual(candidates);
      }),
    );
  });
});
