import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hooks } from '../src/config/hooks/hooks.js';
import { defaultSettings } from '../src/config/settings.js';
import { createHitLog } from '../src/insights/activity/log/hit-log.js';
import { analyseLog } from '../src/insights/activity/log/over-rows.js';
import type { Hit, LogQuery } from '../src/insights/activity/port.js';
import { createReader } from '../src/insights/activity/read/reader.js';
import { hashPassword } from '../src/sidecar/accounts/password.js';
import { openStorage } from '../src/storage/open.js';
import type { Storage } from '../src/storage/port.js';
import { addUser } from '../src/storage/tables/users.js';
import { postgres } from '../test/support/storage/databases.js';
import { atLeast, atMost, median, type Row } from './row.js';
import { cpuOf, loadOf, type Server, startSvc } from './server.js';

const ENTRIES = 1000;
const ROUNDS = 5;
const SECONDS = 2;
const WARM_UP = 10;
const VISITS = 1_000_000;
const BATCH = 20_000;
const REPEAT = 15;
const DAY = 86_400;
const PASSWORD = 'a bench is no place for secrets';

/** How fast a log of a million visits is read, and how many of its pages the admin API gives. */
export async function activityRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-activity-'));
  try {
    return [
      ...(await queryRows('SQLite', join(folder, 'many', '.svc', 'svc.db'))),
      ...(await pageRows(join(folder, 'many'))),
      ...(await withPostgres((address) => queryRows('PostgreSQL', address))),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A million visits of a month, by a thousand clients. */
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
    const reader = createReader({
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
        what: `log of a million visits on ${name}: ${what}`,
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

/** P11: pages of the log by the admin API, for a signed-in administrator. @param cwd folder with a filled log */
async function pageRows(cwd: string): Promise<readonly Row[]> {
  const plugin = "export function register(svc) { svc.filter('svc_activity_max_rows', () => 0); }\n";
  writeFileSync(join(cwd, 'plugin.mjs'), plugin);
  const site = { url: 'https://bench.example', name: 'Bench' };
  writeFileSync(join(cwd, 'svc.config.json'), JSON.stringify({ site, plugins: ['./plugin.mjs'] }));
  const storage = await openStorage(join(cwd, '.svc', 'svc.db'));
  const password = await hashPassword(PASSWORD);
  await addUser(storage.db, {
    name: 'ada',
    displayName: 'Ada',
    email: '',
    role: 'administrator',
    password,
    created: 1,
  });
  await storage.close();
  const server = await startSvc(ENTRIES, cwd);
  try {
    const credentials = await signIn(server);
    const request = `GET /api/svc/v1/activity/log HTTP/1.1\r\nHost: bench.example\r\n${credentials}\r\n\r\n`;
    const options = { port: server.port, paths: [], requests: [request], connections: 16, seconds: SECONDS };
    // As long as it takes until everything on the way has been compiled.
    await loadOf({ ...options, seconds: WARM_UP });
    const perSecond: number[] = [];
    const cpu: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = cpuOf(server);
      const found = await loadOf(options);
      if (found.failures > 0) throw new Error(`${found.failures} pages of the log were not 200`);
      perSecond.push(found.perSecond);
      cpu.push((cpuOf(server) - before) / found.requests);
    }
    return [
      {
        target: 'P11',
        what: 'admin page of a log of a million visits',
        ours: { value: median(perSecond), unit: 'pages/s' },
        must: atLeast(3000),
        goal: atLeast(6000),
      },
      { target: '', what: 'the same by the time of the processor', ours: { value: median(cpu), unit: 'µs' } },
    ];
  } finally {
    server.process.kill('SIGKILL');
  }
}

async function signIn({ port }: Server): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/svc/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password: PASSWORD }),
  });
  const { nonce } = (await response.json()) as { nonce: string };
  const [cookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';', 1);
  return `Cookie: ${cookie}\r\nX-Platform-Nonce: ${nonce}`;
}

/** Numbers below 2^32, the same in every run. */
function numbers(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}
