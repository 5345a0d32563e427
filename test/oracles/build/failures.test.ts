import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuild } from '../../../src/build/build.js';
import { loadConfig } from '../../../src/config/load.js';
import { fixedClock } from '../../../src/core/clock.js';
import { hashId } from '../../../src/core/hash.js';
import { type Item, wxr } from '../../support/build/export.js';
import {
  type Files,
  filesIn,
  strays,
  text,
  treeOf,
  workspace,
  writeFiles,
} from '../../support/build/workspace.js';
import { build, failBuild, NOW, runSvc, startSvc } from '../../support/cli/run-svc.js';
import { unprivileged } from '../../support/unprivileged.js';

const BASE = ['--base-url', 'https://harbour.example'];
const ARGS = ['--source', 'export.xml', ...BASE];
const GOOD = wxr([{ id: 1 }, { id: 2 }]);

interface Expected {
  readonly exit?: 1 | 2;
  readonly code: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly field?: string;
  readonly message?: RegExp;
  readonly fix?: RegExp;
}

/** Runs the build both ways and compares what it says; nothing may have been written. */
async function expectFailure(cwd: string, args: readonly string[], expected: Expected): Promise<void> {
  const before = treeOf(cwd);
  const { code, error } = await failBuild(args, { cwd });
  const { exit = 1, message = /./, fix = /./, ...location } = expected;
  expect({ exit: code, error }).toMatchObject({ exit, error: location });
  expect(error.message).toMatch(message);
  expect(error['fix']).toMatch(fix);
  const shown = await runSvc(['build', ...args], { cwd });
  expect(shown).toMatchObject({ code: exit, stdout: '' });
  const [first] = shown.stderr.split('\n');
  const { file, line, column } = location;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  expect(shown.stderr).not.toContain(`error: ${cwd}`);
  expect(first).toMatch(/^error: /);
  expect(first).toContain(place);
  expect(shown.stderr).not.toContain('    at ');
  expect(treeOf(cwd)).toEqual(before);
}

describe('a source that cannot be read', () => {
  const malformed: Readonly<Record<string, [string, Omit<Expected, 'code'>]>> = {
    'cut off': [GOOD.slice(0, GOOD.indexOf('</content:encoded>')), { line: 17 }],
    'crossed tags': ['<rss><channel>\n<item></channel></item></rss>', { line: 2 }],
    'an HTML page': ['<!doctype html><title>Error 500</title>', { line: 1 }],
    'plain text': ['Fatal error', { line: 1 }],
    nothing: ['', {}],
  };

  it.each(Object.entries(malformed))('is one error with its place: %s', async (_, [content, place]) => {
    const cwd = workspace({ 'export.xml': content });
    const { error } = await failBuild(ARGS, { cwd });
    expect(error).toMatchObject({
      code: 'SVC_SOURCE_MALFORMED',
      file: expect.stringMatching(/export\.xml$/),
    });
    await expectFailure(cwd, ARGS, {
      code: 'SVC_SOURCE_MALFORMED',
      ...('line' in place ? { line: place.line } : {}),
    });
  });

  it('names line and column of the fault', async () => {
    const cwd = workspace({ 'export.xml': GOOD.replace('<wp:post_id>2', '<<wp:post_id>2') });
    const { error } = await failBuild(ARGS, { cwd });
    const before = GOOD.slice(0, GOOD.indexOf('<wp:post_id>2')).split('\n');
    expect(error).toMatchObject({ line: before.length, column: expect.any(Number) });
  });

  it('leaves the last output alone', async () => {
    const cwd = workspace({ 'export.xml': GOOD });
    await build(ARGS, { cwd });
    writeFiles(cwd, { 'export.xml': GOOD.slice(0, -100) });
    await expectFailure(cwd, ARGS, { code: 'SVC_SOURCE_MALFORMED' });
  });

  it('is missing', () =>
    expectFailure(workspace(), ARGS, { exit: 2, code: 'SVC_SOURCE_MISSING', file: 'export.xml' }));

  it('is nothing that anybody knows', () =>
    expectFailure(workspace({ 'notes.pdf': '%PDF-1.7' }), ['--source', 'notes.pdf', ...BASE], {
      code: 'SVC_SOURCE_UNKNOWN',
      file: 'notes.pdf',
    }));

  it('belongs to another site than the others', () =>
    expectFailure(
      workspace({ 'a.xml': GOOD, 'b.xml': wxr([{ id: 3 }], { base: 'https://other.example' }) }),
      ['--source', 'a.xml', '--source', 'b.xml', ...BASE],
      { code: 'SVC_SOURCE_MIXED', message: /old\.example.*|other\.example/ },
    ));

  it('gives two entries the same id', () =>
    expectFailure(
      workspace({ 'a/tea.md': '# Tea', 'b/cup.md': `---\nid: ${hashId('tea.md')}\n---\n# Cup` }),
      ['--source', 'a', '--source', 'b', ...BASE],
      { code: 'SVC_ID_COLLISION', field: 'id', fix: /id: \d+/ },
    ));
});

