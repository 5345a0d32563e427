import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../../src/api/check/report.js';
import { schemaErrors } from '../../../../src/quality/validate/ajv.js';
import { type Files, text, treeOf, workspace, writeFiles } from '../../../support/build/workspace.js';
import { docExample } from '../../../support/cli/doc-example.js';
import { build, runSvc } from '../../../support/cli/run-svc.js';
import { RUNG_CHECKS } from '../../../support/quality/readiness/rung-checks.js';

const PAGE = 'docs/check.md';

/** A tea house that lacks a few things. */
function teaHouse(more: Files = {}): string {
  const steps = 'Warm the pot, then let the leaves open slowly in water that has stopped singing. ';
  return workspace({
    'svc.config.json': JSON.stringify({
      site: { url: 'https://tea.example', name: 'Kettle Lane', logo: '/leaf.png' },
      identity: {
        type: 'Organization',
        name: 'Kettle Lane',
        about: 'A tea house with four tables and one rule.',
      },
      source: { type: 'files', path: 'content' },
      publicDir: 'public',
      html: 'render',
      hosts: ['nginx'],
    }),
    'public/leaf.png': 'not really an image',
    'content/about.md': `---\nid: 1\ntitle: About us\n---\n\n${steps.repeat(3)}\n`,
    'content/posts/oolong.md': `---\nid: 2\ntitle: Oolong in winter\ndate: 2026-05-01\ntags: [oolong]\n---\n\n${steps.repeat(40)}\n`,
    'content/posts/matcha.md': `---\nid: 3\ntitle: 'Matcha, 3% | <b>whisked</b>'\ndate: 2026-06-01\n---\n\nFoam.\n`,
    'content/posts/secret.md': '---\nid: 4\ntitle: Canary blend\ndraft: true\n---\n\nNot yet.\n',
    ...more,
  });
}

async function checkJson(cwd: string, args: readonly string[] = []): Promise<CheckReport> {
  const { stdout, stderr } = await runSvc(['check', '--json', ...args], { cwd });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as CheckReport;
}

function statusOf({ readiness }: CheckReport, id: string): string | undefined {
  return readiness.find((row) => row.id === id)?.status;
}

