/**
 * One of each kind of thing is added to a copy of the program as a newcomer would: one new file, and one row in a table
 * (an import and a name). Then it has to show wherever things of its kind do, without a change anywhere else.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspace } from './support/build/workspace.js';
import { freePort } from './support/free-port.js';

/** What is copied; packages are linked. */
const PARTS = ['bin', 'src', 'schemas', 'templates', 'docs', 'package.json', 'tsconfig.json', 'CHANGELOG.md'];

interface Addition {
  /** The new file, below `src/`, and its text. */
  readonly file: string;
  readonly text: string;
  /** The table, below `src/`, and the name that the file exports for it. */
  readonly table: string;
  readonly row: string;
}

const surface: Addition = {
  file: 'documents/hours.ts',
  table: 'documents/table.ts',
  row: 'hours',
  text: `import type { DocumentRow } from './document-row.js';

/** When somebody is there. */
export const hours: DocumentRow = {
  id: 'hours',
  path: '/hours.txt',
  contentType: 'text/plain',
  headers: 'agentText',
  summary: 'When somebody is at the counter.',
  condition: '\`enable_hours\`',
  discoveryKey: 'hours',
  activity: 'hours',
  purge: true,
  live: { key: 'hours', rank: 10, label: 'Opening hours' },
  when: ({ settings }) => settings.enable_hours,
  render: ({ site }) => \`\${site.name}: 9 to 5\\n\`,
};
`,
};

const source: Addition = {
  file: 'sources/ledger/row.ts',
  table: 'sources/table.ts',
  row: 'ledgerSource',
  text: `import { readFileSync } from 'node:fs';
import type { RawEntry, Source, SourceDefinition } from '../port.js';

const MARK = 'LEDGER 1\\n';

/** Ledgers: a page on each line, as \`slug|title|text\`. */
export const ledgerSource: SourceDefinition = {
  type: 'ledger',
  traits: { isFolder: false, isAuthored: false, isBuilt: false, needsUrl: false, hasShortcodes: false },
  async detect(path) {
    return path.endsWith('.ledger') && readFileSync(path, 'utf8').startsWith(MARK) ? 2 : 0;
  },
  async open({ path }) {
    return openLedger(path);
  },
};

function openLedger(path: string): Source {
  const entries = readFileSync(path, 'utf8').slice(MARK.length).trim().split('\\n').map((line, at) => {
    const [slug = '', title = '', body = ''] = line.split('|');
    return {
      ref: \`\${path}:\${at + 2}\`,
      key: slug,
      type: 'page',
      status: 'publish',
      protected: false,
      noindex: false,
      title,
      slug,
      url: \`/\${slug}/\`,
      authorKeys: [],
      terms: [],
      excerpt: '',
      body,
      format: 'markdown',
    } satisfies RawEntry;
  });
  return {
    type: 'ledger',
    path,
    async *read() {
      yield { kind: 'site', site: { title: 'The ledger', baseUrl: 'https://ledger.example' } };
      for (const entry of entries) yield { kind: 'entry', entry };
    },
    async *readEntries(wanted) {
      for (const entry of entries) if (wanted.has(entry.key)) yield entry;
    },
  };
}
`,
};

const host: Addition = {
  file: 'deploy/hosts/barge.ts',
  table: 'deploy/hosts/table.ts',
  row: 'barge',
  text: `import type { HeadersManifest } from '../manifests/neutral.js';
import type { HostRow } from './table.js';

/** A host that takes a list of addresses. */
export const barge: HostRow = {
  deploys: ['barge.txt'],
  write: ({ rules }: HeadersManifest) => ({
    files: [{ name: 'barge.txt', text: \`# Made by svc build\\n\${rules.length} rules\\n\`, place: 'deploy' }],
    limits: [{ what: 'twins by Accept', why: 'the host has one file for an address', fix: 'Link to the twins.' }],
  }),
};
`,
};

const logFormat: Addition = {
  file: 'insights/activity/ingest/formats/tally.ts',
  table: 'insights/activity/ingest/formats/table.ts',
  row: 'tally',
  text: `import type { LogFormat } from '../line.js';

/** \`@1782986400 192.0.2.7 /llms.txt GPTBot/1.2\`. */
export const tally: LogFormat = {
  name: 'tally',
  label: 'tally',
  create: () => (text, start, end, line) => {
    const [, at, address, target, agent] = /^@(\\d+) (\\S+) (\\S+) (.*)$/.exec(text.slice(start, end)) ?? [];
    if (at === undefined) return 'bad';
    Object.assign(line, { at: Number(at), method: 'GET', target, status: 200, referrer: '', host: '' });
    Object.assign(line, { userAgent: agent, address });
    return 'read';
  },
};
`,
};

