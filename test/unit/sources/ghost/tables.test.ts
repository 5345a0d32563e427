import { describe, expect, it } from 'vitest';
import { GhostTables, publishedAt, readPostMeta } from '../../../../src/sources/ghost/tables.js';
import { date, isOnValue, numberOf, text } from '../../../../src/sources/ghost/values.js';
import { dump, fileWith, post, readExport, readOne } from '../../../support/sources/ghost/read-export.js';

describe('a tag', () => {
  const isInternal = (row: Readonly<Record<string, unknown>>) => {
    const tables = new GhostTables();
    tables.add('tags', { id: 't', ...row });
    return tables.tags.get('t')?.isInternal;
  };

  it.each([
    ['name', { name: '#news', slug: 'news', visibility: 'public' }],
    ['slug alone', { name: 'News', slug: 'hash-news', visibility: 'public' }],
    ['slug, without a name', { slug: 'hash-news' }],
    ['visibility alone', { name: 'News', slug: 'news', visibility: 'internal' }],
  ])('is internal by its %s', (_, row) => {
    expect(isInternal(row)).toBe(true);
  });

  it.each([
    ['public', { name: 'News', slug: 'news', visibility: 'public' }],
    ['one of the oldest versions, which know no visibility', { name: 'News', slug: 'news' }],
    ['named with a hash inside', { name: 'C#', slug: 'c-sharp' }],
    ['with hash inside of its slug', { name: 'Hashing', slug: 'hashing' }],
    ['with a hash- later in its slug', { name: 'Re-hash it', slug: 're-hash-it' }],
  ])('is for readers: %s', (_, row) => {
    expect(isInternal(row)).toBe(false);
  });

  it('that is internal by its slug alone reaches no reader, and no address', async () => {
    const tags = [
      { id: 't1', name: 'Canary', slug: 'hash-canary' },
      { id: 't2', name: 'Boats', slug: 'boats' },
    ];
    const tables = {
      tags,
      posts_tags: tags.map(({ id }, at) => ({
        post_id: '66a0c1d2e3f4a5b6c7d80001',
        tag_id: id,
        sort_order: at,
      })),
    };
    const options = { permalinks: { post: '/{primary_tag}/{slug}/' } };
    const entry = await readOne({}, tables, options);
    expect(entry.terms.map(({ slug }) => slug)).toEqual(['boats']);
    expect(entry.url).toBe('/all/oar/');
    const { terms } = await readExport(fileWith(dump({ posts: [post()], ...tables })));
    expect(JSON.stringify(terms)).not.toMatch(/canary/i);
  });
});

describe('values of a row', () => {
  it.each([
    [true, true],
    [1, true],
    ['1', true],
    ['true', true],
    [false, false],
    [0, false],
    ['0', false],
    ['false', false],
    ['yes', false],
    [null, false],
    [undefined, false],
    [2, false],
  ])('%j is switched on: %s', (value, on) => {
    expect(isOnValue(value)).toBe(on);
  });

  it.each([
    ['2016-05-06T10:00:00.000Z', Date.UTC(2016, 4, 6, 10)],
    ['2016-05-06 10:00:00', Date.UTC(2016, 4, 6, 10)],
    [1_462_528_800_999, Date.UTC(2016, 4, 6, 10)],
    ['2016-05-06T10:00:00+02:00', Date.UTC(2016, 4, 6, 8)],
  ])('the date %j is read', (value, expected) => {
    expect(date({ at: value }, 'at')).toBe(expected / 1000);
  });

  it.each([[null], ['soon'], [''], [Number.POSITIVE_INFINITY], [true]])('the date %j is none', (value) => {
    expect(date({ at: value }, 'at')).toBeUndefined();
  });

  it('are numbers also as texts, and texts also as numbers', () => {
    const row = { a: '3', b: 4, c: '', d: ' x ', e: null, f: 'half \ud83d' };
    expect([numberOf(row, 'a'), numberOf(row, 'b'), numberOf(row, 'c'), numberOf(row, 'd')]).toEqual([
      3,
      4,
      undefined,
      undefined,
    ]);
    expect([text(row, 'b'), text(row, 'd'), text(row, 'e'), text(row, 'f')]).toEqual([
      '4',
      'x',
      '',
      'half \ufffd',
    ]);
  });

  it('tell when a post was published, else when it was made', () => {
    const [published_at, created_at] = ['2016-05-06', '2015-01-01'];
    expect(publishedAt({ published_at, created_at })).toBe(Date.UTC(2016, 4, 6) / 1000);
    expect(publishedAt({ published_at: null, created_at })).toBe(Date.UTC(2015, 0, 1) / 1000);
    expect(publishedAt({})).toBeUndefined();
  });

  it.each([true, 1, '1'])('that send a post by mail only (%j) keep it from readers', async (email_only) => {
    expect(readPostMeta({ email_only }).emailOnly).toBe(true);
    const posts_meta = [{ post_id: '66a0c1d2e3f4a5b6c7d80001', email_only }];
    expect((await readOne({}, { posts_meta })).status).toBe('private');
    expect((await readOne({ email_only })).status).toBe('private');
  });
});

describe('a post', () => {
  it('that is a draft has no date but its own', async () => {
    const created_at = '2015-01-01T00:00:00.000Z';
    expect(await readOne({ status: 'draft', published_at: null, created_at })).not.toHaveProperty(
      'published',
    );
    expect(await readOne({ published_at: null, created_at })).toMatchObject({
      published: Date.UTC(2015, 0, 1) / 1000,
    });
  });

  it('shows the people that it is joined to before its one author, in their order', async () => {
    const users = ['a', 'b', 'c'].map((id) => ({ id, slug: `slug-${id}`, name: `Name ${id}` }));
    const joined = { post_id: '66a0c1d2e3f4a5b6c7d80001' };
    const posts_authors = [
      { ...joined, author_id: 'b', sort_order: 1 },
      { ...joined, author_id: 'c', sort_order: 0 },
    ];
    expect((await readOne({ author_id: 'a' }, { users, posts_authors })).authorKeys).toEqual([
      'slug-c',
      'slug-b',
    ]);
    expect((await readOne({ author_id: 'a', author: 'b' }, { users })).authorKeys).toEqual(['slug-a']);
    expect((await readOne({ author: 'b' }, { users })).authorKeys).toEqual(['slug-b']);
  });
});