describe('the configuration', () => {
  const config = (value: unknown): Files => ({
    'export.xml': GOOD,
    'svc.config.json': typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  });

  it.each<[string, Files, readonly string[], Expected]>([
    [
      'has an unknown key',
      config({ sauce: 'export.xml' }),
      BASE,
      { code: 'SVC_CONFIG_INVALID', file: 'svc.config.json', line: 2, fix: /Did you mean "source"/ },
    ],
    [
      'has an unknown nested key',
      config({ site: { nmae: 'x' } }),
      BASE,
      { code: 'SVC_CONFIG_INVALID', line: 3, fix: /"name"/ },
    ],
    ['has a value of the wrong kind', config({ out: 7 }), ARGS, { code: 'SVC_CONFIG_INVALID', field: 'out' }],
    ['is no JSON', config('{\n  "out": "x",,\n}'), ARGS, { code: 'SVC_CONFIG_INVALID', line: 2, column: 14 }],
    ['has a key twice', config('{"out": "a", "out": "b"}'), ARGS, { code: 'SVC_CONFIG_INVALID', line: 1 }],
    [
      'is missing',
      { 'export.xml': GOOD },
      [...ARGS, '--config', 'gone.json'],
      { code: 'SVC_USAGE', message: /gone\.json/ },
    ],
    [
      'names a plugin that is missing',
      config({ plugins: ['./gone.mjs'] }),
      ARGS,
      { code: 'SVC_CONFIG_INVALID', field: 'plugins' },
    ],
    [
      'says no address',
      { 'content/tea.md': '# Tea' },
      ['--source', 'content'],
      { code: 'SVC_USAGE', fix: /--base-url/ },
    ],
    ['says nothing to read', {}, BASE, { code: 'SVC_USAGE', fix: /svc build export/ }],
    [
      'has an address that is none',
      { 'export.xml': GOOD },
      ['--source', 'export.xml', '--base-url', 'harbour'],
      { code: 'SVC_USAGE', message: /--base-url/ },
    ],
    [
      'names a built site that is missing',
      config({ source: 'export.xml', siteDir: 'gone' }),
      BASE,
      { code: 'SVC_SOURCE_MISSING', file: 'gone', fix: /siteDir/ },
    ],
    [
      'names a file as the folder of own files',
      config({ source: 'export.xml', publicDir: 'export.xml' }),
      BASE,
      { code: 'SVC_CONFIG_INVALID', message: /publicDir: expected a folder/ },
    ],
  ])('%s: exit code 2', (_, files, args, expected) =>
    expectFailure(workspace(files), args, { exit: 2, ...expected }),
  );

  it.each([
    ['never ends to load', 'await new Promise(() => undefined);'],
    ['ends the process', 'process.exit(0);'],
  ])('is a module that %s: exit code 1 and a message', (_, code) => {
    const cwd = workspace({ 'export.xml': GOOD, 'svc.config.mjs': `${code}\nexport default {};\n` });
    const { status, stderr } = spawnSync(process.execPath, [resolve('bin/svc.js'), 'build', ...ARGS], {
      cwd,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('ended before the command was done')]);
  });

  it.each([
    ['holds the source', 'content'],
    ['is the root of the file system', '/'],
    ["is the configuration's folder", '.'],
  ])('names an output folder that %s: exit code 2', (_, out) =>
    expectFailure(workspace({ 'content/tea.md': '# Tea' }), ['--source', 'content', ...BASE, '--out', out], {
      exit: 2,
      code: 'SVC_OUT_UNSAFE',
      field: 'out',
    }),
  );

  it('has settings that are no JSON', () =>
    expectFailure(workspace({ 'export.xml': GOOD, 'svc.settings.json': '{"enable_llms_txt": tru}' }), ARGS, {
      code: 'SVC_SETTINGS_INVALID',
      file: 'svc.settings.json',
      line: 1,
      column: 21,
    }));

  it('has settings that nobody knows, which is a warning', async () => {
    const cwd = workspace({ 'export.xml': GOOD, 'svc.settings.json': '{"enable_lms_txt": false}' });
    const { warnings } = await build(ARGS, { cwd });
    expect(warnings).toMatchObject([
      { code: 'settings-value', file: 'svc.settings.json', fix: expect.stringContaining('enable_llms_txt') },
    ]);
  });
});

