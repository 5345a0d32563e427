import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readVerdicts, Verdicts } from '../../../../../src/build/grading/verdicts.js';
import { LastState, NewState } from '../../../../../src/build/state/build-state.js';
import { imageKey } from '../../../../../src/quality/readiness/pages/measure/words.js';
import {
  type Verdict,
  type VerdictQuery,
  VerdictStore,
} from '../../../../../src/quality/readiness/verdicts/store.js';
import { workspace } from '../../../../support/build/workspace.js';
import { verdict } from '../../../../support/quality/readiness/verdicts/verdicts.js';

const ALL: VerdictQuery = { types: ['post', 'page', 'product'], offset: 0, limit: 1000 };
const ids = (verdicts: readonly Verdict[]) => verdicts.map(({ id }) => id);
const sorted = (verdicts: readonly Verdict[]) => [...verdicts].sort((a, b) => a.id - b.id);

const SITE = [
  verdict(1, { flags: ['words', 'summary'], points: 92, images: ['aa', 'bb'] }),
  verdict(2, { coverage: 'missing', focus: 'rye', stake: 3 }),
  verdict(3, { coverage: 'answered', focus: 'oats' }),
  verdict(4, { flags: ['words'], points: 96, stake: 9, coverage: 'scattered', focus: 'mill', type: 'page' }),
  verdict(5, { flags: ['words'], points: 96, type: 'product', gradeable: false, images: ['bb'] }),
  verdict(2 ** 48 - 1, { title: 'Brot & „Butter“ — 山', url: 'https://site.example/?p=1', contentHash: '' }),
];

describe('the store of verdicts', () => {
  it('gives back what was stored', () => {
    const store = new VerdictStore();
    store.replace(SITE);
    expect(sorted(store.byIds(ids(SITE)))).toEqual(SITE);
    expect(sorted(store.byIds([...ids(SITE), 99, 1]))).toEqual(SITE);
    expect(store.byIds([])).toEqual([]);
  });

  it('lists by need of work, stake and id', () => {
    const store = new VerdictStore();
    store.replace(SITE);
    const [last] = ids(SITE).slice(-1);
    expect(ids(store.list(ALL))).toEqual([4, 2, 5, 1, last, 3]);
    expect(ids(store.list({ ...ALL, offset: 1, limit: 2 }))).toEqual([2, 5]);
    expect(ids(store.list({ ...ALL, needsWork: true }))).toEqual([4, 2, 5, 1]);
    expect(ids(store.list({ ...ALL, needsWork: false }))).toEqual([last, 3]);
    expect(ids(store.list({ ...ALL, issue: 'words' }))).toEqual([4, 5, 1]);
    expect(ids(store.list({ ...ALL, issue: 'word' }))).toEqual([]);
    expect(ids(store.list({ ...ALL, issue: 'words', gradeable: true, without: [4] }))).toEqual([1]);
    expect(ids(store.list({ ...ALL, only: [1, 3, 77] }))).toEqual([1, 3]);
    expect(ids(store.list({ ...ALL, only: [] }))).toEqual([]);
    expect(ids(store.list({ ...ALL, types: ['page'] }))).toEqual([4]);
    expect(ids(store.list({ ...ALL, types: [] }))).toEqual([]);
  });

  it('counts pages that count alike together, anew after every change', () => {
    const store = new VerdictStore();
    store.replace([
      verdict(1, { flags: ['words'], points: 96 }),
      verdict(2, { flags: ['words'], points: 90 }),
    ]);
    const group = { type: 'post', gradeable: true, flags: ['words'], coverage: '', ruleset: 'rules' };
    expect(store.groups()).toEqual([{ ...group, isCurrent: true, pages: 2, points: 186 }]);
    store.markStale([2, 3]);
    expect([...store.groups()].sort((a, b) => a.points - b.points)).toEqual([
      { ...group, isCurrent: false, pages: 1, points: 90 },
      { ...group, isCurrent: true, pages: 1, points: 96 },
    ]);
    store.replace([]);
    expect(store.groups()).toEqual([]);
  });

  it('marks without dropping, and a new reading takes the mark away', () => {
    const store = new VerdictStore();
    store.replace(SITE);
    store.markStale([1]);
    expect(store.byIds([1])).toEqual([{ ...SITE[0], contentHash: '' }]);
    expect(ids(store.list({ ...ALL, issue: 'summary' }))).toEqual([1]);
    store.replace(SITE);
    expect(store.byIds([1])).toEqual([SITE[0]]);
  });

  it('takes the place of former verdicts, with their flags and images', () => {
    const store = new VerdictStore();
    store.replace(SITE);
    store.replace([...SITE.slice(1), verdict(1, { flags: ['media'], points: 96, images: ['cc'] })]);
    expect(ids(store.list({ ...ALL, issue: 'words' }))).toEqual([4, 5]);
    expect(ids(store.list({ ...ALL, issue: 'media' }))).toEqual([1]);
  });

  it('forgets pages that are gone', () => {
    const store = new VerdictStore();
    store.replace(SITE);
    store.replace(SITE.slice(1, 3));
    expect(ids(sorted(store.list(ALL)))).toEqual([2, 3]);
  });

  it('[3-image-all-pages] [3-verdict-stale] marks every page that shows an image that is described anew', () => {
    const store = new VerdictStore();
    const key = imageKey('https://site.example/up/mill.jpg');
    store.replace([1, 2, 3].map((id) => verdict(id, { images: id === 2 ? ['other'] : ['x', key] })));
    expect(store.markImageStale('/up/mill-300x200.jpg')).toEqual([1, 3]);
    const stale = store.byIds([1, 2, 3]).filter(({ contentHash }) => contentHash === '');
    expect(ids(sorted(stale))).toEqual([1, 3]);
    expect(store.markImageStale('/up/nobody.jpg')).toEqual([]);
  });
});

describe('the verdicts in the state file', () => {
  it('gives back what a build has found', () => {
    const state = workspace();
    const next = new NewState(state, LastState.empty(), false);
    const verdicts = new Verdicts(LastState.empty(), next, false);
    verdicts.begin('rules', 1_782_986_400);
    for (const one of SITE) verdicts.add(one, undefined);
    next.save();
    expect(readVerdicts(state)).toEqual({ ruleset: 'rules', graded: 1_782_986_400, verdicts: SITE });
  });

  it('that is missing or damaged is empty', () => {
    expect(readVerdicts(join(tmpdir(), 'svc-no-such-folder'))).toBeUndefined();
  });
});
