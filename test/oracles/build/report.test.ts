import { cpSync, rmSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BuildReport } from '../../../src/build/report.js';
import { formatReport } from '../../../src/cli/format-report.js';
import { coloursOf } from '../../../src/cli/print.js';
import type { SiteFidelity } from '../../../src/content/fidelity/site-meter.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import { type Item, wxr } from '../../support/build/export.js';
import { filesIn, treeOf, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, NOW, runSvc } from '../../support/cli/run-svc.js';
import { expectFile } from '../../support/documents/golden.js';

const ARGS = ['--source', 'export.xml', '--base-url', 'https://harbour.example'];
const SCHEMA = 'build-report.schema.json';
const plain = coloursOf({ isTty: false, env: {} });

const AWKWARD: readonly Item[] = [
  { id: 1, title: 'Knots', terms: [{ taxonomy: 'category', slug: 'ropes', name: 'Ropes' }] },
  { id: 2, title: 'Tides', type: 'page', slug: 'tides' },
  { id: 3, title: 'Draft', status: 'draft' },
  { id: 4, title: 'Soon', date: '2099-01-01 00:00:00' },
  { id: 5, title: 'Locked', password: 'x' },
  { id: 6, title: 'Event', type: 'event' },
  { id: 7, title: 'Quiet', meta: { _genesis_noindex: '1' } },
  { id: 8, title: 'Also tides', slug: 'tides' },
  { id: 9, title: 'Query', link: 'https://old.example/?p=9' },
  ...[10, 11, 12, 13, 14, 15, 16].map((id): Item => ({ id, title: `Copy ${id}`, slug: 'tides' })),
];

const PAGE = {
  id: 1,
  url: 'https://harbour.example/a/',
  words: 100,
  lost: 20,
  lostPercent: 20,
  twinWords: 50,
  added: 1,
  addedPercent: 2,
  frame: 0,
  lostWords: ['ropes', 'and', 'knots'],
  addedWords: ['secret'],
  vanished: [{ name: 'object', count: 1 }],
};
const FIDELITY: SiteFidelity = {
  words: 1000,
  twinWords: 10_000,
  lost: 54,
  lostPercent: 5.44,
  added: 1,
  addedPercent: 0.01,
  framePercent: 1.2,
  frameLines: [{ line: 'Part of the harbour', twins: 9 }],
  frameTwins: 12,
  pages: [PAGE],
  vanished: [
    { name: '{{< readfile >}}', count: 3 },
    { name: 'object', count: 1 },
  ],
};

const awkward = () =>
  workspace({
    'export.xml': wxr(AWKWARD),
    'svc.config.json': '{"plugins": ["./plugin.mjs"]}',
    'plugin.mjs': `export function register(svc) { svc.filter('svc_changes_max', () => { throw new Error('sunk'); }); }`,
  });

