import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangeFeed, selectChanges } from '../../../src/documents/changes.js';
import {
  type CurrentEntry,
  changeTime,
  createTombstones,
  dateEntry,
  type LastDeployment,
  type PastEntry,
} from '../../../src/site/history.js';
import type { Tombstone } from '../../../src/site/site.js';
import { NOW, testContext } from '../../support/documents/context.js';

const BASE = 'https://tea.example';

/** A page as its source has it; undefined while it is hidden or deleted. */
type Page = Omit<CurrentEntry, 'id'> | undefined;

/** What happens between two builds. */
interface Step {
  readonly pages: readonly Page[];
  /** Seconds since the build before; the clock of another runner may be behind. */
  readonly passed: number;
  readonly polls: boolean;
}

const time = fc.option(fc.integer({ min: NOW - 5000, max: NOW + 5000 }), { nil: undefined });
const page: fc.Arbitrary<Page> = fc.option(
  fc.record({
    type: fc.constantFrom('post', 'page'),
    path: fc.constantFrom('/a/', '/b/', '/c/'),
    hash: fc.constantFrom('one', 'two', 'three'),
    published: time,
    modified: time,
  }),
  { nil: undefined },
);
const step: fc.Arbitrary<Step> = fc.record({
  pages: fc.array(page, { minLength: 4, maxLength: 4 }),
  passed: fc.oneof(fc.constant(0), fc.constant(1), fc.integer({ min: -900, max: 900 })),
  polls: fc.boolean(),
});

/** The site, as one build after the other publishes it. */
class Publisher {
  readonly #max: number;
  #past: LastDeployment | undefined;
  /** What is public, by address. */
  site = new Map<string, string>();
  feed: ChangeFeed | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  build(pages: readonly Page[], now: number): void {
    const present = publicPages(pages);
    const stamp = changeTime(this.#past, now);
    const entries = present.map((one) => ({ ...one, ...dateEntry(one, this.#past, stamp) }));
    const tombstones: readonly Tombstone[] = createTombstones({
      past: this.#past,
      entries,
      baseUrl: BASE,
      now,
      deletedAt: stamp,
      retainDays: 90,
      record: true,
    });
    const ctx = testContext({
      entries: entries.map((one) => ({
        ...{ id: one.id, type: one.type, path: one.path, title: one.hash, action: one.action },
        published: one.dated ? iso(one.published) : null,
        modified: one.dated ? iso(one.modified) : null,
        changed: iso(one.changed),
      })),
      tombstones,
      feedGenerated: stamp,
      changesMax: this.#max,
    });
    const feed = selectChanges(ctx);
    const isSame = JSON.stringify(feed.items) === JSON.stringify(this.feed?.items);
    this.feed = isSame && this.feed !== undefined ? { ...feed, generated: this.feed.generated } : feed;
    this.site = new Map(present.map((one) => [BASE + one.path, stateOf(one)]));
    const past = entries.map((one): [number, PastEntry] => [
      one.id,
      { ...one, sourceModified: one.modified },
    ]);
    this.#past = {
      entries: new Map(past),
      tombstones,
      feed: { generated: Date.parse(this.feed.generated) / 1000 },
    };
  }
}

/** A page has one address, and of two pages with one address the first has it. */
function publicPages(pages: readonly Page[]): readonly CurrentEntry[] {
  const taken = new Set<string>();
  return pages.flatMap((one, index) => {
    if (one === undefined || taken.has(one.path)) return [];
    taken.add(one.path);
    return [{ id: index + 1, ...one }];
  });
}

function stateOf({ type, hash }: Pick<CurrentEntry, 'type' | 'hash'>): string {
  return `${type} ${hash}`;
}

/** Keeps a copy of the site, from nothing but the changes since the last feed that it saw. */
class Reader {
  readonly copy = new Map<string, string>();
  #since: string | undefined;

  poll({ feed, site }: Publisher): void {
    if (feed === undefined) throw new Error('there is no feed yet');
    const times = feed.items.map((item) => (item.action === 'deleted' ? item.deleted : item.modified));
    const since = this.#since ?? '';
    if (feed.truncated && times.every((one) => one > since)) this.#crawl(site);
    for (const [index, item] of [...feed.items.entries()].reverse()) {
      if ((times[index] ?? '') <= since) continue;
      if (item.action === 'deleted') this.copy.delete(item.url);
      else this.copy.set(item.url, site.get(item.url) ?? 'missing');
    }
    this.#since = feed.generated;
  }

  /** What a reader does where the feed no longer holds all that it missed. */
  #crawl(site: ReadonlyMap<string, string>): void {
    this.copy.clear();
    for (const [url, state] of site) this.copy.set(url, state);
  }
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

describe('[4.2.2-since-strict] a reader that only asks for changes since the last feed', () => {
  it.each([200, 3])('has the whole site in the end, with a window of %i changes', (max) => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), (steps) => {
        const publisher = new Publisher(max);
        const reader = new Reader();
        let now = NOW;
        for (const { pages, passed, polls } of steps) {
          now += passed;
          publisher.build(pages, now);
          if (polls) reader.poll(publisher);
        }
        reader.poll(publisher);
        expect(Object.fromEntries(reader.copy)).toEqual(Object.fromEntries(publisher.site));
      }),
      { numRuns: 200 },
    );
  });
});