const ability: Addition = {
  file: 'sidecar/abilities/read/read-hours.ts',
  table: 'sidecar/abilities/table.ts',
  row: 'readHours',
  text: `import type { Ability } from '../ability.js';
import { inputOf, outputOf, textOf } from '../schema.js';

/** When somebody is there. */
export const readHours: Ability = {
  slug: 'read-hours',
  label: 'Opening hours',
  description: 'Tells when somebody is at the counter. It changes nothing.',
  tier: 'read',
  permission: 'manage',
  input: inputOf(),
  output: outputOf({ hours: textOf() }),
  run: async () => ({ hours: '9 to 5' }),
};
`,
};

const readinessCheck: Addition = {
  file: 'quality/readiness/checks/hours.ts',
  table: 'quality/readiness/checks/table.ts',
  row: 'hoursCheck',
  text: `import { type ReadinessCheck, warn } from '../check.js';

/** The hours are known. */
export const hoursCheck: ReadinessCheck = {
  id: 'hours',
  rung: 'trusted',
  label: 'Opening hours',
  evaluate: () => warn('Nobody says when the counter is open.', 'Say it.'),
};
`,
};

const rule: Addition = {
  file: 'quality/validate/rules/hours.ts',
  table: 'quality/validate/rules/table.ts',
  row: 'hoursRule',
  text: `import type { Document } from '../document.js';
import type { Rule } from '../rule.js';

/** The hours are those of this year. */
export const hoursRule: Rule = {
  id: 'hours',
  level: 'warning',
  title: 'The opening hours name a year',
  anywhere: true,
  *checkDocument(document: Document) {
    if (document.row.id !== 'hours') return;
    yield { code: 'hours-old', file: document.file, message: 'The hours have no year.' };
  },
};
`,
};

const liveCheck: Addition = {
  file: 'quality/verify/checks/hours.ts',
  table: 'quality/verify/checks/table.ts',
  row: 'hoursOpen',
  text: `import type { Check } from '../check.js';

/** Somebody is there. */
export const hoursOpen: Check = {
  id: 'hours-open',
  group: 'documents',
  title: 'Somebody is at the counter',
  async run(ctx, findings) {
    const url = \`\${ctx.base}/hours.txt\`;
    findings.add(url, { level: 'warn', code: 'nobody', hop: 'server', message: 'Nobody came.', fix: 'Ring.' });
    return 'rang once';
  },
};
`,
};

/** A setting needs no file: its row has everything. */
const SETTINGS = 'config/defaults/surfaces.ts';
const SETTING = "  ...ofFeature('opening hours', { enable_hours: bool(false, 'Serve `/hours.txt`.') }),\n";

const additions = [surface, source, host, logFormat, ability, readinessCheck, rule, liveCheck];

/** The list of a table. */
const LIST = /^export const \w+: [^=]*= [[{]\n?/m;

let program: string;
let cwd: string;
let server: ChildProcess;
let origin: string;

/** Puts the file of an addition in its place and its row into the table: an import, and a name at the end. */
function add({ file, text, table, row }: Addition): void {
  const path = join(program, 'src', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const place = join(program, 'src', table);
  const from = dirname(table) === dirname(file) ? '.' : `./${dirname(file).slice(dirname(table).length + 1)}`;
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.ts$/, '.js');
  const old = readFileSync(place, 'utf8');
  const list = LIST.exec(old) as RegExpExecArray;
  const end = old.slice(list.index).search(/[\]}];\n/) + list.index;
  const head = old.slice(0, end).replace(/,?\n?$/, list[0].endsWith('\n') ? ',\n  ' : ', ');
  writeFileSync(place, `import { ${row} } from '${from}/${name}';\n${head}${row}${old.slice(end)}`);
}

function svc(...args: readonly string[]): { readonly code: number | null; readonly text: string } {
  const { status, stdout, stderr } = run(args, { cwd });
  return { code: status, text: stdout + stderr };
}

/** A command that fails fails the test with what it printed. */
function succeed(...args: readonly string[]): void {
  const { code, text } = svc(...args);
  expect(code, text).toBe(0);
}

function run(args: readonly string[], options: { readonly cwd: string; readonly input?: string }) {
  const env = { PATH: process.env['PATH'] };
  return spawnSync(process.execPath, [join(program, 'bin/svc.js'), ...args], {
    ...options,
    env,
    encoding: 'utf8',
  });
}

