import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearLog } from '../../../../../src/insights/activity/log/trim.js';
import { openStorage } from '../../../../../src/storage/open.js';
import { workspace, writeFiles } from '../../../../support/build/workspace.js';
import { type Failure, runSvc } from '../../../../support/cli/run-svc.js';
import { AGENTS, combinedLine } from '../../../../support/insights/activity/ingest/lines.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

const VISITS = [combinedLine(), combinedLine({ agent: AGENTS.curl })].join('');
const READER = combinedLine({ path: '/a/', agent: AGENTS.firefox, referrer: 'https://chatgpt.com/' });

interface Report {
  readonly lines: number;
  readonly recorded: number;
  readonly referrals: number;
  readonly files: readonly { readonly format: string; readonly resumed: boolean }[];
}

const site = (log: string) =>
  workspace({
    'svc.config.json': JSON.stringify({ site: { url: 'https://harbour.example', name: 'Harbour' } }),
    'access.log': log,
  });

const svc = (cwd: string, args: readonly string[]) => runSvc(['activity', ...args, '--json'], { cwd });

async function ingest(cwd: string, ...args: readonly string[]): Promise<Report> {
  const { code, stdout, stderr } = await svc(cwd, ['ingest', ...args, 'access.log']);
  if (code !== 0) throw new Error(`svc activity ingest ended with ${code}: ${stdout}${stderr}`);
  return JSON.parse(stdout) as Report;
}

async function refuse(cwd: string, ...args: readonly string[]) {
  const { code, stdout } = await svc(cwd, ['ingest', ...args, 'access.log']);
  return { exit: code, ...(JSON.parse(stdout) as { readonly error: Failure['error'] }).error };
}

describe.each([sqlite(), postgres()])('a log that has been read, on $name', (database) => {
  beforeAll(() => database.start(), 120_000);
  afterAll(() => database.stop());

  const readers = async (address: string) => {
    const storage = await openStorage(address);
    try {
      const rows = await storage.db.selectFrom('referrals').select('hits').execute();
      return rows.reduce((sum, { hits }) => sum + hits, 0);
    } finally {
      await storage.close();
    }
  };

  it('is read again once the visit log has been emptied, but nobody is counted twice as a reader', async () => {
    const [cwd, address] = [site(VISITS + READER), await database.address()];
    const read = () => ingest(cwd, '--database', address);
    expect(await read()).toMatchObject({ lines: 3, recorded: 2, referrals: 1 });
    expect(await read()).toMatchObject({ lines: 0, recorded: 0, referrals: 0 });
    const storage = await openStorage(address);
    await clearLog(storage);
    await storage.close();
    // What has been added in between is new in every respect.
    writeFiles(cwd, { 'access.log': VISITS + READER + READER });
    expect(await read()).toMatchObject({ lines: 4, recorded: 2, referrals: 1 });
    expect(await readers(address)).toBe(2);
    expect(await read()).toMatchObject({ lines: 0 });
  });

  it('is read again when it is asked for', async () => {
    const [cwd, address] = [site(VISITS + READER), await database.address()];
    await ingest(cwd, '--database', address);
    expect(await ingest(cwd, '--database', address, '--again')).toMatchObject({
      lines: 3,
      recorded: 2,
      referrals: 0,
    });
    expect(await ingest(cwd, '--database', address)).toMatchObject({ lines: 0 });
    expect(await readers(address)).toBe(1);
    const never = site(VISITS);
    expect(await ingest(never, '--again')).toMatchObject({ lines: 2, recorded: 2 });
  });
});