describe('the report of --json', () => {
  it('counts what was found, hidden, skipped and written', async () => {
    const cwd = awkward();
    const report = await build(ARGS, { cwd });
    expect(report).toMatchObject({
      ok: true,
      dryRun: false,
      baseUrl: 'https://harbour.example',
      out: join(cwd, 'out'),
      sources: [{ type: 'wxr', path: join(cwd, 'export.xml'), entries: 16, media: 0 }],
      entries: { post: 2, page: 1 },
      hidden: { status: 1, scheduled: 1, protected: 1, noindex: 1, type: 1 },
      skipped: 8,
      twins: 2,
      converted: 3,
      changed: [],
      removed: [],
      unchanged: 0,
      fidelity: { lost: 0, lostPercent: 0, added: 0, addedPercent: 0, pages: [], vanished: [] },
      notices: [{ level: 'error', hook: 'svc_changes_max', origin: 'plugin.mjs' }],
    });
    expect(report.added).toEqual(filesIn(join(cwd, 'out')));
    expect(Object.keys(report.timings)).toEqual(
      expect.arrayContaining(['read', 'convert', 'write', 'commit']),
    );
  });

  it('follows its schema, also when the build fails', async () => {
    const cwd = awkward();
    for (const args of [
      ARGS,
      [...ARGS, '--dry-run'],
      [...ARGS, '--strict'],
      ['--source', 'gone.xml'],
      ['--sauce'],
    ]) {
      const { stdout } = await runSvc(['build', ...args, '--json'], { cwd });
      expect(schemaErrors(SCHEMA, JSON.parse(stdout)), args.join(' ')).toEqual([]);
    }
    cpSync(resolve('fixtures'), join(cwd, 'fixtures'), { recursive: true });
    for (const source of [
      'wxr/workshop-part-2.xml',
      'wxr/awkward.xml',
      'files/broken',
      'wxr/malformed/not-xml.xml',
    ]) {
      const { stdout } = await runSvc(
        ['build', '--source', `fixtures/${source}`, ...ARGS.slice(2), '--json'],
        { cwd },
      );
      expect(schemaErrors(SCHEMA, JSON.parse(stdout)), source).toEqual([]);
    }
  });

  it('would not follow it with a member more or less', async () => {
    const report = await build(ARGS, { cwd: awkward() });
    const { fidelity, ...rest } = report;
    expect(schemaErrors(SCHEMA, rest)).not.toEqual([]);
    expect(schemaErrors(SCHEMA, { ...report, more: 1 })).not.toEqual([]);
    expect(schemaErrors(SCHEMA, { ...report, fidelity: { ...fidelity, lostPercent: 101 } })).not.toEqual([]);
  });

  it('names every file that went, changed or came', async () => {
    const cwd = workspace({ 'export.xml': wxr([{ id: 1 }, { id: 2 }]) });
    const before = await build(ARGS, { cwd });
    writeFiles(cwd, { 'export.xml': wxr([{ id: 1, title: 'Other' }, { id: 3 }]) });
    const report = await build(ARGS, { cwd, now: NOW + 60 });
    expect(report.added).toEqual(['api/content/v1/posts/3.json', 'entry-3.md']);
    expect(report.removed).toEqual(['api/content/v1/posts/2.json', 'entry-2.md']);
    expect(report.changed).toEqual(
      expect.arrayContaining(['entry-1.md', 'llms.txt', 'svc-sitemap-post-1.xml']),
    );
    expect(report.changed.length + report.unchanged).toBe(before.added.length - 2);
  });

  it('has each warning once, although every entry is read twice', async () => {
    const body = '<p><iframe></iframe>[unknown]</p><!-- wp:block {"ref":404} /-->';
    const cwd = workspace({
      'export.xml': wxr([
        { id: 1, body },
        { id: 2, body, link: 'https://old.example/?p=2' },
      ]),
    });
    const { warnings } = await build(ARGS, { cwd });
    const keys = warnings.map((warning) => JSON.stringify(warning));
    expect(new Set(keys).size).toBe(keys.length);
    expect(warnings.filter(({ code }) => code === 'no-twin-query')).toHaveLength(1);
    expect((await build(ARGS, { cwd })).warnings).toEqual(warnings);
    expect((await build([...ARGS, '--full'], { cwd })).warnings).toEqual(warnings);
  });
});

describe('a run with nothing to do', () => {
  it('does not repeat that a key was made', async () => {
    const cwd = workspace({ 'export.xml': wxr([{ id: 1 }]) });
    // So old that it cannot have changed unseen.
    utimesSync(join(cwd, 'export.xml'), 1, 1);
    const codes = async (now: number) => {
      const report = await build(ARGS, { cwd, now, env: { SVC_SIGNING_KEY: undefined } });
      return [report.converted, report.warnings.map(({ code }) => code)];
    };
    expect(await codes(NOW)).toEqual([1, ['signing-key-created']]);
    expect(await codes(NOW + 60)).toEqual([0, []]);
    expect(await codes(NOW + 120)).toEqual([0, []]);
  });

  it('is one while nobody has touched the output or what is known of it', async () => {
    const cwd = workspace({ 'export.xml': wxr([{ id: 1 }]) });
    // What changed shortly before a run may have changed again unseen.
    const later = Date.now() + 60_000;
    vi.spyOn(Date, 'now').mockImplementation(() => later);
    onTestFinished(() => void vi.restoreAllMocks());
    const run = async () => {
      const { changed, unchanged, timings } = await build(ARGS, { cwd });
      return { changed, unchanged, isRepeated: 'compare' in timings };
    };
    await run();
    const { unchanged } = await run();
    expect(await run()).toEqual({ changed: [], unchanged, isRepeated: true });
    writeFiles(cwd, { 'out/sitemap.md': 'spoiled' });
    expect(await run()).toEqual({ changed: ['sitemap.md'], unchanged: unchanged - 1, isRepeated: false });
    expect(await run()).toEqual({ changed: [], unchanged, isRepeated: true });
    // As a first run leaves it that is killed before it has remembered itself.
    rmSync(join(cwd, '.svc/cache/state.jsonl'));
    expect(await run()).toEqual({ changed: [], unchanged, isRepeated: false });
    expect(await run()).toEqual({ changed: [], unchanged, isRepeated: true });
  });
});

