import { expect, it } from 'vitest';
import { decodeSlug } from '../../../../src/sources/wxr/head.js';
import { exportOf, itemOf, readText } from '../../../support/sources/wxr/helpers.js';

const NFD = 'cafe\u0301';
const NFC = 'caf\u00e9';

it.each([
  ['', ''],
  ['plain-slug', 'plain-slug'],
  ['%e8%87%aa', '自'],
  ['%E8%87%AA', '自'],
  ['caf%c3%a9', NFC],
  ['cafe%cc%81', NFC],
  ['cafe%CC%81-%e8%87%aa', `${NFC}-自`],
  [NFD, NFC],
  [`${NFD}%20x`, `${NFC} x`],
  ['caf%c3', 'caf%c3'],
  ['100%', '100%'],
  ['%zz', '%zz'],
])('decodes the slug %j to %j', (written, slug) => {
  expect(decodeSlug(written)).toBe(slug);
});

it('gives terms and entries the same slug, whichever form each has', async () => {
  const head = '<wp:tag><wp:tag_slug>cafe%cc%81</wp:tag_slug><wp:tag_name>Café</wp:tag_name></wp:tag>';
  const item = itemOf(
    '<wp:post_name>cafe%cc%81</wp:post_name><category domain="post_tag" nicename="caf%c3%a9">Café</category>',
  );
  const { items, entries } = await readText(exportOf(item, head));
  const terms = items.flatMap(({ kind, ...rest }) =>
    kind === 'term' && 'term' in rest ? [rest.term.slug] : [],
  );
  expect(terms).toEqual([NFC]);
  expect(entries[0]).toMatchObject({ slug: NFC, terms: [{ slug: NFC }] });
});
