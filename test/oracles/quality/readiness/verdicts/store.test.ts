import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVerdicts, Verdicts } from '../../../../../src/build/grading/verdicts.js';
import { LastState, NewState } from '../../../../../src/build/state/build-state.js';
import { imageKey } from '../../../../../src/quality/readiness/pages/measure/images.js';
import { databaseVerdicts } from '../../../../../src/quality/readiness/verdicts/database.js';
import { markImageStale, memoryVerdicts } from '../../../../../src/quality/readiness/verdicts/memory.js';
import type {
  Verdict,
  VerdictQuery,
  VerdictStore,
} from '../../../../../src/quality/readiness/verdicts/port.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { workspace } from '../../../../support/build/workspace.js';
import { verdict } from '../../../../support/quality/readiness/verdicts/verdicts.js';
import { postgres, sqlite, type TestDatabase } from '../../../../support/storage/databases.js';

interface Subject {
  readonly name: string;
  start(): Promise<void>;
  /** An empty store, and a way to see what another process would. */
  open(): Promise<{ readonly store: VerdictStore; again(): Promise<VerdictStore> }>;
  stop(): Promise<void>;
}

function inMemory(): Subject {
  const open = async () => {
    const store = memoryVerdicts();
    return { store, again: async () => store };
  };
  return { name: 'memory', start: async () => undefined, open, stop: async () => undefined };
}

function inDatabase(database: TestDatabase): Subject {
  const opened: Storage[] = [];
  const connect = async (address: string) => {
    const storage = await openStorage(address);
    opened.push(storage);
    return databaseVerdicts(storage);
  };
  return {
    name: database.name,
    start: () => database.start(),
    async open() {
      const address = await database.address();
      return { store: await connect(address), again: () => connect(address) };
    },
    async stop() {
      await Promise.all(opened.map((storage) => storage.close()));
      await database.stop();
    },
  };
}

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

describe.each([inMemory(), inDatabase(sqlite()), inDatabase(postgres())])('verdicts in $name', (subject) => {
  beforeAll(() => subject.start());
  afterAll(() => subject.stop());

  it('gives back what was stored, also to somebody else', async () => {
    const { store, again } = await subject.open();
    await store.replace(SITE);
    expect(sorted(await store.byIds(ids(SITE)))).toEqual(SITE);
    expect(sorted(await (await again()).byIds([...ids(SITE), 99, 1]))).toEqual(SITE);
    expect(await store.byIds([])).toEqual([]);
  });

  it('lists by need of work, stake and id', async () => {
    const { store } = await subject.open();
    await store.put(SITE);
    const [last] = ids(SITE).slice(-1);
    expect(ids(await store.list(ALL))).toEqual([4, 2, 5, 1, last, 3]);
    expect(ids(await store.list({ ...ALL, offset: 1, limit: 2 }))).toEqual([2, 5]);
    expect(ids(await store.list({ ...ALL, needsWork: true }))).toEqual([4, 2, 5, 1]);
    expect(ids(await store.list({ ...ALL, needsWork: false }))).toEqual([last, 3]);
    expect(ids(await store.list({ ...ALL, issue: 'words' }))).toEqual([4, 5, 1]);
    expect(ids(await store.list({ ...ALL, issue: 'word' }))).toEqual([]);
    expect(ids(await store.list({ ...ALL, issue: 'words', gradeable: true, without: [4] }))).toEqual([1]);
    expect(ids(await store.list({ ...ALL, only: [1, 3, 77] }))).toEqual([1, 3]);
    expect(ids(await store.list({ ...ALL, only: [] }))).toEqual([]);
    expect(ids(await store.list({ ...ALL, types: ['page'] }))).toEqual([4]);
    expect(ids(await store.list({ ...ALL, types: [] }))).toEqual([]);
  });

  it('counts pages that count alike together, anew after every change', async () => {
    const { store, again } = await subject.open();
    const other = await again();
    await store.replace([
      verdict(1, { flags: ['words'], points: 96 }),
      verdict(2, { flags: ['words'], points: 90 }),
    ]);
    const group = { type: 'post', gradeable: true, flags: ['words'], coverage: '', ruleset: 'rules' };
    expect(await store.groups()).toEqual([{ ...group, isCurrent: true, pages: 2, points: 186 }]);
    await store.markStale([2, 3]);
    expect([...(await store.groups())].sort((a, b) => a.points - b.points)).toEqual([
      { ...group, isCurrent: false, pages: 1, points: 90 },
      { ...group, isCurrent: true, pages: 1, points: 96 },
    ]);
    expect(await other.groups()).toHaveLength(2);
    await store.remove([1, 2]);
    expect(await store.groups()).toEqual([]);
  });

  it('marks without dropping, and a new reading takes the mark away', async () => {
    const { store } = await subject.open();
    await store.replace(SITE);
    await store.markStale([1]);
    expect(await store.byIds([1])).toEqual([{ ...SITE[0], contentHash: '' }]);
    expect(ids(await store.list({ ...ALL, issue: 'summary' }))).toEqual([1]);
    await store.replace(SITE);
    expect(await store.byIds([1])).toEqual([SITE[0]]);
  });

  it('takes the place of former verdicts, with their flags and images', async () => {
    const { store } = await subject.open();
    await store.replace(SITE);
    await store.put([verdict(1, { flags: ['media'], points: 96, images: ['cc'] })]);
    expect(ids(await store.list({ ...ALL, issue: 'words' }))).toEqual([4, 5]);
    expect(ids(await store.list({ ...ALL, issue: 'media' }))).toEqual([1]);
    expect(await store.pagesWithImage('bb')).toEqual([5]);
    expect(await store.pagesWithImage('cc')).toEqual([1]);
  });

  it('forgets pages that are gone', async () => {
    const { store } = await subject.open();
    await store.replace(SITE);
    await store.replace(SITE.slice(1, 3));
    expect(ids(sorted(await store.list(ALL)))).toEqual([2, 3]);
    expect(await store.pagesWithImage('bb')).toEqual([]);
    await store.remove([2]);
    await store.remove([]);
    expect(ids(await store.list(ALL))).toEqual([3]);
  });

  it('[3-image-all-pages] [3-verdict-stale] marks every page that shows an image that is described anew', async () => {
    const { store } = await subject.open();
    const key = imageKey('https://site.example/up/mill.jpg');
    await store.replace([1, 2, 3].map((id) => verdict(id, { images: id === 2 ? ['other'] : ['x', key] })));
    expect(await markImageStale(store, '/up/mill-300x200.jpg')).toEqual([1, 3]);
    const stale = (await store.byIds([1, 2, 3])).filter(({ contentHash }) => contentHash === '');
    expect(ids(sorted(stale))).toEqual([1, 3]);
    expect(await markImageStale(store, '/up/nobody.jpg')).toEqual([]);
  });

  it('keeps more than one batch', async () => {
    const { store } = await subject.open();
    const many = Array.from({ length: 620 }, (_, index) =>
      verdict(index + 1, { flags: ['words', 'media'], images: ['a', 'b', 'c'] }),
    );
    await store.replace(many);
    await store.replace(many.slice(0, 601));
    const [group] = await store.groups();
    expect(group).toMatchObject({ pages: 601, points: 60_100 });
    expect(await store.byIds(ids(many))).toHaveLength(601);
    await store.markStale(ids(many));
    await store.remove(ids(many));
    expect(await store.list(ALL)).toEqual([]);
  });
});

