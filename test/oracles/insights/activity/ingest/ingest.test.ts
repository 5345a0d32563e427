import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../../../../src/cli/main.js';
import { openStorage } from '../../../../../src/storage/open.js';
import { type Files, workspace } from '../../../../support/build/workspace.js';
import { type Failure, runSvc } from '../../../../support/cli/run-svc.js';
import {
  AGENTS,
  combinedLine,
  NOW,
  type Request,
} from '../../../../support/insights/activity/ingest/lines.js';
import { postgres, sqlite, type TestDatabase } from '../../../../support/storage/databases.js';

const CONFIG = { site: { url: 'https://harbour.example', name: 'Harbour Notes' } };
const DAY = 86_400;

interface Report {
  readonly ok: true;
  readonly files: readonly { readonly file: string; readonly lines: number; readonly resumed: boolean }[];
  readonly lines: number;
  readonly recorded: number;
  readonly referrals: number;
  readonly other: number;
  readonly tooOld: number;
  readonly tooNew: number;
  readonly unreadable: number;
  readonly verified: number;
  readonly spoofed: number;
}

function site(files: Files, settings: object = {}, config: object = {}): string {
  return workspace({
    'svc.config.json': JSON.stringify({ ...CONFIG, ...config }),
    'svc.settings.json': JSON.stringify(settings),
    ...files,
  });
}

async function ingest(cwd: string, ...args: readonly string[]): Promise<Report> {
  const { code, stdout, stderr } = await runSvc(['activity', 'ingest', ...args, '--json'], { cwd });
  if (code !== 0) throw new Error(`svc activity ingest ended with ${code}: ${stdout}${stderr}`);
  return JSON.parse(stdout) as Report;
}

async function refuse(cwd: string, ...args: readonly string[]): Promise<Failure> {
  const { code, stdout } = await runSvc(['activity', 'ingest', ...args, '--json'], { cwd });
  return { code, error: (JSON.parse(stdout) as { error: Failure['error'] }).error };
}

/** Everything that is stored about visits, in the order of time. */
async function stored(address: string) {
  const storage = await openStorage(address);
  try {
    const hits = await storage.db
      .selectFrom('visits')
      .innerJoin('visit_kinds', 'visit_kinds.id', 'visits.kind_id')
      .innerJoin('visit_labels', 'visit_labels.id', 'visit_kinds.label_id')
      .select(['endpoint', 'agent', 'ua', 'verdict', 'visits.id'])
      .orderBy('visits.id')
      .execute();
    const referrals = await storage.db
      .selectFrom('referrals')
      .select(['day', 'source', 'path', 'hits'])
      .orderBy('day')
      .orderBy('source')
      .orderBy('path')
      .execute();
    return { hits: hits.map(({ id, ...hit }) => hit), referrals };
  } finally {
    await storage.close();
  }
}

const databaseOf = (folder: string) => join(folder, '.svc/svc.db');