describe('one bad entry', () => {
  const cases: readonly [string, Files, readonly string[], RegExp][] = [
    [
      'of an export',
      { 'export.xml': GOOD.replace('<wp:status><![CDATA[publish]]></wp:status>', '') },
      ARGS,
      /item 1 \(“Entry 1”\)/,
    ],
    [
      'of a folder',
      { 'content/good.md': '# Good', 'content/bad.md': '---\ntitle: [\n---\nText' },
      ['--source', 'content', ...BASE],
      /./,
    ],
  ];

  it.each(cases)('%s is left out with a warning that names it', async (_, files, args, message) => {
    const { warnings, twins, ok } = await build(args, { cwd: workspace(files) });
    expect({ ok, twins }).toEqual({ ok: true, twins: 1 });
    expect(warnings).toMatchObject([
      { skipped: true, file: expect.stringMatching(/export\.xml|bad\.md/), line: expect.any(Number) },
    ]);
    expect(warnings[0]?.message).toMatch(message);
  });

  it.each(cases)('%s is fatal with --strict', (_, files, args) =>
    expectFailure(workspace(files), [...args, '--strict'], { code: 'SVC_STRICT', message: /one problem/ }),
  );

  it('of a plugin is contained, and fatal with --strict', async () => {
    const cwd = workspace({
      'export.xml': GOOD,
      'svc.config.json': '{"plugins": ["./plugin.mjs"]}',
      'plugin.mjs': `export function register(svc) { svc.filter('svc_changes_max', () => { throw new Error('sunk'); }); }`,
    });
    const { notices } = await build(ARGS, { cwd });
    expect(notices).toMatchObject([
      { origin: 'plugin.mjs', hook: 'svc_changes_max', message: expect.stringContaining('sunk') },
    ]);
    rmSync(join(cwd, 'out'), { recursive: true });
    await expectFailure(cwd, [...ARGS, '--strict'], { code: 'SVC_STRICT', message: /plugin\.mjs/ });
  });
});

describe('a source that changes while it is read', () => {
  const pages = (count: number): Files =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`content/p${index}.md`, `# Page ${index}\n\nText.`]),
    );

  it.each([
    ['disappears', (path: string) => unlinkSync(path)],
    ['becomes a draft', (path: string) => writeFileSync(path, '---\ndraft: true\n---\nCANARY')],
  ])('fails where an entry %s', async (_, change) => {
    const cwd = workspace(pages(60));
    const flags = { source: ['content'], baseUrl: 'https://harbour.example' };
    const loaded = await loadConfig({ cwd, flags, env: {} });
    let isChanged = false;
    const run = runBuild({
      loaded,
      cwd,
      clock: fixedClock(NOW),
      onProgress({ stage, done }) {
        if (isChanged || stage !== 'convert' || done < 1) return;
        isChanged = true;
        change(join(cwd, 'content/p9.md'));
      },
    });
    await expect(run).rejects.toMatchObject({
      code: 'SVC_SOURCE_MALFORMED',
      location: { file: expect.stringContaining('p9.md') },
    });
    expect(filesIn(cwd).filter((file) => !file.startsWith('content/'))).toEqual([]);
  });
});

describe('the journal of an interrupted build', () => {
  it('that is damaged stops a build, and names the folder to remove', () =>
    expectFailure(workspace({ 'export.xml': GOOD, '.out.svc-stage/journal.json': '{"x' }), ARGS, {
      code: 'SVC_OUT_OCCUPIED',
      fix: /Remove the folder ".*\.out\.svc-stage"/,
    }));
});

