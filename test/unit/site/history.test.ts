import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CurrentEntry,
  changeTime,
  createTombstones,
  dateEntry,
  type PastEntry,
} from '../../../src/site/history.js';
import type { Tombstone } from '../../../src/site/site.js';

const BASE = 'https://harbour.example';
const present: CurrentEntry = { id: 1, type: 'post', path: '/a/', hash: 'h', published: 100, modified: 100 };
const past = (change: Partial<PastEntry> = {}) => ({
  entries: new Map([
    [
      1,
      {
        ...present,
        published: 100,
        modified: 100,
        sourceModified: 100,
        changed: 100,
        action: 'created' as const,
        ...change,
      },
    ],
  ]),
  tombstones: [],
  feed: { generated: 600 },
});
const nothing = { entries: new Map<number, PastEntry>(), tombstones: [], feed: { generated: 600 } };

describe('dates of an entry', () => {
  it.each<[string, Partial<CurrentEntry>, ReturnType<typeof past> | undefined, object]>([
    ['new, first deployment', {}, undefined, { changed: 100, action: 'created', dated: true }],
    ['edited, first deployment', { modified: 103 }, undefined, { changed: 103, action: 'updated' }],
    ['touched within two seconds', { modified: 102 }, undefined, { action: 'created' }],
    [
      'modified before it was published',
      { modified: 50 },
      undefined,
      { modified: 100, changed: 100, action: 'created' },
    ],
    ['new', {}, nothing, { changed: 1000, action: 'created' }],
    ['new, from the future', { modified: 2000 }, nothing, { changed: 2000 }],
    ['changed in a year to come', { modified: 9_000_000 }, undefined, { modified: 100, changed: 100 }],
    [
      'without any other date',
      { published: undefined, modified: 9_000_000 },
      undefined,
      { published: 1000, dated: false },
    ],
    ['as before', {}, past(), { changed: 100, action: 'created' }],
    [
      'as before, updated once',
      {},
      past({ changed: 500, action: 'updated' }),
      { changed: 500, action: 'updated' },
    ],
    [
      'announced, earlier than the last build',
      { hash: 'x', modified: 400 },
      past(),
      { modified: 400, changed: 1000, action: 'updated' },
    ],
    [
      'announced, later than this build',
      { hash: 'x', modified: 2000 },
      past(),
      { changed: 2000, action: 'updated' },
    ],
    ['unannounced', { hash: 'x' }, past(), { changed: 1000, action: 'updated' }],
    [
      'announced earlier than the last change',
      { hash: 'x', modified: 400 },
      past({ changed: 500 }),
      { changed: 1000 },
    ],
    ['touched', { modified: 400 }, past(), { modified: 400, changed: 1000, action: 'created' }],
    ['published earlier', { published: 90 }, past(), { published: 90, changed: 1000, action: 'created' }],
    ['moved', { path: '/b/' }, past(), { changed: 1000, action: 'created' }],
    ['of another type', { type: 'page' }, past(), { changed: 1000, action: 'created' }],
    [
      'undated and new',
      { published: undefined, modified: undefined },
      nothing,
      { published: 1000, modified: 1000, dated: false },
    ],
    [
      'undated, first deployment',
      { published: undefined, modified: undefined },
      undefined,
      { published: 0, modified: 1000, action: 'created', dated: false },
    ],
    [
      'undated as before',
      { published: undefined, modified: undefined },
      past(),
      { published: 100, modified: 100, changed: 100 },
    ],
    [
      'undated and edited',
      { published: undefined, modified: undefined, hash: 'x' },
      past(),
      { published: 100, modified: 1000 },
    ],
    [
      'with one date alone',
      { published: undefined, modified: 70 },
      undefined,
      { published: 70, modified: 70, dated: true },
    ],
  ])('%s', (_, change, before, expected) => {
    expect(dateEntry({ ...present, ...change }, before, 1000)).toMatchObject(expected);
  });

  it('never go back from build to build, and show every change of content to readers of the feed', () => {
    const time = fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined });
    const version = fc.record({
      hash: fc.constantFrom('a', 'b'),
      path: fc.constantFrom('/a/', '/b/'),
      published: time,
      modified: time,
    });
    fc.assert(
      fc.property(fc.array(version, { minLength: 1, maxLength: 8 }), (versions) => {
        let before: PastEntry | undefined;
        for (const [index, one] of versions.entries()) {
          const now = 1000 + index * 100;
          const known = { ...nothing, entries: new Map(before === undefined ? [] : [[1, before]]) };
          const dates = dateEntry({ ...present, ...one }, known, now);
          expect(dates.modified).toBeGreaterThanOrEqual(dates.published);
          if (before !== undefined) {
            const isNews = before.hash !== one.hash || before.path !== one.path;
            expect(dates.changed).toBeGreaterThanOrEqual(
              before.changed > now ? Math.min(now, before.changed) : before.changed,
            );
            if (isNews && before.changed < now) expect(dates.changed).toBeGreaterThan(before.changed);
            if (before.hash !== one.hash) expect(dates.action).toBe('updated');
          }
          before = { ...present, ...one, ...dates, sourceModified: one.modified };
        }
      }),
    );
  });
});

