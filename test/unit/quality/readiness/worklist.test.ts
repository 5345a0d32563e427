import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Verdict, VerdictStore } from '../../../../src/quality/readiness/verdicts/store.js';
import {
  readWorklist,
  type WorklistInput,
  worklistTally,
} from '../../../../src/quality/readiness/worklist.js';
import { types, verdict } from '../../../support/quality/readiness/verdicts/verdicts.js';

const SITE = [
  verdict(1, { flags: ['words', 'media'], points: 92 }),
  verdict(2, { coverage: 'scattered', focus: 'rye bread' }),
  verdict(3),
  verdict(4, { flags: ['words'], stake: 9, type: 'page', title: '', modified: 0, contentHash: '' }),
  verdict(5, { flags: ['words'] }),
  verdict(6, { flags: ['words'], type: 'secret' }),
];

function sources(verdicts: readonly Verdict[] = SITE, aside: readonly number[] = [5]) {
  const checked = types({ post: 6, page: 1 });
  return {
    store: new VerdictStore(verdicts),
    scope: { checkable: checked, checked, graded: checked, off: false },
    aside,
    ruleset: 'rules',
    editUrl: ({ id }: { readonly id: number }) => `https://site.example/edit/${id}`,
  };
}

const read = (input: WorklistInput = {}) => readWorklist(input, sources());
const ids = (list: Awaited<ReturnType<typeof read>>) => list.items.map(({ id }) => id);

describe('the worklist', () => {
  it('has three buckets that exclude each other', async () => {
    expect(ids(await read())).toEqual([4, 2, 1]);
    expect(ids(await read({ filter: 'clear' }))).toEqual([3]);
    expect(ids(await read({ filter: 'setAside' }))).toEqual([5]);
    expect(await read({ filter: 'clear' })).toMatchObject({
      total: 1,
      counts: { fixable: 3, clear: 1, setAside: 1 },
    });
  });

  it.each([
    [{}, 1, 20],
    [{ per: 0, page: 0 }, 1, 20],
    [{ per: 30, page: 2 }, 2, 30],
    [{ per: 31 }, 1, 30],
    [{ per: -3, page: -1 }, 1, 20],
    [{ per: 1.9, page: 1.9 }, 1, 1],
  ])('%j is page %i of %i', async (input, page, per) => {
    expect(await read(input)).toMatchObject({ page, per });
  });

  it('takes an unknown bucket for what is to be done', async () => {
    expect(await read({ filter: 'everything' })).toMatchObject({ filter: 'fixable', total: 3 });
  });

  it('pages through', async () => {
    expect(ids(await read({ per: 2 }))).toEqual([4, 2]);
    expect(ids(await read({ per: 2, page: 2 }))).toEqual([1]);
    expect(ids(await read({ per: 2, page: 3 }))).toEqual([]);
  });

  it('an issue narrows the rows and the total, not the counts; an unknown one matches nothing', async () => {
    const narrowed = await read({ issue: 'words' });
    expect(narrowed).toMatchObject({
      total: 2,
      issue: 'words',
      issueLabel: 'Thin content',
      counts: { fixable: 3, setAside: 1 },
    });
    expect(ids(narrowed)).toEqual([4, 1]);
    expect(ids(await read({ filter: 'setAside', issue: 'words' }))).toEqual([5]);
    expect(await read({ issue: 'nonsense' })).toMatchObject({ total: 0, items: [], counts: { fixable: 3 } });
    expect(await read({ filter: 'setAside', issue: 'media' })).toMatchObject({ total: 0, items: [] });
  });

  it('shows everything that is known of a page', async () => {
    const [page, searched] = (await read()).items;
    expect(page).toEqual({
      ...{ id: 4, title: '(untitled)', postType: 'page', typeLabel: 'Page', url: 'https://site.example/4/' },
      ...{
        editUrl: 'https://site.example/edit/4',
        modified: '',
        needsWork: true,
        points: 100,
        coverage: '',
        search: null,
      },
      ...{
        issues: [{ id: 'words', label: 'Thin content' }],
        stake: 9,
        setAside: false,
        stale: true,
        readAt: '1970-01-01T01:23:20Z',
      },
    });
    expect(searched).toMatchObject({
      search: { query: 'rye bread', chosen: true, engine: '', position: 0, impressions: 0, clicks: 0 },
      ...{ coverage: 'scattered', issues: [], stale: false, modified: '1970-01-01T00:16:42Z' },
    });
  });

  it('counts what was never read, and what is out of date and not set aside', async () => {
    expect(await read()).toMatchObject({
      grading: 2,
      rechecking: 1,
      types: ['Posts', 'Pages'],
      noSearchData: true,
      engine: '',
    });
    expect(await worklistTally(sources())).toEqual({ flagged: 2, unanswered: 1, rechecking: 1, grading: 2 });
  });

  it('every checked page is in one bucket, and the tally adds up', async () => {
    const page = fc.record({
      id: fc.integer({ min: 1, max: 20 }),
      flags: fc.constantFrom<readonly string[]>([], ['words'], ['media', 'words']),
      coverage: fc.constantFrom<Verdict['coverage']>('', 'answered', 'missing'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(page),
        fc.uniqueArray(fc.integer({ min: 1, max: 20 })),
        async (pages, aside) => {
          const all = sources(
            pages.map(({ id, ...parts }) => verdict(id, parts)),
            aside,
          );
          const lists = await Promise.all(
            ['fixable', 'clear', 'setAside'].map((filter) => readWorklist({ filter, per: 30 }, all)),
          );
          const seen = lists.flatMap((list) => ids(list));
          expect(seen.toSorted((a, b) => a - b)).toEqual(
            [...new Set(pages.map(({ id }) => id))].sort((a, b) => a - b),
          );
          expect(lists.map(({ total }) => total)).toEqual(lists.map(({ items }) => items.length));
          const { flagged, unanswered } = await worklistTally(all);
          expect(flagged + unanswered).toBe(lists[0]?.total);
        },
      ),
      { numRuns: 60 },
    );
  });
});