describe('the lock', () => {
  const holder = (pid: number, host = hostname()) => JSON.stringify({ pid, host });
  const locked = (content: string) => workspace({ 'export.xml': GOOD, '.svc/build.lock': content });
  const DEAD = 2 ** 22 - 3;

  const AT_ONCE = { SVC_LOCK_TIMEOUT: '0' };

  it('makes one build wait for another', async () => {
    const cwd = workspace({
      'export.xml': wxr(Array.from({ length: 300 }, (_, index) => ({ id: index + 1 }))),
    });
    const runs = await Promise.all([1, 2, 3].map(() => startSvc(['build', ...ARGS, '--json'], { cwd }).done));
    for (const { code, stdout } of runs) expect(code, stdout).toBe(0);
    const alone = workspace({ 'export.xml': text(cwd, 'export.xml') });
    await build(ARGS, { cwd: alone });
    expect(treeOf(cwd)).toEqual(treeOf(alone));
  });

  it.each([
    ['of a build that runs', () => holder(process.ppid)],
    ['on another machine', () => holder(DEAD, 'elsewhere')],
    ['that is just being written', () => ''],
  ])('%s stays, and the other build ends when it has waited', async (_, content) => {
    const cwd = locked(content());
    const { code, error } = await failBuild(ARGS, { cwd, env: AT_ONCE });
    expect([code, error.code]).toEqual([1, 'SVC_OUT_BUSY']);
    if (content() !== '') expect(error.message).toContain(`process ${JSON.parse(content()).pid} `);
    expect(text(cwd, '.svc/build.lock')).toBe(content());
  });

  it('that was left before it named its process is taken over', async () => {
    const cwd = locked('');
    await build(ARGS, { cwd });
    expect(strays(cwd).filter((file) => file.startsWith('.'))).toEqual([]);
  });

  it('is waited for as long as the environment says', async () => {
    const { code, error } = await failBuild(ARGS, {
      cwd: workspace({ 'export.xml': GOOD }),
      env: { SVC_LOCK_TIMEOUT: 'long' },
    });
    expect([code, error.code, error.message]).toEqual([
      2,
      'SVC_USAGE',
      'SVC_LOCK_TIMEOUT is "long", not a whole number of seconds',
    ]);
  });

  it.each([
    ['of a process that has died', () => holder(DEAD), 0],
    // In a container the same number comes again with every run.
    ['of an earlier process with our number', () => holder(process.pid), 0],
    ['that nobody has touched for long', () => holder(process.ppid), 300],
    ['on another machine that nobody has touched for long', () => holder(DEAD, 'elsewhere'), 300],
    ['that is torn and old', () => '{"pi', 300],
    ['that is null and old', () => 'null', 5],
    ['that names no process and is old', () => '{"pid": "x"}', 5],
  ])('%s is taken over', async (_, content, age) => {
    const cwd = locked(content());
    const then = Date.now() / 1000 - age;
    utimesSync(join(cwd, '.svc/build.lock'), then, then);
    await build(ARGS, { cwd });
    expect(strays(cwd).filter((file) => file.startsWith('.'))).toEqual([]);
  });

  it('goes when a build fails, and its folder stays when it holds something', async () => {
    const cwd = workspace({ 'export.xml': 'torn', '.svc/kept': '' });
    await expectFailure(cwd, ARGS, { code: 'SVC_SOURCE_MALFORMED' });
  });
});

