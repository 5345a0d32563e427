import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wxr } from '../../support/build/export.js';
import { filesIn, text, workspace } from '../../support/build/workspace.js';
import { runSvc, spawnSvc } from '../../support/cli/run-svc.js';
import { needs } from '../../support/needs.js';

const BASE = ['--base-url', 'https://harbour.example'];
const site = () => workspace({ 'export.xml': wxr([{ id: 1, title: 'Knots' }]) });

describe('the program as a process', () => {
  it('prints its version, that of the package', async () => {
    const { code, stdout, stderr } = await spawnSvc(['--version'], { cwd: site() });
    const { version } = JSON.parse(text('package.json')) as { version: string };
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('says so where it has not been built', () => {
    const folder = workspace({ 'package.json': '{"type":"module"}', 'bin/svc.js': text('bin/svc.js') });
    const run = spawnSync(process.execPath, ['bin/svc.js', '--version'], { cwd: folder, encoding: 'utf8' });
    expect(run).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('npm run build') });
  });

  it('ends as it would where nobody reads its output any more', () => {
    const command = ['-o', 'pipefail', '-c', '"$0" "$@" | true', process.execPath, resolve('bin/svc.js')];
    const run = (...args: readonly string[]) =>
      spawnSync('bash', [...command, ...args], { cwd: site(), encoding: 'utf8' });
    expect(run('build', '--help')).toMatchObject({ status: 0, stderr: '' });
    expect(run('content', 'restore', '9', '--json')).toMatchObject({ status: 1, stderr: '' });
  });

  it('shows examples and the environment in its help', async () => {
    const { code, stdout } = await spawnSvc(['build', '--help'], { cwd: site() });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: svc build \[options\]/);
    for (const part of ['Examples:', 'svc build export.xml', 'SVC_BASE_URL', 'Exit codes']) {
      expect(stdout).toContain(part);
    }
  });

  it('builds; a pipe gets no control characters and standard output stays empty', async () => {
    const cwd = site();
    const { code, stdout, stderr } = await spawnSvc(['build', '--source', 'export.xml', ...BASE], {
      cwd,
      env: { FORCE_COLOR: undefined },
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('1 post');
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
    expect(filesIn(cwd)).toContain('out/entry-1.md');
  });

  it('prints one JSON object and nothing else with --json', async () => {
    const { code, stdout, stderr } = await spawnSvc(['build', '--source', 'export.xml', ...BASE, '--json'], {
      cwd: site(),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, twins: 1 });
  });

  const script = {
    reason: 'script is not installed (apt-get install bsdutils)',
    isMet: spawnSync('script', ['--version']).status === 0,
  };

  it('shows a bar and colours on a screen', needs(script), () => {
    const cwd = site();
    const command = `${process.execPath} ${resolve('bin/svc.js')} build --source export.xml ${BASE.join(' ')}`;
    const env = { PATH: process.env['PATH'], TERM: 'xterm' };
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { cwd, env, encoding: 'utf8' });
    expect(stdout).toContain('reading');
    expect(stdout).toContain('\u001b[32mDone');
    // Whoever stops the program must not be left without a cursor.
    expect(stdout).not.toContain('\u001b[?25l');
  });

  it('colours a report for a screen, and not for a pipe', needs(script), async () => {
    const cwd = site();
    await spawnSvc(['build', '--source', 'export.xml', ...BASE], { cwd });
    const env = { PATH: process.env['PATH'], TERM: 'xterm' };
    const shown = (command: string) =>
      spawnSync('script', ['-qec', command, '/dev/null'], { cwd, env, encoding: 'utf8' }).stdout;
    const check = `${process.execPath} ${resolve('bin/svc.js')} check`;
    expect(shown(check)).toContain('\u001b[');
    // Standard error is still the screen.
    expect(shown(`${check} | cat`)).toMatch(/^[^\u001b]*Score[^\u001b]*$/);
  });

  it.each([
    [['check']],
    [['validate']],
    [['audit']],
    [['audit', 'export.xml', ...BASE]],
    [['build', '--explain', '/entry-1/']],
    [['build', '--dry-run']],
    [['init', '--dry-run']],
    [['import', 'export.xml', '--to', 'content', '--dry-run']],
  ])('prints the report of svc %j on standard output', async (args) => {
    const cwd = site();
    await runSvc(['build', '--source', 'export.xml', ...BASE], { cwd });
    const { code, stdout, stderr } = await runSvc(args, { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/\n$/);
  });

  it('ends with 2 for wrong usage and 1 for a failure', async () => {
    const cwd = workspace({ 'export.xml': '<rss' });
    const [usage, failure] = await Promise.all([
      spawnSvc(['build', '--sauce', 'x'], { cwd }),
      spawnSvc(['build', '--source', 'export.xml', ...BASE], { cwd }),
    ]);
    expect([usage.code, failure.code]).toEqual([2, 1]);
    expect(usage.stderr).toContain('--source');
  });
});

describe('the command line', () => {
  it.each([
    ['an unknown option', ['build', '--sauce', 'x'], /unknown option '--sauce'[\s\S]+See svc build --help/],
    ['an option of a command in a command', ['user', 'list', '--all'], /See svc user list --help/],
    ['a near miss of a command', ['biuld'], /Did you mean build/],
    [
      'help for a near miss of a command',
      ['help', 'buld'],
      /unknown command 'buld'[\s\S]+Did you mean build/,
    ],
    ['help for a command in a command', ['help', 'user', 'ad'], /unknown command 'ad'[\s\S]+svc user --help/],
    ['no command', [], /Usage: svc/],
    ['an argument too many', ['validate', 'out', 'more'], /too many arguments/],
    ['an option without its value', ['build', '--out'], /argument missing/],
    ['an option in place of a value', ['build', '--out', '--strict'], /'-?.*--out <dir>' argument missing/],
    ['a host that nobody knows', ['build', '--hosts', 'netlfy'], /Did you mean "netlify"/],
    ['a number that is none', ['build', '--workers', 'many'], /whole number/],
    ['a time that is none', ['build', '--source', 'export.xml'], /SOURCE_DATE_EPOCH/, 'noon'],
  ])('refuses %s with exit code 2', async (_, args, message, time?: string) => {
    const env = time === undefined ? {} : { SOURCE_DATE_EPOCH: time };
    const { code, stdout, stderr } = await runSvc(args, { cwd: site(), env });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });

  it.each([
    ['a flag', ['build', '--sauce', 'x', '--json'], {}],
    ['the environment', ['build', '--sauce', 'x'], { SVC_JSON: '1' }],
  ])('reports wrong usage as JSON when %s asks for it', async (_, args, env) => {
    const { code, stdout } = await runSvc(args, { cwd: site(), env });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      error: { code: 'SVC_USAGE', message: expect.stringContaining('--sauce') },
    });
  });

  it('reports a failure as JSON when the environment asks for it', async () => {
    const { code, stdout, stderr } = await runSvc(['build', '--source', 'export.xml', ...BASE], {
      cwd: workspace({ 'export.xml': '<rss' }),
      env: { SVC_JSON: 'yes' },
    });
    expect(code).toBe(1);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'SVC_SOURCE_MALFORMED' } });
  });

  it('takes every flag from the environment', async () => {
    const cwd = site();
    const env = { SVC_SOURCE: 'export.xml', SVC_BASE_URL: 'https://harbour.example', SVC_OUT: 'public' };
    expect((await runSvc(['build'], { cwd, env })).code).toBe(0);
    expect(text(cwd, 'public/llms.txt')).toContain('https://harbour.example/entry-1.md');
  });

  it('shows the stack of an error only with --debug', async () => {
    const run = (...more: string[]) =>
      runSvc(['build', '--source', 'gone.xml', ...BASE, ...more], { cwd: site() });
    const [plain, debug] = await Promise.all([run(), run('--debug')]);
    expect(plain.stderr).not.toContain('    at ');
    expect(debug.stderr).toContain('    at ');
  });
});
