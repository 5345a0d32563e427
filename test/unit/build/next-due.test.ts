import { describe, expect, it } from 'vitest';
import { type Scan, scanSources } from '../../../src/build/scan.js';
import { Warnings } from '../../../src/core/warnings.js';
import type { RawEntry, Source, SourceItem } from '../../../src/sources/port.js';

const NOW = 1_782_986_400;

/** A source in memory with an entry for each of these. */
function sourceOf(entries: readonly Partial<RawEntry>[]): Source {
  const items = entries.map(
    (fields, at): SourceItem => ({
      kind: 'entry',
      entry: {
        ref: `${at}.md`,
        id: at + 1,
        key: String(at + 1),
        type: 'post',
        status: 'publish',
        protected: false,
        noindex: false,
        title: 'Knots',
        slug: `knots-${at}`,
        authorKeys: [],
        terms: [],
        excerpt: '',
        body: '',
        format: 'markdown',
        ...fields,
      },
    }),
  );
  return {
    type: 'files',
    path: 'content',
    async *read() {
      yield* items;
    },
  } as unknown as Source;
}

const scan = (...entries: readonly Partial<RawEntry>[]): Promise<Scan> =>
  scanSources([sourceOf(entries)], {
    gate: { now: NOW, visibleTypes: new Set(['post']) },
    timeZone: 'UTC',
    warnings: new Warnings(),
  });

describe('the time at which an entry comes or goes by itself', () => {
  it.each([
    ['nothing has a date', [{}], undefined],
    ['an entry is published in this second', [{ published: NOW }], undefined],
    ['an entry expires in this second', [{ expires: NOW }], undefined],
    ['an entry is published in a second', [{ published: NOW + 1 }], NOW + 1],
    ['an entry expires in a second', [{ expires: NOW + 1 }], NOW + 1],
    [
      'the first of several counts',
      [{ published: NOW + 9 }, { expires: NOW + 3 }, { expires: NOW + 5 }],
      NOW + 3,
    ],
    ['one entry comes and goes', [{ published: NOW + 4, expires: NOW + 8 }], NOW + 4],
  ])('is known: %s', async (_, entries, due) => {
    expect((await scan(...entries)).nextDue).toBe(due);
  });

  it('comes with the reason for which entries are hidden until then', async () => {
    const { hidden, entries } = await scan({ published: NOW + 1 }, { expires: NOW }, { published: NOW }, {});
    expect(hidden).toEqual({ scheduled: 1, expired: 1 });
    expect(entries.length).toBe(2);
  });
});
