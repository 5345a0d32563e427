import { cpSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Item, wxr } from '../../support/build/export.js';
import { json, text, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, NOW } from '../../support/cli/run-svc.js';

const ARGS = ['--source', 'export.xml', '--base-url', 'https://harbour.example'];

interface Feed {
  readonly generated: string;
  readonly truncated: boolean;
  readonly items: readonly (
    | { readonly action: 'deleted'; readonly url: string; readonly deleted: string }
    | {
        readonly action: 'created' | 'updated';
        readonly url: string;
        readonly modified: string;
        readonly markdown: string;
      }
  )[];
}

/** Builds a site again and again, with local state or on a new machine each time. */
class Publisher {
  readonly #hasState: boolean;
  #cwd = workspace();
  #isBuilt = false;

  constructor(hasState: boolean) {
    this.#hasState = hasState;
  }

  async build(items: readonly Item[], now: number): Promise<void> {
    const more: string[] = [];
    if (this.#isBuilt && !this.#hasState) {
      const fresh = workspace();
      cpSync(join(this.#cwd, 'out'), join(fresh, 'deployed'), { recursive: true });
      this.#cwd = fresh;
      more.push('--previous', 'deployed');
    }
    writeFiles(this.#cwd, { 'export.xml': wxr(items) });
    await build([...ARGS, ...more], { cwd: this.#cwd, now });
    this.#isBuilt = true;
  }

  feed(): Feed {
    return json<Feed>(this.#cwd, 'out/svc-changes.json');
  }

  twin(url: string): string {
    return text(this.#cwd, `out${new URL(url).pathname}`);
  }

  /** Every twin by the address of its page, as a first build elsewhere says it. */
  async site(items: readonly Item[], now: number): Promise<Readonly<Record<string, string>>> {
    const cwd = workspace({ 'export.xml': wxr(items) });
    await build(ARGS, { cwd, now });
    const { items: all } = json<Feed>(cwd, 'out/svc-changes.json');
    return Object.fromEntries(
      all.flatMap((item) =>
        item.action === 'deleted' ? [] : [[item.url, text(cwd, `out${new URL(item.markdown).pathname}`)]],
      ),
    );
  }
}

/** Keeps a copy of all twins from the changes since the last feed that it saw. */
class Reader {
  readonly copy = new Map<string, string>();
  #since = '';

  poll(publisher: Publisher): void {
    const { items, generated, truncated } = publisher.feed();
    expect(truncated).toBe(false);
    for (const item of [...items].reverse()) {
      if ((item.action === 'deleted' ? item.deleted : item.modified) <= this.#since) continue;
      if (item.action === 'deleted') this.copy.delete(item.url);
      else this.copy.set(item.url, publisher.twin(item.markdown));
    }
    this.#since = generated;
  }
}

const date = fc.constantFrom(null, '2019-05-05 05:05:05', '2026-03-04 00:00:00', '2026-07-02 10:00:05');
const item = (id: number): fc.Arbitrary<Item> =>
  fc.record({
    id: fc.constant(id),
    slug: fc.constantFrom(`own-${id}`, 'shared', 'other'),
    title: fc.constantFrom('Tea', 'Green tea'),
    body: fc.constantFrom(
      '<p>Steep.</p>',
      '<p>Steep for four minutes.</p>',
      '<p>See <a href="https://old.example/?p=1">the first</a>.</p>',
    ),
    status: fc.constantFrom('publish', 'publish', 'publish', 'draft', 'private', 'trash'),
    date,
  });
/** The source dates an edit later than the page before, and earlier than the last build. */
const TEA = { id: 1, slug: 'tea', title: 'Tea', body: '<p>Steep.</p>', status: 'publish' };
const LATE_EDIT = [
  { items: [{ ...TEA, date: '2019-05-05 05:05:05' }, null, null], passed: 60, polls: true },
  {
    items: [{ ...TEA, title: 'Green tea', date: '2026-03-04 00:00:00' }, null, null],
    passed: 60,
    polls: false,
  },
] satisfies readonly Step[];

interface Step {
  readonly items: [Item, Item | null, Item | null];
  /** Seconds since the build before. */
  readonly passed: number;
  readonly polls: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  items: fc.tuple(item(1), fc.option(item(2)), fc.option(item(3))),
  passed: fc.constantFrom(0, 1, 60, 86_400),
  polls: fc.boolean(),
});

describe('a reader that only asks for changes since the last feed', () => {
  it.each([
    ['with local state', true],
    ['with --previous', false],
  ])(
    'has every twin of the site in the end, %s',
    async (_, hasState) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 5 }), async (steps) => {
          const publisher = new Publisher(hasState);
          const reader = new Reader();
          let now = NOW;
          let last: readonly Item[] = [];
          for (const { items, passed, polls } of steps) {
            now += passed;
            last = items.filter((one) => one !== null);
            await publisher.build(last, now);
            if (polls) reader.poll(publisher);
          }
          reader.poll(publisher);
          expect(Object.fromEntries(reader.copy)).toEqual(await publisher.site(last, now));
        }),
        { numRuns: 5, endOnFailure: true, examples: [[LATE_EDIT]] },
      );
    },
    120_000,
  );
});
