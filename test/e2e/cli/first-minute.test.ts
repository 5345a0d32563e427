import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspace } from '../../support/build/workspace.js';
import { build, runSvc } from '../../support/cli/run-svc.js';

const BASE = ['--base-url', 'https://tea.example'];
const TEA = '# Tea\n\nGreen leaves, steamed and dried.\n';

describe('svc build', () => {
  it('takes what it reads as arguments too', async () => {
    const cwd = workspace({ 'content/tea.md': TEA });
    await build(['content', ...BASE], { cwd });
    expect(readFileSync(join(cwd, 'out/tea.md'), 'utf8')).toContain('Green leaves');
    expect((await runSvc(['check', '--min-score', '1'], { cwd })).code).toBe(0);
  });

  it('reads files of the same name from two folders', async () => {
    const second = `---\npermalink: /second/\n---\n${TEA.replace('Green', 'Black')}`;
    const cwd = workspace({ 'a/tea.md': TEA, 'b/tea.md': second });
    const first = await build(['a', 'b', ...BASE], { cwd });
    expect(first.entries).toEqual({ page: 2, post: 0 });
    expect(readFileSync(join(cwd, 'out/second.md'), 'utf8')).toContain('Black leaves');
    expect(readFileSync(join(cwd, 'out/tea.md'), 'utf8')).toContain('Green leaves');
    expect((await build(['a', 'b', ...BASE], { cwd })).changed).toEqual([]);
  });

  it('names both files where two have the same address', async () => {
    const cwd = workspace({ 'a/tea.md': TEA, 'b/tea.md': TEA });
    const { warnings } = await build(['a', 'b', ...BASE], { cwd });
    const message = warnings.find(({ code }) => code === 'address-same-url')?.message ?? '';
    expect(message).toContain('"a/tea.md"');
    expect(message).toContain('"b/tea.md"');
  });

  it('says that an address is not a source', async () => {
    const run = await runSvc(['build', '--source', 'https://tea.example/export.xml'], { cwd: workspace() });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('expected a file or a folder, found "https://tea.example/export.xml"');
    expect(run.stderr).toContain('svc check --url https://tea.example/export.xml');
  });

  it('says that hosts are separated by commas', async () => {
    const cwd = workspace({ 'content/tea.md': TEA });
    const run = await runSvc(['build', ...BASE, '--hosts', 'nginx', 'apache'], { cwd });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('Write --hosts nginx,apache')]);
  });

  it('refuses a folder that takes no new folders', async () => {
    const cwd = workspace({ 'content/tea.md': TEA });
    const run = await runSvc(['build', 'content', ...BASE, '--out', '/proc/svc/out'], { cwd });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("can't be created");
  });

  it('ends with the files to look at', async () => {
    const cwd = workspace({ 'content/tea.md': TEA });
    const { stderr } = await runSvc(['build', 'content', ...BASE], { cwd });
    expect(stderr).toContain('see    out/llms.txt, out/.well-known/discovery.json, out/tea.md\n');
    for (const file of ['llms.txt', '.well-known/discovery.json', 'tea.md']) {
      expect(existsSync(join(cwd, 'out', file))).toBe(true);
    }
  });
});

describe('svc settings', () => {
  it('refuses a number out of bounds and says which are allowed', async () => {
    const cwd = workspace();
    const run = await runSvc(['settings', 'set', 'topics_max', '9999'], { cwd });
    expect([run.code, run.stderr]).toEqual([
      2,
      "error: topics_max can't be 9999\nfix:   Allowed: whole number, 1–50.\n",
    ]);
    expect((await runSvc(['settings', 'get', 'topics_max'], { cwd })).stdout).toBe('12\n');
  });

  it('resets all settings only when that is confirmed', async () => {
    const cwd = workspace();
    await runSvc(['settings', 'set', 'topics_max', '7'], { cwd });
    const run = await runSvc(['settings', 'reset'], { cwd });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect((await runSvc(['settings', 'get', 'topics_max'], { cwd })).stdout).toBe('7\n');
    expect((await runSvc(['settings', 'reset', '--yes'], { cwd })).code).toBe(0);
    expect((await runSvc(['settings', 'get', 'topics_max'], { cwd })).stdout).toBe('12\n');
  });
});

describe('svc check', () => {
  it('names the command that does what a row advises', async () => {
    const cwd = workspace({ 'content/tea.md': TEA });
    await build(['content', ...BASE], { cwd });
    const { stdout } = await runSvc(['check'], { cwd });
    const commands = [...stdout.matchAll(/ run: +svc (settings set [a-z_.]+)/g)].map((found) => found[1]);
    expect(commands).toContain('settings set enable_security_txt');
    expect(commands).toContain('settings set identity.about');
    const run = await runSvc(['settings', 'set', 'enable_security_txt', 'true'], { cwd });
    expect(run.code).toBe(0);
    expect((await runSvc(['check'], { cwd })).stdout).not.toContain('settings set enable_security_txt');
  });
});

describe('svc complete', () => {
  const complete = async (...args: string[]) =>
    (await runSvc(['complete', ...args], { cwd: workspace() })).stdout;

  it('prints a script for each shell', async () => {
    expect(await complete('bash')).toContain('complete -o default -F _svc svc');
    expect(await complete('zsh')).toContain('compdef _svc svc');
    expect(await complete('fish')).toContain('complete -c svc');
  });

  it('lists commands, verbs and flags', async () => {
    expect(await complete('bash', '--', 'val')).toBe('validate\n');
    expect(await complete('bash', '--', 'settings', 'r')).toBe('reset\n');
    expect(await complete('fish', '--', 'build', '--base')).toBe('--base-url\taddress of the site\n');
    expect(await complete('zsh', '--', 'build', 'content')).toBe('');
    expect(await complete('zsh', '--', 'serv')).toMatch(/^serve:Builds the site and serves it: every public/);
  });

  it('refuses other shells', async () => {
    const run = await runSvc(['complete', 'tcsh'], { cwd: workspace() });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
  });
});

describe('the address of the site', () => {
  it('is never the placeholder of a starter', async () => {
    const cwd = workspace({ 'hugo.toml': 'baseURL = "http://example.org/"\n', 'content/tea.md': TEA });
    const args = ['build', 'content', '--source-only'];
    const run = await runSvc(args, { cwd });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('the only known address, http://example.org, is a placeholder');
    expect((await runSvc([...args, ...BASE], { cwd })).code).toBe(0);
  });

  it('is what svc init asks to set where it finds none', async () => {
    const cwd = workspace({ 'content/tea.md': TEA });
    const run = await runSvc(['init'], { cwd });
    expect(run.stderr).toContain('Next: set "site.url" in svc.config.yaml, then run svc build\n');
  });
});

describe('after a build', () => {
  it('svc build --explain reads the same source', async () => {
    const cwd = workspace({ 'content/tea.md': TEA });
    await build(['content', ...BASE], { cwd });
    const run = await runSvc(['build', '--explain', '/tea/'], { cwd });
    expect(run.stdout).toContain('content/tea.md');
  });

  it('the "None" that MkDocs writes is no description', async () => {
    const page =
      '<!doctype html><title>Harbour</title><meta name="description" content="None"><p>Two piers and a bell.';
    const cwd = workspace({ 'site/index.html': page });
    await build(['--site', 'site', ...BASE], { cwd });
    expect(readFileSync(join(cwd, 'out/llms.txt'), 'utf8')).not.toContain('None');
  });
});