describe('--dry-run', () => {
  it('tells the same lists as the build that follows, and writes nothing', async () => {
    const cwd = awkward();
    const told = ({ dryRun, timings, ...rest }: BuildReport) => rest;
    const check = async (now: number): Promise<void> => {
      const before = treeOf(cwd);
      const dry = await build([...ARGS, '--dry-run'], { cwd, now });
      expect(treeOf(cwd)).toEqual(before);
      expect(dry.dryRun).toBe(true);
      expect(told(dry)).toEqual(told(await build(ARGS, { cwd, now })));
    };
    await check(NOW);
    await check(NOW + 30);
    writeFiles(cwd, { 'export.xml': wxr(AWKWARD.slice(1)), 'out/llms.txt': 'spoiled' });
    await check(NOW + 60);
    writeFiles(cwd, { 'svc.settings.json': '{"enable_markdown": false}' });
    await check(NOW + 90);
  });

  it('runs beside another build', async () => {
    const cwd = awkward();
    writeFiles(cwd, { '.svc/build.lock': JSON.stringify({ pid: process.ppid, host: 'elsewhere' }) });
    expect((await build([...ARGS, '--dry-run'], { cwd })).ok).toBe(true);
  });
});

describe('the summary', () => {
  const masked = (text: string) => text.replace(/in \d+\.\d s/, 'in 0.0 s');

  it('is what a person needs to know', async () => {
    const cwd = awkward();
    const first = await runSvc(['build', ...ARGS], { cwd });
    expect(first).toMatchObject({ code: 0, stdout: '' });
    writeFiles(cwd, { 'export.xml': wxr(AWKWARD.slice(1, 9)), 'svc.config.json': '{}' });
    const second = await runSvc(['build', ...ARGS], { cwd, now: NOW + 60 });
    const dry = await runSvc(['build', ...ARGS, '--dry-run'], { cwd, now: NOW + 60 });
    expect(dry.stderr).toBe('');
    const all = [first.stderr, second.stderr, dry.stdout].map(masked).join('\n');
    expectFile('test/golden/pipeline/summary.txt', all);
  });

  const report = {
    ok: true,
    dryRun: false,
    baseUrl: 'https://harbour.example',
    out: '/site/out',
    sources: [],
    entries: { post: 1 },
    hidden: {},
    skipped: 0,
    twins: 1,
    converted: 1,
    published: [],
    withdrawn: [],
    added: [],
    changed: [],
    removed: [],
    unchanged: 0,
    fidelity: FIDELITY,
    warnings: [],
    notices: [],
    limits: [],
    timings: {},
  } satisfies BuildReport;

  it('tells what was lost, added and shared, with the worst pages and what vanished', () => {
    const text = formatReport(report, { cwd: '/site', colours: plain });
    expect(text).toContain('words lost: 5.44 %, added: 0.01 %, from page frames: 1.20 %');
    expect(text).toContain('https://harbour.example/a/; 20.00 % lost: ropes and knots; 2.00 % added: secret');
    expect(text).toContain('frame on 9 of 12 twins: Part of the harbour');
    expect(text).toContain('left out: {{< readfile >}} (3), object (1)');
  });

  it('shows ten pages, and how many more there are', () => {
    const pages = Array.from({ length: 13 }, (_, at) => ({
      ...PAGE,
      id: at,
      url: `https://harbour.example/p${at}/`,
    }));
    const text = formatReport(
      { ...report, fidelity: { ...FIDELITY, pages } },
      { cwd: '/site', colours: plain },
    );
    expect(text).toContain('/p9/');
    expect(text).not.toContain('/p10/');
    expect(text).toContain('… and 3 more; --json lists all');
  });

  it('lets content steer no terminal', () => {
    const nasty = 'a\u001b[2Jb\u009b31mc\r\nd\u202ee';
    const warnings = [{ code: 'x', message: nasty, file: nasty, fix: nasty, field: nasty }];
    const notices = [
      { level: 'error' as const, code: 'hook_failed' as const, fix: nasty, origin: nasty, message: nasty },
    ];
    const text = formatReport({ ...report, warnings, notices }, { cwd: '/site', colours: plain });
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it('is coloured for a screen alone', () => {
    const on = (isTty: boolean, env = {}) =>
      formatReport(report, { cwd: '/site', colours: coloursOf({ isTty, env }) });
    expect(on(true)).toContain('\u001b[');
    expect(on(false, { FORCE_COLOR: '1' })).toContain('\u001b[');
    for (const text of [
      on(false),
      on(true, { NO_COLOR: '1' }),
      on(true, { TERM: 'dumb' }),
      on(true, { FORCE_COLOR: '0' }),
    ]) {
      expect(text).not.toContain('\u001b');
    }
  });
});