describe('svc activity ingest', () => {
  it('records visits to documents, counts readers sent by assistants, and leaves the rest', async () => {
    const lines: Request[] = [
      {},
      { path: '/ropes.md', agent: AGENTS.google },
      { path: '/.well-known/discovery.json?x=1', method: 'HEAD', agent: AGENTS.curl },
      { path: '/svc-changes.json', status: 304 },
      { path: '/gr%C3%B6%C3%9Fe.md' },
      { path: '/api/svc/v1/discovery' },
      { path: 'https://harbour.example/llms.txt' },
      // Readers.
      { path: '/posts/ropes/?utm_source=chatgpt', agent: AGENTS.firefox },
      { path: '/posts/ropes/', agent: AGENTS.firefox, referrer: 'https://chatgpt.com/' },
      { path: '/index.html', agent: AGENTS.firefox, referrer: 'https://claude.ai/', at: NOW - 2 * DAY },
      // Everything else.
      { path: '/posts/ropes/', agent: AGENTS.firefox, referrer: 'https://harbour.example/' },
      { path: '/posts/ropes/', agent: AGENTS.gpt, referrer: 'https://chatgpt.com/' },
      { path: '/rope.png', agent: AGENTS.firefox, referrer: 'https://chatgpt.com/' },
      { path: '/feed/', agent: AGENTS.firefox, referrer: 'https://chatgpt.com/' },
      { path: '/svc/login', agent: AGENTS.firefox, referrer: 'https://chatgpt.com/' },
      { path: '/robots.txt' },
      { status: 404 },
      { status: 403 },
      { status: 301 },
      { method: 'POST' },
      { method: 'OPTIONS' },
      { path: '/%zz.md' },
    ];
    const cwd = site({ 'access.log': lines.map(combinedLine).join('') });
    expect(await ingest(cwd, 'access.log')).toMatchObject({
      lines: 22,
      recorded: 7,
      referrals: 3,
      other: 12,
      tooOld: 0,
      unreadable: 0,
    });
    const { hits, referrals } = await stored(databaseOf(cwd));
    expect(hits.map(({ endpoint, agent }) => `${endpoint} ${agent}`)).toEqual([
      'llms.txt GPTBot (OpenAI)',
      'markdown Googlebot',
      'discovery.json Script/tool',
      'changes GPTBot (OpenAI)',
      'markdown GPTBot (OpenAI)',
      'rest:discovery GPTBot (OpenAI)',
      'llms.txt GPTBot (OpenAI)',
    ]);
    expect(referrals).toEqual([
      { day: '2026-06-30', source: 'Claude', path: '/index.html', hits: 1 },
      { day: '2026-07-02', source: 'ChatGPT', path: '/posts/ropes/', hits: 2 },
    ]);
  });

  it('stores no address, no query and no path of a page', async () => {
    const cwd = site({
      'access.log': [
        combinedLine({ path: '/llms.txt?secret=CANARY-QUERY', referrer: 'https://CANARY-REFERRER.example/' }),
        combinedLine({ path: '/CANARY-PATH.md', address: '198.51.100.99' }),
        combinedLine({ path: '/CANARY-PAGE/', agent: AGENTS.firefox }),
      ].join(''),
    });
    expect(await ingest(cwd, 'access.log')).toMatchObject({ recorded: 2 });
    const raw = ['', '-wal'].map((end) => readIfThere(`${databaseOf(cwd)}${end}`)).join('');
    expect(raw).toContain('GPTBot');
    expect(raw.match(/CANARY-\w+|192\.0\.2\.77|198\.51\.100\.99/i)).toBeNull();
  });

  it('keeps what is within the time that visits are kept', async () => {
    const cwd = site(
      {
        'access.log': [NOW - 7 * DAY - 1, NOW - 7 * DAY + 60, NOW + 3600, NOW + 2 * DAY]
          .map((at) => combinedLine({ at }))
          .join(''),
      },
      { activity_retention_days: 7 },
    );
    expect(await ingest(cwd, 'access.log')).toMatchObject({ recorded: 2, tooOld: 1, tooNew: 1 });
  });

  it('keeps the newest visits of a log that is longer than the limit', async () => {
    const plugin = "export function register(svc) { svc.filter('svc_activity_max_rows', () => 10); }\n";
    const lines = Array.from({ length: 25 }, (_, n) =>
      combinedLine({ at: NOW - 2500 + n, agent: `Crane/${n}` }),
    );
    const cwd = site(
      { 'access.log': lines.join(''), 'plugin.mjs': plugin },
      {},
      { plugins: ['./plugin.mjs'] },
    );
    expect(await ingest(cwd, 'access.log')).toMatchObject({ recorded: 25 });
    const { hits } = await stored(databaseOf(cwd));
    expect(hits.map(({ ua }) => ua)).toEqual(Array.from({ length: 10 }, (_, n) => `Crane/${n + 15}`));
  });

  it('leaves readers to the browsers in CDN mode', async () => {
    const line = combinedLine({ path: '/', agent: AGENTS.firefox, referrer: 'https://chatgpt.com/' });
    const cwd = site({ 'access.log': line }, { enable_referral_beacon: true });
    expect(await ingest(cwd, 'access.log')).toMatchObject({ referrals: 0, other: 1 });
  });

  it('knows the addresses of a site below a folder', async () => {
    const config = { site: { ...CONFIG.site, url: 'https://harbour.example/notes' } };
    const lines = ['/notes/llms.txt', '/llms.txt', '/notesque/llms.txt'].map((path) =>
      combinedLine({ path }),
    );
    expect(await ingest(site({ 'access.log': lines.join('') }, {}, config), 'access.log')).toMatchObject({
      recorded: 1,
      other: 2,
    });
  });

  it('leaves out what was asked of other sites', async () => {
    const hosts = ['harbour.example:443', 'www.Harbour.example:80', 'other.example:443'];
    const proxied = combinedLine({ path: 'http://other.example/llms.txt' });
    const lines = [...hosts.map((host) => `${host} ${combinedLine()}`), combinedLine(), proxied];
    const cwd = site({ 'access.log': lines.join('') });
    expect(await ingest(cwd, '--host', 'harbour.example', 'access.log')).toMatchObject({
      recorded: 3,
      other: 2,
    });
    const all = site({ 'access.log': lines.join('') });
    expect(await ingest(all, 'access.log')).toMatchObject({ recorded: 4, other: 1 });
  });

  it('says which lines it could not read, and reads the others', async () => {
    const cwd = site({ 'access.log': `${combinedLine()}a\nb\n${combinedLine()}\n\n` });
    const { code, stderr } = await runSvc(['activity', 'ingest', 'access.log'], { cwd });
    expect([code, stderr]).toEqual([0, expect.stringContaining('✓ 4 new lines read')]);
    expect(stderr).toContain('2 visits recorded');
    expect(stderr).toContain('! access.log: 2 lines are not of the format combined: the first is line 2');
  });

  it('passes over a line that is too long, up to its end', async () => {
    const inside = combinedLine({ agent: 'Hidden/1.0' }).trim();
    const long = `192.0.2.1 ${'x'.repeat(9_500_000)} ${inside}\n`;
    const cwd = site({ 'access.log': combinedLine() + long + combinedLine({ agent: AGENTS.curl }) });
    expect(await ingest(cwd, 'access.log')).toMatchObject({ lines: 3, recorded: 2, unreadable: 1 });
  });

  it('reads standard input, packed or not', async () => {
    const cwd = site({});
    for (const [bytes, recorded] of [
      [Buffer.from(combinedLine()), 1],
      [gzipSync(combinedLine()), 0],
      [gzipSync(combinedLine({ agent: AGENTS.curl })), 1],
    ] as const) {
      let out = '';
      const code = await main(['activity', 'ingest', '-', '--json'], {
        env: { SOURCE_DATE_EPOCH: String(NOW) },
        cwd,
        out: (text) => {
          out += text;
        },
        err: () => undefined,
        isTty: false,
        stdin: pieces(bytes),
      });
      expect([code, (JSON.parse(out) as Report).recorded]).toEqual([0, recorded]);
    }
  });
});