describe('svc check', () => {
  it('prints rows by rung, problems of pages and the score, and ends with 0', async () => {
    const cwd = teaHouse();
    await build([], { cwd });
    const { code, stdout, stderr } = await runSvc(['check'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    const shown = `$ svc check\n${stdout}`;
    expect(docExample(PAGE, 'text', shown)).toBe(shown);
    expect(stdout).not.toMatch(/canary/i);
  });

  it('prints one object as its schema says, with the score of its rungs', async () => {
    const cwd = teaHouse();
    await build([], { cwd });
    const report = await checkJson(cwd);
    expect(schemaErrors('check-report.schema.json', report)).toEqual([]);
    expect(report).toMatchObject({
      ok: true,
      source: 'build',
      url: 'https://tea.example',
      minScore: null,
      pending: 0,
    });
    const { score } = report;
    const weighed = score.rungs.filter((rung) => rung.score !== null);
    expect(weighed.map(({ key }) => key)).toEqual(['findable', 'readable', 'trusted', 'optimized']);
    const weights = weighed.reduce((sum, { weight }) => sum + weight, 0);
    const average =
      weighed.reduce((sum, { weight, score: points }) => sum + weight * (points ?? 0), 0) / weights;
    expect(score.score).toBe(average < 100 ? Math.min(99, Math.round(average)) : 100);
    expect(score.graded).toBe(3);
    expect(score.content.map(({ id }) => id)).toContain('words');
    expect(statusOf(report, 'head_dupes')).toBe('pass');
    expect(statusOf(report, 'expertise')).toBe('warn');
    expect(statusOf(report, 'host_limits')).toBeDefined();
  });

  it('ends with 1 below the lowest score, in every format', async () => {
    const cwd = teaHouse();
    const { score } = (await checkJson(cwd)).score;
    expect(score).toBeLessThan(100);
    for (const format of ['text', 'json', 'github', 'markdown']) {
      const below = await runSvc(['check', '--format', format, '--min-score', String(score + 1)], { cwd });
      expect([format, below.code]).toEqual([format, 1]);
      const enough = await runSvc(['check', '--format', format, '--min-score', String(score)], { cwd });
      expect([format, enough.code]).toEqual([format, 0]);
    }
    const env = { SVC_MIN_SCORE: '100', SVC_FORMAT: 'json' };
    const { code, stdout } = await runSvc(['check'], { cwd, env });
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { ok: false, minScore: 100 }]);
  });

  it('writes nothing, and says how many files a build would change', async () => {
    const cwd = teaHouse();
    expect((await checkJson(cwd)).pending).toBeGreaterThan(20);
    const untouched = treeOf(cwd);
    await checkJson(cwd);
    expect(treeOf(cwd)).toEqual(untouched);
    await build([], { cwd });
    const built = treeOf(cwd);
    expect((await checkJson(cwd)).pending).toBe(0);
    writeFiles(cwd, { 'content/posts/matcha.md': '---\nid: 3\ntitle: Matcha\n---\n\nMore foam.\n' });
    const { pending, score } = await checkJson(cwd);
    expect(pending).toBeGreaterThan(0);
    expect(score.content.flatMap(({ pages }) => pages.map(({ title }) => title))).toContain('Matcha');
    writeFiles(cwd, { 'content/posts/matcha.md': String(text(cwd, 'content/posts/matcha.md')) });
    expect(Object.keys(treeOf(cwd))).toEqual(Object.keys(built));
  });

  it('names settings that are newer than the files', async () => {
    const cwd = teaHouse();
    expect(statusOf(await checkJson(cwd), 'output_settings')).toBeUndefined();
    await build([], { cwd });
    expect(statusOf(await checkJson(cwd), 'output_settings')).toBe('pass');
    writeFiles(cwd, { 'svc.settings.json': '{"enable_topics": false}' });
    const report = await checkJson(cwd);
    expect(statusOf(report, 'output_settings')).toBe('warn');
    expect(statusOf(report, 'topics')).toBe('warn');
  });

  it('finds what the head of the home page repeats', async () => {
    const cwd = teaHouse();
    await build([], { cwd });
    const twice = '<head><meta name="description" content="a"><meta name="description" content="b">';
    writeFiles(cwd, { 'out/index.html': String(text(cwd, 'out/index.html')).replace('<head>', twice) });
    expect(statusOf(await checkJson(cwd), 'head_dupes')).toBe('warn');
  });

  it('takes the rows of plugins', async () => {
    const plugin = `export function register(svc) {
      svc.readinessCheck(({ settings }) => ({ id: 'kettle', label: 'Kettle', ok: settings.identity.name !== '' }));
      svc.filter('svc_readiness_checks', (rows) => rows.filter(({ id }) => id !== 'same_as'));
    }`;
    const cwd = teaHouse({ 'plugin.mjs': plugin });
    const config = JSON.parse(String(text(cwd, 'svc.config.json'))) as object;
    writeFiles(cwd, { 'svc.config.json': JSON.stringify({ ...config, plugins: ['./plugin.mjs'] }) });
    const report = await checkJson(cwd);
    expect(report.readiness.at(-1)).toMatchObject({ id: 'kettle', label: 'Kettle', status: 'pass' });
    expect(statusOf(report, 'same_as')).toBeUndefined();
  });

  it.each([
    ['--min-score', '101'],
    ['--min-score', '-1'],
    ['--min-score', 'high'],
    ['--format', 'xml'],
    ['--url', 'ftp://tea.example'],
    ['--url', 'https://a:b@tea.example'],
  ])('refuses %s %s', async (flag, value) => {
    const { code, stderr } = await runSvc(['check', `${flag}=${value}`], { cwd: workspace() });
    expect(code).toBe(2);
    expect(stderr).toMatch(/fix|Use one of|Give/);
  });

  it('refuses two formats', async () => {
    const { code } = await runSvc(['check', '--json', '--format', 'markdown'], { cwd: workspace() });
    expect(code).toBe(2);
  });
});

describe('annotations of GitHub', () => {
  it('are commands whose texts cannot start another', async () => {
    const cwd = teaHouse();
    await build([], { cwd });
    const { stdout } = await runSvc(['check', '--format', 'github', '--min-score', '100'], { cwd });
    const lines = stdout.trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) title=[^:,\r\n]+::[^\r\n]+$/);
    expect(lines.at(-1)).toMatch(
      /^::error title=Agent readiness::\d+ of 100, .*below the lowest score of 100$/,
    );
    const warned = lines.filter((line) => line.startsWith('::warning')).length;
    expect(warned).toBeGreaterThan(3);
    const shown = `$ svc check --format github --min-score 100\n${stdout}`;
    expect(docExample(PAGE, 'github', shown)).toBe(shown);
  });

  it('escape what commands are made of', async () => {
    const plugin = `export const register = (svc) =>
      svc.readinessCheck({ id: 'x', label: 'a:b,c\\n::error::d', status: 'fail', detail: '100%\\r\\n::notice::e' });`;
    const config = { site: { url: 'https://tea.example' }, source: 'content', plugins: ['./p.mjs'] };
    const cwd = workspace({
      'svc.config.json': JSON.stringify(config),
      'p.mjs': plugin,
      'content/a.md': 'Tea.',
    });
    const { stdout } = await runSvc(['check', '--format', 'github'], { cwd });
    expect(stdout).toContain('::error title=a%3Ab%2Cc %3A%3Aerror%3A%3Ad::100%25  ::notice::e\n');
  });
});

