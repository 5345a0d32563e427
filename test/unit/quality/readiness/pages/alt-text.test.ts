import { describe, expect, it } from 'vitest';
import { imageKey } from '../../../../../src/quality/readiness/pages/measure/words.js';
import { checkupOf, row, status } from '../../../../support/quality/readiness/pages/page.js';

describe('alt_text', () => {
  it.each([
    ['no images', '<p>Rye</p>', 'pass'],
    ['a described image', '<img src="/a.jpg" alt="A mill in snow">', 'pass'],
    ['a decoration', '<img src="/a.jpg" alt="">', 'pass'],
    ['a decoration without a value', '<img src="/a.jpg" alt>', 'pass'],
    ['an image without alt', '<img src="/a.jpg">', 'warn'],
    ['the name of the file', '<img src="/up/old-mill-door.jpg" alt="old-mill-door">', 'warn'],
    ['with other separators', '<img src="/up/old_mill_door.jpg" alt="Old_Mill_Door">', 'warn'],
    ['of one size', '<img src="/up/old-mill-300x200.jpg?v=2" alt="old-mill">', 'warn'],
    ['of an edit', '<img src="/up/old-mill-e1700000000.jpg" alt="old-mill">', 'warn'],
    ['of an edit in one size', '<img src="/up/old-mill-e1700000000-300x200.jpg" alt="old-mill">', 'warn'],
    ['encoded', '<img src="/up/alte%20m%C3%BChle.jpg" alt="alte-mühle">', 'warn'],
    ['one word is never accused', '<img src="/mill.jpg" alt="mill">', 'pass'],
    ['words with spaces neither', '<img src="/old-mill.jpg" alt="old mill">', 'pass'],
    ['another name', '<img src="/old-mill.jpg" alt="new-mill">', 'pass'],
    ['inline data have no name', '<img src="data:image/png;base64,AAAA" alt="old-mill">', 'pass'],
  ] as const)('%s: %s', (_, html, expected) => {
    expect(status('alt_text', html)).toBe(expected);
  });

  it('names three images without alt and two with the name of the file', () => {
    const missing = ['a-1.jpg', 'b-2-300x200.jpg', 'c-3.jpg', 'd-4.jpg'].map(
      (name) => `<img src="/up/${name}">`,
    );
    const named = ['e-5', 'f-6', 'g-7'].map((name) => `<img src="/${name}.png" alt="${name}">`);
    const detail = row('alt_text', [...missing, ...named].join(''))?.detail ?? '';
    expect(detail).toMatch(/4 images without alternative text \(a-1\.jpg, b-2\.jpg, c-3\.jpg, …\)/);
    expect(detail).toMatch(/3 images with the name of the file \(e-5\.png, f-6\.png, …\)/);
  });

  it.each([
    [`${'a'.repeat(44)}.jpg`, `${'a'.repeat(44)}.jpg`],
    [`${'a'.repeat(45)}.jpg`, `${'a'.repeat(45)}.j…`],
  ])('cuts a name of more than 48 characters: %s', (name, shown) => {
    expect(row('alt_text', `<img src="/${name}">`)?.detail).toContain(`(${shown})`);
  });

  it('knows all sizes of one picture by one key, wherever they lie', () => {
    const key = imageKey('https://site.example/up/mill.jpg');
    for (const src of [
      '/up/mill-300x200.jpg',
      '../mill.jpg?v=3',
      '//cdn.example/mill-scaled.jpg',
      'mill-e1700000000.jpg',
    ]) {
      expect(imageKey(src), src).toBe(key);
    }
    expect(imageKey('/up/barn.jpg')).not.toBe(key);
    expect(
      checkupOf('<img src="/up/mill.jpg"><img src="/up/mill-300x200.jpg" alt="">').measures.images.keys,
    ).toEqual([key]);
  });
});
