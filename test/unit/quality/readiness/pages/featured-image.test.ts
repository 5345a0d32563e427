import { describe, expect, it } from 'vitest';
import { judgePage } from '../../../../../src/quality/readiness/pages/grade.js';
import { withImage } from '../../../../../src/quality/readiness/pages/page-metrics.js';
import { checkupOf } from '../../../../support/quality/readiness/pages/page.js';

const URL_OF = 'https://site.example/up/old-mill.jpg';

function rows(alt: string | undefined, written: string | undefined, expectsImage = true) {
  const image = alt === undefined ? undefined : { url: URL_OF, alt };
  const checkup = withImage(checkupOf('<p>Rye</p>'), image, 'The old mill', () => written);
  const all = judgePage({ ...checkup, gradeable: true, expectsImage, ageDays: 0 });
  const find = (id: string) => all.find((row) => row.id === id);
  return { image: find('featured_image'), alt: find('featured_alt'), count: all.length };
}

describe('featured_image', () => {
  it('is asked for where pages of the type have one', () => {
    expect(rows('A mill', undefined).image?.status).toBe('pass');
    expect(rows(undefined, undefined).image?.status).toBe('warn');
    expect(rows(undefined, undefined, false).image?.status).toBe('pass');
  });
});

describe('featured_alt', () => {
  it('has no row without an image, or where none is expected', () => {
    expect(rows(undefined, undefined)).toMatchObject({ alt: undefined, count: 13 });
    expect(rows('A mill', undefined, false)).toMatchObject({ alt: undefined, count: 13 });
    expect(rows('A mill', undefined).count).toBe(14);
  });

  const shown = (alt: string) =>
    `<html><img src="/logo.svg" alt=""><img alt="${alt}" src="/up/old-mill-300x200.jpg"></html>`;

  it.each([
    ['described, no page known', 'A mill in snow', undefined, 'pass'],
    ['described, and shown so', 'A mill &amp; a brook', shown('A mill &amp;amp; a brook'), 'pass'],
    ['described, not on the page', 'A mill in snow', '<p>no image</p>', 'pass'],
    ['described, but the page shows the title', 'A mill in snow', shown('The old mill'), 'warn'],
    ['described, but the page shows nothing', 'A mill in snow', shown(''), 'warn'],
    ['not described, no page known', '', undefined, 'warn'],
    ['not described, the page shows the title', '', shown('The old mill'), 'warn'],
    ['not described, the page shows nothing', '', shown(''), 'fail'],
    ['described by the page alone', '', shown('A mill in snow'), 'pass'],
    ['the name of the file', 'old-mill', undefined, 'warn'],
    ['the name of the file, on the page', 'old-mill', shown('old-mill'), 'warn'],
  ] as const)('%s: %s', (_, alt, page, expected) => {
    expect(rows(alt, page).alt?.status).toBe(expected);
  });

  it('names the file', () => {
    expect(rows('', shown('')).alt?.detail).toContain('old-mill.jpg');
  });
});
