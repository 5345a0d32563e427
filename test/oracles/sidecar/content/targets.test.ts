import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findTargets,
  searchWords,
  updateContentIndex,
} from '../../../../src/sidecar/content/search/content-index.js';
import { contentTypes } from '../../../../src/site/types.js';
import { openStorage } from '../../../../src/storage/open.js';
import type { Storage } from '../../../../src/storage/port.js';
import { type Draft, memoryContent } from '../../../support/sidecar/content/memory-content.js';
import { postgres, sqlite } from '../../../support/storage/databases.js';

const TYPES = contentTypes(new Set(['post', 'page']));

describe.each([sqlite(), postgres()])('the search for targets on $name', (database) => {
  const open: Storage[] = [];

  beforeAll(() => database.start());
  afterAll(async () => {
    await Promise.all(open.map((storage) => storage.close()));
    await database.stop();
  });

  async function storageWith(drafts: readonly Draft[]): Promise<Storage> {
    const storage = await openStorage(await database.address());
    open.push(storage);
    await updateContentIndex(storage, memoryContent(drafts), 0);
    return storage;
  }

  async function ids(storage: Storage, search = '', types = TYPES): Promise<readonly number[]> {
    return (await findTargets(storage, types, search)).map(({ id }) => id);
  }

  it('[2.2-target-row] gives rows as they are shown', async () => {
    const storage = await storageWith([
      { id: 7, title: 'Knots & bends', type: 'page', status: 'draft', url: 'https://harbour.example/knots/' },
      { id: 8, title: '' },
    ]);
    expect(await findTargets(storage, TYPES, '')).toEqual([
      {
        id: 8,
        type: 'post',
        typeLabel: 'Posts',
        label: '(untitled #8)',
        status: 'publish',
        url: 'https://harbour.example/entry-8/',
      },
      {
        id: 7,
        type: 'page',
        typeLabel: 'Pages',
        label: 'Knots & bends',
        status: 'draft',
        url: 'https://harbour.example/knots/',
      },
    ]);
  });

  it('[8-targets-limit] [8-targets-statuses] finds the statuses and types that are asked for, last modified first, fifty at most', async () => {
    const statuses = ['publish', 'private', 'draft', 'pending', 'future', 'trash', 'auto-draft'] as const;
    const storage = await storageWith([
      ...statuses.map((status, index) => ({ id: index + 1, status, modified: 9000 - index })),
      { id: 20, type: 'event', modified: 9999 },
      { id: 21, type: 'page', modified: 8000 },
      ...Array.from({ length: 60 }, (_, index) => ({ id: 100 + index, modified: 100 })),
    ]);
    const found = await ids(storage);
    expect(found).toHaveLength(50);
    expect(found.slice(0, 6)).toEqual([1, 2, 3, 4, 5, 21]);
    expect(found.slice(6)).toEqual(Array.from({ length: 44 }, (_, index) => 159 - index));
    expect(await ids(storage, '', contentTypes(new Set(['event'])))).toEqual([20]);
    expect(await ids(storage, '', [])).toEqual([]);
  });

  it('wants every word, in any of title, excerpt and body, whatever the case', async () => {
    const storage = await storageWith([
      { id: 1, title: 'Reef knots', excerpt: 'Two <b>ropes</b>', body: '<p>of one ÜBUNG thick&shy;ness</p>' },
      { id: 2, title: 'Reef', body: '<p>Coral</p>' },
      { id: 3, title: '100% _done_', body: 'a "quoted" word', format: 'markdown' },
    ]);
    for (const [search, found] of [
      ['REEF', [2, 1]],
      ['knot reef', [1]],
      ['reef ropes übung', [1]],
      ['eef coral', [2]],
      ['kn', [1]],
      ['o', [3, 2, 1]],
      ['reef xq', []],
      ['x reef', []],
      ['100%', [3]],
      ['%_', []],
      ['_done_', [3]],
      ['"quoted"', [3]],
      ['qu*', []],
      ['reef or coral', [2]],
      ['NOT', [1]],
      ['<b>', []],
      ['   ', [3, 2, 1]],
      ['\u0000', [3, 2, 1]],
    ] as const) {
      expect(await ids(storage, search), search).toEqual(found);
    }
  });

  it('finds what a plain look at every text finds', async () => {
    const letters = fc.stringMatching(/^[aAbBöÖ%_\\'"*? -]{0,8}$/);
    const text = fc.oneof(letters, fc.string({ unit: 'grapheme', maxLength: 6 }));
    const entries = fc.array(fc.record({ title: text, body: text }), { minLength: 1, maxLength: 6 });
    const cases = fc.sample(fc.tuple(entries, fc.array(text, { minLength: 4, maxLength: 4 })), {
      numRuns: 15,
      seed: 7,
    });
    for (const [rows, searches] of cases) {
      const drafts = rows.map((row, index) => ({ id: index + 1, format: 'markdown' as const, ...row }));
      const storage = await storageWith(drafts);
      for (const search of [...searches, ...rows.map(({ body }) => [...body].slice(1).join(''))]) {
        const fold = (one: string) => one.normalize('NFC').toLowerCase().replaceAll('\u0000', ' ');
        const wanted = fold(search).split(/\s+/).filter(Boolean);
        const expected = drafts
          .filter(({ title, body }) => wanted.every((word) => fold(`${title}\n\n${body}`).includes(word)))
          .map(({ id }) => id)
          .reverse();
        expect(await ids(storage, search), JSON.stringify([search, rows])).toEqual(expected);
      }
    }
  });

  it('reads only what has changed, and forgets what is gone', async () => {
    const storage = await storageWith([
      { id: 1, body: 'ebb' },
      { id: 2, body: 'flood' },
      { id: 3 },
      { id: 4 },
    ]);
    const next = memoryContent([
      { id: 1, body: 'ebb' },
      { id: 2, body: 'spring tide', modified: 5000 },
      { id: 4, status: 'trash' },
      { id: 5, body: 'neap' },
    ]);
    expect(await updateContentIndex(storage, next, 0)).toEqual({ written: 2, removed: 2, unchanged: 1 });
    expect(next.reads()).toBe(2);
    expect(await ids(storage)).toEqual([2, 5, 1]);
    expect(await ids(storage, 'spring')).toEqual([2]);
    expect(await ids(storage, 'flood')).toEqual([]);
    expect(await updateContentIndex(storage, next, 0)).toEqual({ written: 0, removed: 0, unchanged: 3 });
  });

  it('takes an entry without dates as changed when its row is written', async () => {
    const storage = await storageWith([{ id: 1 }, { id: 2, modified: 5000 }]);
    const next = memoryContent([
      { id: 1 },
      { id: 2, modified: 5000 },
      { id: 3, status: 'draft', published: undefined, modified: undefined },
    ]);
    await updateContentIndex(storage, next, 6000);
    expect(await ids(storage)).toEqual([3, 2, 1]);
  });

  it('can be brought up to date by two at once', async () => {
    const storage = await storageWith([]);
    const drafts = Array.from({ length: 130 }, (_, index) => ({
      id: index + 1,
      modified: 77,
      body: `word${index}`,
    }));
    await Promise.all([1, 2].map(() => updateContentIndex(storage, memoryContent(drafts), 0)));
    await updateContentIndex(storage, memoryContent(drafts), 0);
    const { rows } = await sql<{ n: number }>`select count(*) as n from content_index`.execute(storage.db);
    expect(Number(rows[0]?.n)).toBe(130);
    expect(await ids(storage, 'word129')).toEqual([130]);
  });

  it('has an index of trigrams, and finds the same without one', async () => {
    const storage = await storageWith([
      { id: 1, body: 'ebb and flood' },
      { id: 2, body: 'ebb' },
    ]);
    expect(await hasTrigrams(storage)).toBe(true);
    expect(await ids(storage, 'flood')).toEqual([1]);
    const plain = await storageWith([
      { id: 1, body: 'ebb and flood' },
      { id: 2, body: 'ebb' },
    ]);
    await dropTrigrams(plain);
    expect(await ids(plain, 'flood')).toEqual([1]);
    expect(await ids(plain, 'ebb')).toEqual([2, 1]);
  });
});

async function hasTrigrams({ db, capabilities }: Storage): Promise<boolean> {
  const query =
    capabilities.dialect === 'sqlite'
      ? sql`select 1 from sqlite_master where name = 'content_words'`
      : sql`select 1 from pg_indexes where indexname = 'content_index_words'`;
  return (await query.execute(db)).rows.length === 1;
}

async function dropTrigrams({ db, capabilities }: Storage): Promise<void> {
  if (capabilities.dialect === 'postgres') {
    await sql`drop index content_index_words`.execute(db);
    return;
  }
  for (const name of ['added', 'removed', 'changed']) {
    await sql.raw(`drop trigger content_index_${name}`).execute(db);
  }
  await sql`drop table content_words`.execute(db);
}

describe('the words of a search', () => {
  it('are folded, each once, and not endlessly many', () => {
    expect(searchWords(' Tide  TIDE\tEbb\n')).toEqual(['tide', 'ebb']);
    expect(searchWords('u\u0308bung')).toEqual(['übung']);
    expect(searchWords(Array.from({ length: 90 }, (_, index) => `w${index}`).join(' '))).toHaveLength(20);
    expect(searchWords('')).toEqual([]);
  });
});