const anyVerdict = fc
  .record({
    id: fc.integer({ min: 1, max: 30 }),
    type: fc.constantFrom('post', 'page'),
    flags: fc.uniqueArray(fc.constantFrom('words', 'media', 'x-own'), { maxLength: 3 }),
    coverage: fc.constantFrom('', 'answered', 'barely') as fc.Arbitrary<Verdict['coverage']>,
    stake: fc.integer({ min: 0, max: 3 }),
    points: fc.integer({ min: 0, max: 100 }),
    gradeable: fc.boolean(),
  })
  .map(({ id, ...parts }) => verdict(id, parts));

const anyQuery = fc
  .record(
    {
      needsWork: fc.boolean(),
      gradeable: fc.boolean(),
      issue: fc.constantFrom('words', 'media', 'nothing'),
      only: fc.array(fc.integer({ min: 1, max: 30 })),
      without: fc.array(fc.integer({ min: 1, max: 30 })),
    },
    { requiredKeys: [] },
  )
  .map((parts): VerdictQuery => ({ types: ['post'], offset: 0, limit: 7, ...parts }));

describe('stores of all kinds', () => {
  const database = sqlite();
  beforeAll(() => database.start());
  afterAll(() => database.stop());

  it('answer alike', async () => {
    const storage = await openStorage(await database.address());
    const [memory, stored] = [memoryVerdicts(), databaseVerdicts(storage)];
    await fc.assert(
      fc.asyncProperty(fc.array(anyVerdict, { maxLength: 25 }), anyQuery, async (verdicts, query) => {
        await Promise.all([memory.replace(verdicts), stored.replace(verdicts)]);
        expect(await stored.list(query)).toEqual(await memory.list(query));
        const groups = async (store: VerdictStore) =>
          (await store.groups()).map((one) => JSON.stringify(Object.entries(one).sort())).sort();
        expect(await groups(stored)).toEqual(await groups(memory));
      }),
      { numRuns: 40 },
    );
    await storage.close();
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
