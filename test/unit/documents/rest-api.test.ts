import { describe, expect, it } from 'vitest';
import type { RestApi } from '../../../src/config/config.js';
import { renderItem } from '../../../src/documents/content-item.js';
import { collectionUrl, restRootUrl, restUrl } from '../../../src/documents/rest-addresses.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import {
  type ContextOptions,
  type EntryLine,
  filesOf,
  PAGE,
  POST,
  testContext,
  toPage,
} from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';

const WORDPRESS: RestApi = { mode: 'external', base: 'https://cms.example/wp-json/wp/v2', idParam: 'id' };

const OOLONG: EntryLine = {
  id: 12,
  title: 'Oolong & "blue" <tea>',
  slug: 'oolong',
  published: '2026-06-01T23:30:00Z',
  modified: '2026-07-01T22:15:00Z',
  authors: ['Mia Teal'],
  categories: ['Green'],
  tags: ['gaiwan'],
  excerpt: 'Less than 90 °C, if leaves < 3 g.',
  html: '<p>Warm the <b>pot</b>.</p>',
  image: { url: 'https://tea.example/pot.jpg', alt: 'A pot' },
};

const many = (count: number): EntryLine[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    published: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
  }));

describe('an item of the read API', () => {
  it('has the members of the reference, dates in the time of the site', () => {
    const ctx = testContext({ site: { timeZone: 'Asia/Tokyo' }, entries: [OOLONG] });
    const text = renderItem(ctx, toPage(OOLONG));
    expect(schemaErrors('content-item.schema.json', JSON.parse(text))).toEqual([]);
    expectGolden('content-item.json', text);
  });

  it('leaves out what is not known or not served', () => {
    const bare: EntryLine = { id: 5, published: null };
    const ctx = testContext({ entries: [bare], settings: { enable_markdown: false } });
    const item = JSON.parse(renderItem(ctx, toPage(bare)));
    expect(schemaErrors('content-item.schema.json', item)).toEqual([]);
    expect(Object.keys(item)).not.toEqual(expect.arrayContaining(['date']));
    expect(item).not.toHaveProperty('modified');
    expect(item).not.toHaveProperty('image');
    expect(item._links).not.toHaveProperty('alternate');
    expect(item.excerpt.rendered).toBe('');
  });
});

describe('addresses of the read API', () => {
  const addresses = (options: ContextOptions) => {
    const ctx = testContext({ ...options, entries: [OOLONG] });
    const [entry] = ctx.entries;
    return [entry && restUrl(ctx, entry), collectionUrl(ctx, POST), collectionUrl(ctx, POST, 2)];
  };
  const base = 'https://tea.example/api/content/v1/posts';

  it.each<[string, ContextOptions, (string | undefined)[]]>([
    ['files alone', {}, [`${base}/12.json`, `${base}.json`, `${base}/page-2.json`]],
    ['a sidecar', { sidecar: true }, [`${base}/12`, base, `${base}?page=2`]],
    [
      'another system',
      { restApi: WORDPRESS },
      ['https://cms.example/wp-json/wp/v2/posts/12', 'https://cms.example/wp-json/wp/v2/posts', undefined],
    ],
    ['nothing', { restApi: { mode: 'off' } }, [undefined, undefined, undefined]],
  ])('with %s', (_, options, expected) => {
    expect(addresses(options)).toEqual(expected);
  });

  it('lie below the configured prefix and base address', () => {
    const ctx = testContext({ site: { baseUrl: 'https://example.org/blog' }, restPrefix: 'rest' });
    expect(restRootUrl(ctx)).toBe('https://example.org/blog/rest/');
    expect(collectionUrl(ctx, PAGE)).toBe('https://example.org/blog/rest/content/v1/pages.json');
  });
});

describe('lists of the read API', () => {
  it('are files of 100 items, newest first', () => {
    const ctx = testContext({ entries: many(250) });
    const files = filesOf('rest-list', ctx);
    expect(Object.keys(files)).toEqual([
      'api/content/v1/posts.json',
      'api/content/v1/posts/page-2.json',
      'api/content/v1/posts/page-3.json',
      'api/content/v1/pages.json',
    ]);
    const lists = Object.values(files).map((text) => JSON.parse(text));
    for (const list of lists) expect(schemaErrors('content-list.schema.json', list)).toEqual([]);
    expect(lists.map((list) => list.length)).toEqual([100, 100, 50, 0]);
    const ids = lists.flat().map((item: { id: number }) => item.id);
    expect(ids).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index));
  });

  it('hold exactly the bytes of the items', () => {
    const ctx = testContext({ entries: [OOLONG, { id: 13 }] });
    const items = filesOf('rest-item', ctx);
    const list = filesOf('rest-list', ctx)['api/content/v1/posts.json'];
    expect(list).toBe(`[${items['api/content/v1/posts/12.json']},${items['api/content/v1/posts/13.json']}]`);
  });

  it('are one file per collection where a sidecar pages', () => {
    const ctx = testContext({ entries: many(250), sidecar: true });
    expect(Object.keys(filesOf('rest-list', ctx))).toEqual([
      'api/content/v1/posts/index.json',
      'api/content/v1/pages/index.json',
    ]);
    expect(Object.keys(filesOf('rest-item', ctx))[0]).toBe('api/content/v1/posts/1.json');
  });

  it('do not exist for another system, nor when there is no read API', () => {
    for (const restApi of [WORDPRESS, { mode: 'off' } as const]) {
      const ctx = testContext({ entries: many(3), restApi });
      expect(filesOf('rest-list', ctx)).toEqual({});
      expect(filesOf('rest-item', ctx)).toEqual({});
    }
  });
});

describe('the root of the read API', () => {
  const root = (options: ContextOptions) =>
    filesOf('rest-index', testContext(options))['api/index.json'] ?? '';

  it('names every page of every collection', () => {
    const text = root({ entries: many(101) });
    expect(schemaErrors('rest-index.schema.json', JSON.parse(text))).toEqual([]);
    expectGolden('rest-index.json', text);
  });

  it('names every address that is written, and no other', () => {
    const ctx = testContext({ entries: many(250) });
    const { collections } = JSON.parse(filesOf('rest-index', ctx)['api/index.json'] ?? '');
    const named = collections.flatMap((one: { page_urls: string[] }) => one.page_urls);
    expect(named).toEqual(
      Object.keys(filesOf('rest-list', ctx)).map((file) => `https://tea.example/${file}`),
    );
  });

  it.each<[string, ContextOptions]>([
    ['with a sidecar', { sidecar: true }],
    ['over another system', { restApi: WORDPRESS }],
    ['without a read API', { restApi: { mode: 'off' } }],
  ])('answers %s', (_, options) => {
    const index = JSON.parse(root({ entries: many(3), ...options }));
    expect(schemaErrors('rest-index.schema.json', index)).toEqual([]);
    expect(JSON.stringify(index.collections)).not.toContain('.json');
  });
});