describe('a pipe in the place of a file', () => {
  it('is read once', async () => {
    const cwd = site({});
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    const writing = spawn('sh', ['-c', 'cat - > pipe'], { cwd, stdio: ['pipe', 'ignore', 'ignore'] });
    writing.stdin.end(gzipSync(combinedLine().repeat(3)));
    expect(await ingest(cwd, 'pipe')).toMatchObject({ recorded: 3 });
  });
});

describe('a log that is read again', () => {
  it('is not counted again, whatever it is called and however it is packed', async () => {
    const text = Array.from({ length: 300 }, (_, n) => combinedLine({ at: NOW - 9000 + n })).join('');
    const cwd = site({ 'access.log': text });
    const path = (name: string) => join(cwd, name);
    expect(await ingest(cwd, 'access.log')).toMatchObject({ lines: 300, recorded: 300 });
    expect(await ingest(cwd, 'access.log')).toMatchObject({ lines: 0, recorded: 0 });
    // Rotated: the old one has another name, and a new one has begun.
    renameSync(path('access.log'), path('access.log.1'));
    writeFileSync(path('access.log'), combinedLine({ at: NOW - 8000 }));
    expect(await ingest(cwd, 'access.log', 'access.log.1')).toMatchObject({ lines: 1, recorded: 1 });
    // Packed, with some lines that came before it was.
    writeFileSync(path('access.log.2.gz'), gzipSync(text + combinedLine({ at: NOW - 8500 })));
    rmSync(path('access.log.1'));
    appendFileSync(path('access.log'), combinedLine({ at: NOW - 7000 }));
    const again = await ingest(cwd, 'access.log', 'access.log.2.gz', 'access.log');
    expect([again.lines, again.files.map(({ resumed }) => resumed)]).toEqual([2, [true, true]]);
    const { hits } = await stored(databaseOf(cwd));
    expect(hits.length).toBe(303);
  });

  it('is known by its first 4096 bytes: a copy of no less than that counts nothing', async () => {
    const lines = Array.from({ length: 80 }, (_, index) => combinedLine({ at: NOW - 7200 + index }));
    const whole = lines.join('');
    const copy = (bytes: number) => whole.slice(0, whole.lastIndexOf('\n', bytes - 1) + 1);
    const cwd = site({ 'access.log': whole, 'half.log': copy(9000), 'short.log': copy(4000) });
    expect((await ingest(cwd, 'access.log')).lines).toBe(80);
    expect(await ingest(cwd, 'half.log')).toMatchObject({ lines: 0, recorded: 0 });
    // The limit that is documented: of a shorter copy nobody can tell.
    expect((await ingest(cwd, 'short.log')).lines).toBe(copy(4000).split('\n').length - 1);
    // It goes on where the copy ends, when that was read first.
    const other = site({ 'access.log': whole, 'short.log': copy(4000) });
    const first = await ingest(other, 'short.log');
    expect((await ingest(other, 'access.log')).lines).toBe(80 - first.lines);
  });

  it('loses no line that was still being written', async () => {
    const cwd = site({});
    const file = join(cwd, 'access.log');
    const [whole, next] = [combinedLine(), combinedLine({ agent: AGENTS.curl })];
    writeFileSync(file, whole + next.slice(0, 40));
    expect(await ingest(cwd, 'access.log')).toMatchObject({ recorded: 1, unreadable: 0 });
    appendFileSync(file, next.slice(40).trimEnd());
    expect(await ingest(cwd, 'access.log')).toMatchObject({ recorded: 1, unreadable: 0 });
    appendFileSync(file, `\n${whole}`);
    expect(await ingest(cwd, 'access.log')).toMatchObject({ lines: 1, recorded: 1, unreadable: 0 });
  });

  it('takes a new log at the old place for a new one', async () => {
    const cwd = site({ 'access.log': combinedLine().repeat(3) });
    await ingest(cwd, 'access.log');
    writeFileSync(join(cwd, 'access.log'), combinedLine({ at: NOW - 60 }));
    expect(await ingest(cwd, 'access.log')).toMatchObject({ recorded: 1 });
  });

  it('knows the names of fields of a log that was begun earlier', async () => {
    const head =
      '#Version: 1.0\n#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(Referer) cs(User-Agent)\n';
    const row = '2026-07-02\t09:00:00\t192.0.2.1\tGET\t/llms.txt\t200\t-\tGPTBot/1.2\n';
    const cwd = site({ 'a.log': head + row });
    expect(await ingest(cwd, 'a.log')).toMatchObject({ recorded: 1 });
    appendFileSync(join(cwd, 'a.log'), row);
    expect(await ingest(cwd, 'a.log')).toMatchObject({ recorded: 1, unreadable: 0 });
  });

  it('has the same totals however it grew', async () => {
    const line = fc.record(
      {
        at: fc.integer({ min: NOW - 3 * DAY, max: NOW }),
        path: fc.constantFrom('/llms.txt', '/a.md', '/', '/x.png'),
        agent: fc.constantFrom(...Object.values(AGENTS)),
        referrer: fc.constantFrom('-', 'https://chatgpt.com/'),
      },
      { requiredKeys: [] },
    );
    const growth = fc.array(fc.nat({ max: 4000 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 30 }), growth, async (requests, cuts) => {
        const text = requests.map(combinedLine).join('');
        const cwd = site({});
        const parts = [...cuts, text.length].map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b);
        for (const end of parts) {
          writeFileSync(join(cwd, 'access.log'), text.slice(0, end));
          await ingest(cwd, '--format', 'combined', 'access.log');
        }
        const { hits, referrals } = await stored(databaseOf(cwd));
        const isHit = ({ path = '/llms.txt' }: Request) => path === '/llms.txt' || path === '/a.md';
        const isReader = ({ path, agent, referrer }: Request) =>
          path === '/' && agent === AGENTS.firefox && referrer !== undefined && referrer !== '-';
        expect(hits).toHaveLength(requests.filter(isHit).length);
        const readers = referrals.reduce((sum, row) => sum + row.hits, 0);
        expect(readers).toBe(requests.filter(isReader).length);
      }),
      { numRuns: 25 },
    );
  });
});

