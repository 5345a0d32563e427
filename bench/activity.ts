import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hooks } from '../src/config/hooks/hooks.js';
import { defaultSettings } from '../src/config/settings.js';
import { createHitLog } from '../src/insights/activity/log/hit-log.js';
import { analyseLog } from '../src/insights/activity/log/over-rows.js';
import type { Hit, LogQuery } from '../src/insights/activity/port.js';
import { ActivityReader } from '../src/insights/activity/read/reader.js';
import { openStorage } from '../src/storage/open.js';
import type { Storage } from '../src/storage/port.js';
import { postgres } from '../test/support/storage/databases.js';
import { atMost, median, type Row } from './row.js';

const VISITS = 50_000;
const BATCH = 20_000;
const REPEAT = 15;
const DAY = 86_400;

/** How fast a log of the default length is read. */
export async function activityRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-activity-'));
  try {
    return [
      ...(await queryRows('SQLite', join(folder, 'many', '.svc', 'svc.db'))),
      ...(await withPostgres((address) => queryRows('PostgreSQL', address))),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Visits of a month, by a thousand clients. */
async function fill(storage: Storage, now: number): Promise<void> {
  const log = createHitLog(storage);
  const draw = numbers();
  const kinds = manyKinds(draw);
  for (let done = 0; done < VISITS; done += BATCH) {
    const at = Array.from({ length: BATCH }, (_, index) => {
      return now - 29 * DAY + Math.floor(((done + index) / VISITS) * 29 * DAY);
    });
    // Few kinds are frequent.
    const of = at.map(() => Math.floor((draw() / 2 ** 32) ** 3 * kinds.length));
    await log.addGroups({ kinds, at, of });
  }
  await analyseLog(storage);
}

function manyKinds(draw: () => number): readonly Hit[] {
  const names = [
    'GPTBot (OpenAI)',
    'Browser',
    'ClaudeBot (Anthropic)',
    'Googlebot',
    'Script/tool',
    'Other bot',
  ];
  const endpoints = ['llms.txt', 'markdown', 'changes', 'discovery.json', 'sitemap', 'llms-full.txt'];
  const pick = <T>(list: readonly T[]): T => list[draw() % list.length] as T;
  return Array.from({ length: 5000 }, (_, index) => ({
    at: 0,
    endpoint: pick(endpoints),
    agent: pick(names),
    ua: `Mozilla/5.0 (compatible; client ${index % 1000}; +https://client.example/${index % 1000})`,
    network: pick(['', 'kelp.example', 'mast.example']),
    verdict: pick([0, 0, 0, 1, 2] as const),
    signer: '',
    refused: draw() % 50 === 0,
  }));
}

async function queryRows(name: string, address: string): Promise<readonly Row[]> {
  const storage = await openStorage(address);
  try {
    const now = Math.floor(Date.now() / 1000);
    await fill(storage, now);
    const settings = defaultSettings();
    // Without the answers that are held until somebody writes: every question is asked for the first time.
    const { db, capabilities, health, write, close } = storage;
    const reader = new ActivityReader({
      storage: { db, capabilities, health, write, close },
      hooks: new Hooks(),
      settings: () => Promise.resolve(settings),
      now: () => Math.floor(Date.now() / 1000),
    });
    const page = (query: LogQuery) => () => reader.log(query);
    const { cursor } = await reader.log({ perPage: 200 });
    const questions: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['newest page', page({})],
      ['next page', page({ before: cursor ?? undefined })],
      ['page of a client', page({ agents: ['GPTBot (OpenAI)'] })],
      [
        'page of a client, a document and a verdict',
        page({ agents: ['Browser'], endpoints: ['sitemap'], verdicts: [2] }),
      ],
      ['page by the beginning of the User-Agent', page({ ua: 'mozilla/5.0 (compatible; client 77' })],
      ['page of nobody', page({ agents: ['Nobody'] })],
      ['facets', () => reader.facets()],
    ];
    const rows: Row[] = [];
    for (const [what, ask] of questions) {
      const times: number[] = [];
      for (let count = 0; count < REPEAT; count += 1) {
        const began = performance.now();
        await ask();
        times.push(performance.now() - began);
      }
      rows.push({
        target: '',
        what: `log of 50,000 visits on ${name}: ${what}`,
        ours: { value: median(times), unit: 'ms' },
        must: atMost(50),
      });
    }
    return rows;
  } finally {
    await storage.close();
  }
}

async function withPostgres<T>(work: (address: string) => Promise<T>): Promise<T> {
  const database = postgres();
  await database.start();
  try {
    return await work(await database.address());
  } finally {
    await database.stop();
  }
}

/** Numbers below 2^32, the same in every run. */
function numbers(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}