describe('the summary in Markdown', () => {
  it('is a table of rungs, and one of what is open', async () => {
    const cwd = teaHouse();
    await build([], { cwd });
    const { stdout } = await runSvc(['check', '--format', 'markdown'], { cwd });
    expect(docExample(PAGE, 'markdown', stdout)).toBe(stdout);
    expect(stdout).toMatch(/^## Agent readiness: \d+ of 100/);
    expect(stdout).toContain('| Findable |');
    for (const line of stdout.split('\n').filter((one) => one.startsWith('|'))) {
      expect(line.endsWith('|')).toBe(true);
    }
  });
});

describe('svc check --url', () => {
  let server: Server;
  let cwd: string;
  let url: string;
  let change: Readonly<Record<string, string | undefined>> = {};

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://x').pathname;
      const file = path.endsWith('/') ? `${path}index.html` : path;
      const body = file in change ? change[file] : read(cwd, `out${file}`);
      response.writeHead(body === undefined ? 404 : 200, { 'tdm-reservation': '1' });
      response.end(body ?? 'gone');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    cwd = teaHouse();
    await build(['--base-url', url], { cwd });
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  async function live(answers: typeof change = {}): Promise<CheckReport> {
    change = answers;
    return checkJson(cwd, ['--url', url]);
  }

  it('grades what everybody can see, and says what nobody can', async () => {
    const report = await live();
    expect(schemaErrors('check-report.schema.json', report)).toEqual([]);
    expect(report).toMatchObject({ source: 'live', url, pending: null });
    expect(report.unseen.slice(0, 2).map(({ id }) => id)).toEqual(['optimized', 'cited']);
    const rows = new Set(report.readiness.map(({ id }) => id));
    for (const ids of Object.values(RUNG_CHECKS)) {
      for (const id of ids) expect(rows.has(id) || report.unseen.some((one) => one.id === id), id).toBe(true);
    }
    expect(report.score.rungs.map(({ key, score }) => [key, score === null])).toEqual([
      ['findable', false],
      ['readable', false],
      ['trusted', false],
      ['optimized', true],
    ]);
    const failing = report.readiness.filter(({ status }) => status !== 'pass').map(({ id }) => id);
    expect(failing).toEqual(['llms_words', 'topics', 'expertise', 'same_as', 'security_txt']);
  });

  it('is shown in the docs', async () => {
    change = {};
    const { stdout } = await runSvc(['check', '--url', url], { cwd });
    const shown = `$ svc check --url https://tea.example\n${stdout}`.replaceAll(url, 'https://tea.example');
    expect(docExample(PAGE, 'live', shown)).toBe(shown);
  });

  it.each([
    ['public', { '/robots.txt': 'User-agent: *\nDisallow: /\n' }, 'fail'],
    ['public', { '/index.html': '<head><meta name="robots" content="noindex">' }, 'fail'],
    ['llms', { '/llms.txt': undefined }, 'warn'],
    ['llms', { '/llms.txt': '<!doctype html><p>Not found' }, 'warn'],
    ['llms_full', { '/llms-full.txt': undefined }, 'warn'],
    ['robots', { '/robots.txt': undefined }, 'warn'],
    ['robots_sitemap', { '/robots.txt': 'User-agent: *\n' }, 'warn'],
    ['schema', { '/index.html': '<p>Tea' }, 'warn'],
    ['about', { '/index.html': '<p>Tea', '/.well-known/discovery.json': undefined }, 'fail'],
    ['about', { '/.well-known/discovery.json': '{"identity": [' }, 'pass'],
    ['sitemap', { '/svc-sitemap.xml': undefined }, 'warn'],
    ['permalinks', { '/llms.txt': '# x\n' }, undefined],
  ] as const)('sees %s change: %j', async (id, answers, status) => {
    expect(statusOf(await live(answers), id)).toBe(status);
  });

  it('follows no address to another site', async () => {
    const report = await live({
      '/.well-known/discovery.json': '{"documents": {"sitemap": "https://elsewhere.example/x.xml"}}',
      '/robots.txt': 'Sitemap: https://elsewhere.example/y.xml\n',
    });
    expect(report.readiness.find(({ id }) => id === 'sitemap')?.detail).toContain(`${url}/sitemap.xml`);
  });

  it('ends with 1 below the lowest score, and with an error where nobody answers', async () => {
    change = {};
    expect((await runSvc(['check', '--url', url, '--min-score', '100'], { cwd })).code).toBe(1);
    const { code, stderr } = await runSvc(['check', '--url', 'http://127.0.0.1:1'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/doesn't respond/);
  });
});

function read(cwd: string, file: string): string | undefined {
  try {
    return String(text(cwd, decodeURIComponent(file)));
  } catch {
    return undefined;
  }
}