describe('what cannot be read', () => {
  it.each<[string, Files, readonly string[], object]>([
    ['no such file', {}, ['nowhere.log'], { code: 'SVC_SOURCE_MISSING', file: 'nowhere.log' }],
    ['a folder', { 'logs/a.log': combinedLine() }, ['logs'], { code: 'SVC_SOURCE_MISSING', file: 'logs' }],
    ['an unknown format', { 'a.log': 'hello\n' }, ['a.log'], { code: 'SVC_SOURCE_UNKNOWN', file: 'a.log' }],
    ['an unknown name of a format', {}, ['--format', 'combned', 'a.log'], { code: 'SVC_USAGE' }],
  ])('%s ends the run before anything is written', async (_, files, args, error) => {
    const cwd = site({ ...files, 'good.log': combinedLine() });
    const found = await refuse(cwd, 'good.log', ...args);
    expect(found.error).toMatchObject(error);
    expect(found.error['fix']).toEqual(expect.any(String));
    expect(await ingest(cwd, 'good.log')).toMatchObject({ recorded: 1 });
  });

  it('a packed log that is cut off keeps what could be read, and goes on from there', async () => {
    const text = Array.from({ length: 3000 }, (_, n) => {
      return combinedLine({ at: NOW - 9000 + n, agent: `Agent-${(n * 7919) % 3000}/${n}` });
    }).join('');
    const packed = gzipSync(text);
    const cwd = site({ 'a.log.gz': packed.subarray(0, packed.length / 2) });
    expect((await refuse(cwd, 'a.log.gz')).error).toMatchObject({
      code: 'SVC_SOURCE_MALFORMED',
      file: 'a.log.gz',
    });
    writeFileSync(join(cwd, 'a.log.gz'), packed);
    await ingest(cwd, 'a.log.gz');
    expect((await stored(databaseOf(cwd))).hits).toHaveLength(3000);
  });

  it('an empty log is nothing', async () => {
    expect(await ingest(site({ 'a.log': '' }), 'a.log')).toMatchObject({ files: [], lines: 0 });
  });

  it('while the visit log is off nothing is', async () => {
    const cwd = site({ 'a.log': combinedLine() }, { enable_activity: false });
    expect(await refuse(cwd, 'a.log')).toMatchObject({ code: 2, error: { field: 'enable_activity' } });
  });
});