describe('a log in JSON', () => {
  const line = (members: object) =>
    `${JSON.stringify({ time: '2026-07-02T09:00:00Z', method: 'GET', path: '/llms.txt', status: 200, ...members })}\n`;

  it('with names of its own is refused, and read as the owner says', async () => {
    const cwd = site(line({ client: { software: AGENTS.gpt } }));
    const refused = await refuse(cwd);
    expect(refused).toMatchObject({
      exit: 1,
      fix: expect.stringContaining('--map userAgent=KEY. It has: time,'),
    });
    expect(await refuse(cwd, '--map', 'userAgent=client.sofware')).toMatchObject({ exit: 1 });
    expect(await ingest(cwd, '--map', 'userAgent=client.software')).toMatchObject({
      recorded: 1,
      files: [{ format: 'json' }],
    });
    const { stdout } = await svc(cwd, ['log']);
    expect(stdout).toContain('GPTBot (OpenAI)');
  });

  it('is read after a byte order mark', async () => {
    const cwd = site(`\ufeff${line({ user_agent: AGENTS.gpt })}`);
    expect(await ingest(cwd)).toMatchObject({ lines: 1, recorded: 1, files: [{ format: 'nginx' }] });
  });

  it.each([
    ['a list', (text: string) => `[${text.trim()}]`, "jq -c '.[]' access.log | svc activity ingest -"],
    [
      'records of one object',
      (text: string) => `{"records": [${text.trim()}]}`,
      "jq -c '.records[]' access.log",
    ],
    [
      'an object of several lines',
      (text: string) => text.replaceAll(/([{}])/g, '\n$1\n'),
      "jq -c '.' access.log",
    ],
  ])('as %s is refused with the command that converts it', async (_, write, fix) => {
    const refused = await refuse(site(write(line({ user_agent: AGENTS.gpt }))));
    expect(refused).toMatchObject({ exit: 1, fix: expect.stringContaining(fix) });
  });

  it('is refused with a command that quotes its name', async () => {
    const run = { cwd: workspace({ "my log's.json": '{\n}\n' }) };
    const { stderr } = await runSvc(['activity', 'ingest', "my log's.json"], run);
    expect(stderr).toContain("jq -c '.' 'my log'\\''s.json' | svc");
  });

  it('as a list with one object on each line is read', async () => {
    const object = line({ user_agent: AGENTS.gpt }).trim();
    expect(await ingest(site(`[\n${object},\n${object}\n]\n`))).toMatchObject({ recorded: 2 });
  });

  it('is not read with a mapping that is none', async () => {
    const cwd = site(line({ user_agent: AGENTS.gpt }));
    expect(await refuse(cwd, '--map', 'agnet=x')).toMatchObject({ exit: 2 });
    expect(await refuse(cwd, '--map', 'agent=x', '--format', 'combined')).toMatchObject({ exit: 2 });
  });
});

describe('a log that names nobody', () => {
  it('is refused before anything is written, unless the owner says that it is right', async () => {
    const cwd = site(combinedLine({ agent: '-' }).repeat(98) + combinedLine().repeat(2));
    expect(await refuse(cwd)).toMatchObject({
      exit: 1,
      message: expect.stringContaining('98 of its first 100 lines have no User-Agent'),
    });
    expect((JSON.parse((await svc(cwd, ['log'])).stdout) as { total: number }).total).toBe(0);
    expect(await ingest(cwd, '--without-agents')).toMatchObject({ recorded: 100 });
  });

  it.each([
    [
      'Squid',
      '1782986400.603    310 192.0.2.1 TCP_MISS/200 1234 GET http://lab.example/ - HIER_DIRECT/192.0.2.9 text/html',
    ],
    ['Uvicorn', 'INFO:     192.0.2.1:52134 - "GET /llms.txt HTTP/1.1" 200 OK'],
    [
      'TCP log of HAProxy',
      'Jul  2 12:00:00 lb haproxy[9]: 192.0.2.1:33312 [02/Jul/2026:12:00:00.443] in b/s 0/0/5007 212 -- 0/0/0/0/3 0/0',
    ],
    [
      'Network Load Balancer',
      'tls 2.0 2026-07-02T10:00:00 net/lab/c6e7 g3d4 192.0.2.1:51341 192.0.2.9:443 5 2 98 246 - arn - TLS - - -',
    ],
    [
      'error log',
      '2026/07/02 10:00:00 [error] 12#12: *1 open() "/srv/x" failed (2: No such file or directory)',
    ],
    ['morgan', 'GET /llms.txt 200 5.123 ms - 1024'],
    ['compressed, and not with gzip', 'BZh91AY&SY'],
    ['real-time log of CloudFront', '1782986400.603\t192.0.2.1\t200\tGET\t/llms.txt'],
    [
      'AWS WAF',
      '{"timestamp":1782986400603,"formatVersion":1,"webaclId":"arn","action":"ALLOW","httpRequest":{}}',
    ],
  ])('that lacks requests or clients is refused by its name: %s', async (named, text) => {
    const refused = await refuse(site(`${text}\n`));
    expect(refused).toMatchObject({ exit: 1, message: expect.stringContaining(named) });
  });

  it('is nothing to be refused where it has a heading alone', async () => {
    const cwd = site('#Software: IIS\n#Fields: date time cs-method\n');
    expect(await ingest(cwd)).toMatchObject({ lines: 0 });
  });
});
