import fc from 'fast-check';
import { parseRssFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { feedUrl } from '../../../src/documents/feed.js';
import { type EntryLine, filesOf, testContext, textOf } from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';
import { hostilePath, hostileText } from '../../support/documents/hostile.js';
import { childrenOf, parseXml, textOfChild } from '../../support/documents/xml.js';

const entries: readonly EntryLine[] = [
  {
    id: 1,
    title: 'Oolong & friends',
    slug: 'oolong',
    modified: '2026-07-01T09:00:00Z',
    authors: ['Mia Teal'],
    categories: ['Green'],
    tags: ['gaiwan', 'Green'],
    excerpt: 'Less than 90 °C.',
    html: '<p>Warm the pot. <code>]]&gt;</code></p>',
  },
  { id: 2, title: 'Pu-erh', slug: 'pu-erh', published: null },
  { id: 3, type: 'page', title: 'About' },
];

describe('/feed.xml', () => {
  it('is RSS 2.0 with the full text', () => {
    expectGolden('feed.xml', textOf('feed', testContext({ entries })));
  });

  it('says the same to a feed parser', () => {
    const feed = parseRssFeed(textOf('feed', testContext({ entries })));
    expect(feed.title).toBe('Tea Notes');
    expect(feed.atom?.links?.[0]).toMatchObject({ rel: 'self', href: 'https://tea.example/feed.xml' });
    expect(feed.items?.map((item) => item.title)).toEqual(['Pu-erh', 'Oolong & friends']);
    expect(feed.items?.[1]).toMatchObject({
      link: 'https://tea.example/oolong/',
      guid: { value: 'https://tea.example/oolong/', isPermaLink: true },
      description: '<p>Less than 90 °C.</p>',
      content: { encoded: '<p>Warm the pot. <code>]]&gt;</code></p>' },
    });
    expect(feed.items?.[1]?.categories?.map((category) => category.name)).toEqual(['Green', 'gaiwan']);
    expect(new Date(feed.items?.[1]?.pubDate ?? '').toISOString()).toBe('2026-06-01T00:00:00.000Z');
  });

  it('claims no date that the source did not give', () => {
    const channel = childrenOf(
      parseXml(textOf('feed', testContext({ entries: [entries[1] as EntryLine] }))),
      'channel',
    );
    expect(channel[0] && textOfChild(channel[0], 'lastBuildDate')).toBeUndefined();
    expect(textOf('feed', testContext({ entries: [entries[1] as EntryLine] }))).not.toContain('pubDate');
  });

  it('holds the newest 20 posts', () => {
    const many = Array.from({ length: 25 }, (_, index) => ({
      id: index + 1,
      published: `2026-01-${String(index + 1).padStart(2, '0')}`,
    }));
    const items = parseRssFeed(textOf('feed', testContext({ entries: many }))).items ?? [];
    expect(items).toHaveLength(20);
    expect(items[0]?.title).toBe('Entry 25');
  });

  it('is shorter without a static read API', () => {
    const text = textOf('feed', testContext({ entries, restApi: { mode: 'off' } }));
    expect(parseXml(text).name).toBe('rss');
    expect(text).toContain('<description>Less than 90 °C.</description>');
    expect(text).not.toContain('content:encoded>');
  });

  it('of an empty site is a valid feed', () => {
    const channel = parseRssFeed(textOf('feed', testContext({ site: { name: '', description: '' } })));
    expect(channel).toMatchObject({ title: 'https://tea.example/', description: 'https://tea.example/' });
  });

  it('gives way to another feed', () => {
    const ctx = testContext({ entries, otherFeed: 'https://tea.example/rss/' });
    expect(filesOf('feed', ctx)).toEqual({});
    expect(feedUrl(ctx)).toBe('https://tea.example/rss/');
    expect(feedUrl(testContext())).toBe('https://tea.example/feed.xml');
  });

  it('is well-formed whatever the texts hold, and repeats them', () => {
    const line = fc.record({
      title: hostileText,
      excerpt: hostileText,
      html: hostileText,
      path: hostilePath,
      authors: fc.array(hostileText, { maxLength: 1 }),
      categories: fc.array(hostileText, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(line, hostileText, (patch, name) => {
        const root = parseXml(
          textOf('feed', testContext({ site: { name }, entries: [{ id: 1, ...patch }] })),
        );
        const [channel] = childrenOf(root, 'channel');
        const items = channel === undefined ? [] : childrenOf(channel, 'item');
        expect(items).toHaveLength(1);
        expect(items.map((item) => textOfChild(item, 'link'))).toEqual([`https://tea.example${patch.path}`]);
        expect(items.map((item) => textOfChild(item, 'title'))).toEqual([readable(patch.title)]);
        expect(items.map((item) => textOfChild(item, 'content:encoded') ?? '')).toEqual([
          readable(patch.html),
        ]);
      }),
      { numRuns: 300 },
    );
  });
});

// What XML 1.0 can carry; a reader also turns every line break into one line feed.
function readable(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '').replace(/\r\n?/g, '\n');
}

it('leads links within a page to that page: readers show the text elsewhere', () => {
  const html =
    '<p>Tea<sup><a id="ref" href="#fn-1">1</a></sup> <a href="https://tea.example/a/#b">there</a></p>';
  const text = textOf('feed', testContext({ entries: [{ id: 1, slug: 'oolong', html }] }));
  expect(text).toContain('href="https://tea.example/oolong/#fn-1"');
  expect(text).toContain('href="https://tea.example/a/#b"');
  expect(text).not.toContain('href="#');
});