describe.each<TestDatabase>([sqlite(), postgres()])('on $name', (database) => {
  beforeAll(() => database.start());
  afterAll(() => database.stop());

  it('twenty thousand lines are counted once, as an independent count does', async () => {
    const requests = Array.from({ length: 20_000 }, (_, n): Request => {
      return {
        at: NOW - 20_000 + n,
        path: ['/llms.txt', `/p${n % 700}.md`, '/', '/svc-changes.json', '/a.css'][n % 5] ?? '',
        agent: Object.values(AGENTS)[n % 4] ?? '',
        referrer: n % 3 === 0 ? 'https://www.perplexity.ai/' : '-',
      };
    });
    const cwd = site({ 'access.log': requests.map(combinedLine).join('') });
    const address = await database.address();
    const first = await ingest(cwd, 'access.log', '--database', address);
    const second = await ingest(cwd, 'access.log', '--database', address);
    const { hits, referrals } = await stored(address);
    expect([first.recorded, second.recorded, hits.length]).toEqual([12_000, 0, 12_000]);
    const counted = (name: string) => hits.filter(({ endpoint }) => endpoint === name).length;
    expect(['llms.txt', 'markdown', 'changes'].map(counted)).toEqual([4000, 4000, 4000]);
    const readers = requests.filter(({ path, agent, referrer }) => {
      return path === '/' && agent === AGENTS.firefox && referrer !== '-';
    });
    expect(first.referrals).toBe(readers.length);
    expect(referrals.reduce((sum, row) => sum + row.hits, 0)).toBe(readers.length);
  });
});

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

async function* pieces(bytes: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}
