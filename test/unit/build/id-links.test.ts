import { describe, expect, it } from 'vitest';
import { pathsById, resolveIds } from '../../../src/build/link-graph.js';
import type { Media } from '../../../src/content/body/port.js';
import { attachmentPageKey } from '../../../src/site/media-index.js';
import type { Site } from '../../../src/site/site.js';
import type { Source } from '../../../src/sources/port.js';

const BASE = 'https://harbour.example';
const resolve = resolveIds((url) => (url.startsWith('/') ? BASE + url : url), {
  site: { baseUrl: BASE } as Site,
  pagePath: (id) => ({ 7: '/one/', 8: '/about/' })[id],
  media: {
    byId: (id) => (id === 9 ? ({ url: `${BASE}/map.pdf` } as Media) : undefined),
    byPage: (key) =>
      key === attachmentPageKey(`${BASE}/one/map/`) ? ({ url: `${BASE}/map.pdf` } as Media) : undefined,
    attachedTo: () => [],
  },
});

describe('links that name their target by its id', () => {
  it.each([
    ['/?p=7', '/one/'],
    ['/?page_id=8', '/about/'],
    ['/index.php?p=7', '/one/'],
    ['/?p=7#more', '/one/#more'],
    ['/?preview=true&p=7', '/one/'],
    ['/?attachment_id=9', '/map.pdf'],
    ['/one/map/', '/map.pdf'],
    ['/one/map', '/map.pdf'],
    ['/one/map/#top', '/map.pdf'],
  ])('%s leads to %s', (link, target) => {
    expect(resolve(link, 'link')).toBe(BASE + target);
  });

  it.each(['/?p=70', '/?p=x', '/shop/?p=7', '/one/?page=7', 'https://other.example/?p=7'])(
    '%s stays',
    (link) => {
      expect(resolve(link, 'link')).toBe(link.startsWith('/') ? BASE + link : link);
    },
  );

  it('are no files', () => {
    expect(resolve('/?p=7', 'resource')).toBe(`${BASE}/?p=7`);
  });
});

describe('links with a date and a slug', () => {
  const entries = [
    { id: 1, path: '/2026/05/02/knots/' },
    { id: 2, path: '/2026/05/02/ropes/' },
    { id: 3, path: '/2026/06/02/ropes/' },
  ];
  const placed = entries.map((entry) => ({ ...entry, formerUrls: undefined, source: 0 }));
  const paths = pathsById(placed, [{ type: 'wxr', linksByIds: true } as Source], () => [BASE]);
  const find = resolveIds((url) => BASE + url, {
    site: { baseUrl: BASE } as Site,
    pagePath: (id) => paths.get(id),
    media: { byId: () => undefined, byPage: () => undefined, attachedTo: () => [] },
  });

  it.each([
    ['/2026/05/03/knots/', '/2026/05/02/knots/'],
    ['/2026/05/03/knots/#bowline', '/2026/05/02/knots/#bowline'],
    ['/2026/05/02/knots', '/2026/05/02/knots'],
    ['/2026/05/03/ropes/', '/2026/05/03/ropes/'],
    ['/2026/05/03/sails/', '/2026/05/03/sails/'],
    ['/knots/', '/knots/'],
  ])('%s leads to %s', (link, target) => {
    expect(find(link, 'link')).toBe(BASE + target);
  });
});