describe('the time of a change', () => {
  it('is later than the last feed, also in the same second and where a clock went back', () => {
    expect(changeTime(undefined, 1000)).toBe(1000);
    expect(changeTime(past(), 1000)).toBe(1000);
    expect(changeTime(past(), 600)).toBe(601);
    expect(changeTime(past(), 500)).toBe(601);
  });
});

describe('tombstones', () => {
  const bury = (entries: readonly { id: number; path: string }[], change: object = {}) =>
    createTombstones({
      past: past(),
      entries,
      baseUrl: BASE,
      now: 1000,
      deletedAt: 1000,
      retainDays: 1,
      record: true,
      ...change,
    });
  const stone = (change: Partial<Tombstone> = {}): Tombstone => ({
    id: 9,
    type: 'post',
    url: `${BASE}/old/`,
    deleted: 900,
    ...change,
  });
  const with_ = (...tombstones: Tombstone[]) => ({ past: { ...nothing, tombstones } });

  it('stand for addresses, not for ids', () => {
    expect(bury([{ id: 1, path: '/a/' }])).toEqual([]);
    expect(bury([{ id: 2, path: '/a/' }])).toEqual([]);
    expect(bury([{ id: 1, path: '/b/' }])).toEqual([
      { id: 1, type: 'post', url: `${BASE}/a/`, deleted: 1000 },
    ]);
  });

  it('are not asked for where an entry is known to have stayed', () => {
    const isKept = (slot: number) => slot === 1;
    expect(
      bury(
        [
          { id: 9, path: '/c/' },
          { id: 1, path: '/a/' },
        ],
        { isKept },
      ),
    ).toEqual([]);
    const unread = { ...past(), entries: Object.assign(past().entries, { get: () => undefined }) };
    expect(
      bury(
        [
          { id: 9, path: '/c/' },
          { id: 1, path: '/a/' },
        ],
        { past: unread, isKept },
      ),
    ).toEqual([]);
    expect(bury([{ id: 1, path: '/b/' }], { isKept })).toHaveLength(1);
  });

  it('last as long as they should', () => {
    expect(bury([], { ...with_(stone()), now: 900 + 86_399 })).toEqual([stone()]);
    expect(bury([], { ...with_(stone()), now: 900 + 86_400 })).toEqual([]);
    expect(bury([{ id: 5, path: '/old/' }], with_(stone()))).toEqual([]);
  });

  it('are made neither without history nor without a feed', () => {
    expect(bury([], { past: undefined })).toEqual([]);
    expect(bury([], { record: false })).toEqual([]);
    expect(bury([], { record: false, ...with_(stone()) })).toEqual([stone()]);
  });

  it('stand in one order, the newest first', () => {
    const stones = [
      stone({ id: 3 }),
      stone({ id: 2, url: `${BASE}/y/` }),
      stone({ id: 2, url: `${BASE}/x/` }),
      stone({ id: 8, deleted: 950, url: `${BASE}/z/` }),
    ];
    const order = (list: Tombstone[]) =>
      bury([], with_(...list)).map(({ id, url }) => `${id} ${url.slice(BASE.length)}`);
    expect(order(stones)).toEqual(['8 /z/', '2 /x/', '2 /y/', '3 /old/']);
    expect(order([...stones].reverse())).toEqual(order(stones));
  });
});