const json = (...args: readonly string[]) => JSON.parse(run([...args, '--json'], { cwd }).stdout);
const read = (file: string) => readFileSync(join(cwd, file), 'utf8');
const docs = (file: string) => readFileSync(join(program, 'docs', file), 'utf8');

beforeAll(async () => {
  program = workspace({});
  for (const part of PARTS) cpSync(part, join(program, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(program, 'node_modules'));
  for (const one of additions) add(one);
  const settings = join(program, 'src', SETTINGS);
  const [first = ''] = /^ {2}\.\.\.ofFeature\('llms\.txt'/m.exec(readFileSync(settings, 'utf8')) ?? [];
  writeFileSync(settings, readFileSync(settings, 'utf8').replace(first, SETTING + first));
  const inCopy = { cwd: program, encoding: 'utf8', env: { PATH: process.env['PATH'] } } as const;
  // Types and layers hold as well: the compiler of the project says so.
  execFileSync('npm', ['run', 'build'], inCopy);
  execFileSync('npm', ['run', 'docs'], inCopy);
  cwd = workspace({
    'tea.ledger': 'LEDGER 1\ngreen|Green tea|Steam it.\nblack|Black tea|Let it *wither*.\n',
    'access.log': '@1782986400 192.0.2.7 /hours.txt GPTBot/1.2\n@1782986401 192.0.2.7 /llms.txt GPTBot/1.2\n',
  });
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  writeFileSync(
    join(cwd, 'svc.config.json'),
    JSON.stringify({
      site: { url: origin },
      source: 'tea.ledger',
      hosts: ['barge'],
      sidecar: true,
      html: 'render',
    }),
  );
  succeed('settings', 'set', 'enable_hours', 'true');
  expect(svc('build').text).not.toContain('error');
  run(['user', 'add', 'ada', '--role', 'administrator', '--password-stdin'], {
    cwd,
    input: 'correct horse battery',
  });
  server = spawn(process.execPath, [join(program, 'bin/svc.js'), 'serve', '--port', String(port)], { cwd });
  await isUp();
});

/** A request on its own connection: commands that run meanwhile block this process longer than a server keeps one. */
const get = (url: string, options: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...options, headers: { ...options.headers, Connection: 'close' } });

/** Waits until the server answers. */
async function isUp(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await get(`${origin}/llms.txt`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('the server never answered');
}

afterAll(() => {
  server?.kill();
});

interface Session {
  readonly cookie: string;
  readonly nonce: string;
}

async function signIn(): Promise<Session> {
  const body = JSON.stringify({ username: 'ada', password: 'correct horse battery' });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await get(`${origin}/svc/login`, { method: 'POST', headers, body });
  const { nonce } = (await answer.json()) as { nonce: string };
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return { cookie, nonce };
}

async function admin(path: string, options: RequestInit = {}): Promise<unknown> {
  const { cookie, nonce } = await signIn();
  const headers = { Cookie: cookie, 'X-Platform-Nonce': nonce, 'Content-Type': 'application/json' };
  return (await get(`${origin}/api/${path}`, { ...options, headers })).json();
}

describe('a document', () => {
  it('is written, listed, described, given headers and served', async () => {
    expect(read('out/hours.txt')).toBe('The ledger: 9 to 5\n');
    expect(JSON.parse(read('out/.well-known/discovery.json')).documents.hours).toBe(`${origin}/hours.txt`);
    expect(read('deploy/headers.json')).toContain('"/hours.txt"');
    expect(docs('surfaces.md')).toContain('`/hours.txt`');
    const answer = await get(`${origin}/hours.txt`);
    expect([answer.status, await answer.text()]).toEqual([200, 'The ledger: 9 to 5\n']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('is checked, verified, looked at by browsers, and its visits are counted', async () => {
    expect(json('validate').findings.map(({ code }: { code: string }) => code)).toContain('hours-old');
    writeFileSync(join(cwd, 'out/hours.txt'), 'changed by hand\n');
    expect(svc('validate').text).toContain('hours.txt');
    succeed('build');
    expect(read('out/hours.txt')).toBe('The ledger: 9 to 5\n');
    const { cookie } = await signIn();
    const page = await get(`${origin}/svc/verify`, { headers: { Cookie: cookie } });
    expect(await page.text()).toContain('Opening hours');
    const summary = JSON.stringify(json('activity', 'ingest', 'access.log'));
    expect(summary).toContain('tally');
    expect(JSON.stringify(json('activity', 'log'))).toContain('"hours"');
  });
});

describe('a source', () => {
  it('is recognised, read, reported, offered by init and allowed in the configuration', () => {
    expect(read('out/green.md')).toContain('Steam it.');
    const dry = json('build', '--dry-run');
    expect(dry.sources).toMatchObject([{ type: 'ledger', entries: 2 }]);
    for (const schema of ['svc.config.schema.json', 'build-report.schema.json']) {
      expect(readFileSync(join(program, 'schemas', schema), 'utf8')).toContain('"ledger"');
    }
    expect(docs('configuration.md')).toContain('`ledger`');
    expect(svc('build', '--explain', 'tea.ledger:3').text).toContain('/black');
    expect(svc('import', 'tea.ledger', '--to', 'imported').text).toContain('imported');
    const fresh = workspace({ 'old.ledger': 'LEDGER 1\na|A|b\n' });
    const { stdout } = run(['init', '--json'], { cwd: fresh });
    expect(JSON.parse(stdout).found.sources).toEqual([{ type: 'ledger', path: 'old.ledger' }]);
  });
});

describe('a setting', () => {
  it('is documented, kept, shown by the admin API, and switches what it is for', async () => {
    expect(docs('settings.md')).toContain('`enable_hours`');
    expect(JSON.stringify(await admin('svc/v1/settings'))).toContain('"enable_hours":true');
    succeed('settings', 'set', 'enable_hours', 'false');
    succeed('build');
    expect(existsSync(join(cwd, 'out/hours.txt'))).toBe(false);
    succeed('settings', 'set', 'enable_hours', 'true');
    succeed('build');
    expect(existsSync(join(cwd, 'out/hours.txt'))).toBe(true);
  });
});

describe('a host', () => {
  it('is allowed, given its file, documented, and its limits are told', () => {
    expect(read('deploy/barge.txt')).toMatch(/^# Made by svc build\n\d+ rules\n$/);
    expect(docs('configuration.md')).toContain('`barge`');
    expect(svc('check').text).toContain('barge');
    expect(svc('build', '--hosts', 'bargee').text).toContain('Did you mean "barge"?');
  });
});

describe('a log format', () => {
  it('is recognised, chosen by its name and named where none fits', () => {
    writeFileSync(join(cwd, 'other.log'), '@1782986500 192.0.2.8 /llms.txt ClaudeBot/1.0\n');
    succeed('activity', 'ingest', '--format', 'tally', 'other.log');
    writeFileSync(join(cwd, 'odd.log'), 'nothing that anybody knows\n');
    expect(svc('activity', 'ingest', 'odd.log').text).toContain('tally');
  });
});

describe('an ability', () => {
  it('is documented, listed and run over REST and MCP', async () => {
    expect(docs('abilities.md')).toContain('`svc/read-hours`');
    expect(JSON.stringify(await admin('wp-abilities/v1/abilities?per_page=100'))).toContain('svc/read-hours');
    expect(await admin('wp-abilities/v1/abilities/svc/read-hours/run')).toEqual({ hours: '9 to 5' });
    await admin('svc/v1/settings', { method: 'POST', body: JSON.stringify({ enable_mcp_server: true }) });
    const made = (await admin('svc/v1/mcp-token', { method: 'POST', body: '{}' })) as { plaintext: string };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const headers = {
      Authorization: `Bearer ${made.plaintext}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    };
    const answer = await get(`${origin}/api/svc/v1/mcp`, { method: 'POST', headers, body });
    expect(await answer.text()).toContain('read-hours');
  });
});

describe('a readiness check', () => {
  it('has its row in the report, its rung in the score, and its place in the admin API', async () => {
    const report = json('check');
    expect(report.readiness).toContainEqual(
      expect.objectContaining({ id: 'hours', label: 'Opening hours', status: 'warn' }),
    );
    const { standing } = report;
    expect(JSON.stringify(standing ?? report.score)).toContain('hours');
    expect(JSON.stringify(await admin('svc/v1/readiness'))).toContain(
      'Nobody says when the counter is open.',
    );
  });
});

describe('a rule of validate and a check of verify', () => {
  it('report what they find', () => {
    expect(svc('validate').text).toContain('The hours have no year.');
    const report = json('verify', origin);
    expect(report.checks.map(({ id }: { id: string }) => id)).toContain('hours-open');
    expect(JSON.stringify(report)).toContain('Nobody came.');
    expect(JSON.stringify(report)).toContain('The hours have no year.');
  });
});