describe('an output folder that cannot be written', () => {
  it('is a file: exit code 2', () =>
    expectFailure(workspace({ 'export.xml': GOOD, out: 'a file' }), ARGS, {
      exit: 2,
      code: 'SVC_OUT_UNSAFE',
      message: /out/,
    }));

  it('has a folder of somebody else where a file belongs', () =>
    expectFailure(workspace({ 'export.xml': GOOD, 'out/llms.txt/kept': '' }), ARGS, {
      code: 'SVC_OUT_OCCUPIED',
      message: /"llms\.txt"/,
    }));

  it('has a folder with nothing in it where a file belongs', () => {
    const cwd = workspace({ 'export.xml': GOOD });
    mkdirSync(join(cwd, 'out/llms.txt'), { recursive: true });
    return expectFailure(cwd, ARGS, { code: 'SVC_OUT_OCCUPIED', message: /"llms\.txt"/ });
  });

  it('has a file of somebody else where a folder belongs', () =>
    expectFailure(workspace({ 'export.xml': GOOD, 'out/api': 'kept' }), ARGS, {
      code: 'SVC_OUT_OCCUPIED',
      message: /"api"/,
    }));

  it('has such a folder, but everything in it is ours and goes', async () => {
    const cwd = workspace({ 'export.xml': wxr([{ id: 1, slug: 'tea.md/green' }]) });
    await build(ARGS, { cwd });
    expect(filesIn(join(cwd, 'out'))).toContain('tea.md/green.md');
    writeFiles(cwd, { 'export.xml': wxr([{ id: 1, slug: 'tea' }]) });
    await build(ARGS, { cwd });
    expect(text(cwd, 'out/tea.md')).toContain('The body of entry 1');
    writeFiles(cwd, { 'export.xml': wxr([{ id: 1, slug: 'tea.md/green' }]) });
    await build(ARGS, { cwd });
    expect(filesIn(join(cwd, 'out'))).toContain('tea.md/green.md');
  });

  it('is read-only', async () => {
    const cwd = workspace({ 'export.xml': GOOD });
    mkdirSync(join(cwd, 'out'));
    chmodSync(join(cwd, 'out'), 0o555);
    const { code } = await unprivileged(() => failBuild(ARGS, { cwd }), cwd);
    expect(code).toBe(1);
    expect(filesIn(join(cwd, 'out'))).toEqual([]);
    chmodSync(join(cwd, 'out'), 0o755);
  });

  it('runs full, and everything is as it was', async () => {
    const pages = Array.from({ length: 50 }, (_, index): Item => ({ id: index + 1, body: 'x'.repeat(3000) }));
    const cwd = workspace({ 'export.xml': wxr([{ id: 1 }]) });
    await build(ARGS, { cwd });
    writeFiles(cwd, { 'export.xml': wxr(pages) });
    const before = treeOf(cwd);
    // Whatever is larger than 64 blocks of 1,024 bytes fails to be written: llms-full.txt.
    const limited = `trap '' XFSZ; ulimit -f 64; exec "$0" "$@"`;
    const command = [process.execPath, resolve('bin/svc.js'), 'build', ...ARGS, '--json'];
    const { status, stdout } = spawnSync('bash', ['-c', limited, ...command], { cwd, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'SVC_INTERNAL', message: expect.stringMatching(/system reports: EFBIG/) },
    });
    expect(treeOf(cwd)).toEqual(before);
  });

  it('lies below a file', () =>
    expectFailure(workspace({ 'export.xml': GOOD, public: '' }), [...ARGS, '--out', 'public/out'], {
      code: 'SVC_INTERNAL',
      message: /system reports/,
    }));

  it('may lie on another disk', async ({ skip }) => {
    const other = otherDisk();
    if (other === undefined) return skip('there is no second file system');
    const cwd = workspace({ 'export.xml': GOOD });
    symlinkSync(other, join(cwd, 'out'));
    try {
      await build(ARGS, { cwd });
      await build(ARGS, { cwd });
      const alone = workspace({ 'export.xml': GOOD });
      await build(ARGS, { cwd: alone });
      expect(treeOf(other)).toEqual(treeOf(join(alone, 'out')));
    } finally {
      rmSync(other, { recursive: true });
    }
  });
});

/** A new folder on another file system than that of temporary files. */
function otherDisk(): string | undefined {
  const here = statSync(tmpdir()).dev;
  const root = ['/dev/shm', resolve('node_modules')].find(
    (path) => statSync(path, { throwIfNoEntry: false })?.dev !== here && existsSync(path),
  );
  return root === undefined ? undefined : mkdtempSync(join(root, '.svc-test-'));
}

describe('a folder of own files', () => {
  it('that is not there stops the build before anything is written', async () => {
    const config = { site: { url: 'https://harbour.example' }, source: 'export.xml', html: 'render' };
    const cwd = workspace({
      'export.xml': GOOD,
      'svc.config.json': JSON.stringify({ ...config, publicDir: 'nowhere' }),
    });
    const { code, error } = await failBuild([], { cwd });
    const file = join(cwd, 'nowhere');
    expect({ code, error }).toMatchObject({ code: 2, error: { code: 'SVC_CONFIG_INVALID', file } });
    expect(error['fix']).toMatch(/publicDir/);
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });
});
