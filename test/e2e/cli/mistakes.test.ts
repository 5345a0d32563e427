import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspace } from '../../support/build/workspace.js';
import { runSvc } from '../../support/cli/run-svc.js';

const CONFIG = 'site:\n  url: https://tea.example\n';
const BASE = ['--base-url', 'https://tea.example'];
const TEA = { 'content/tea.md': '# Tea\n\nGreen leaves, steamed and dried.\n' };

describe('svc settings set', () => {
  it.each([
    ['off', 'false'],
    ['No', 'false'],
    ['on', 'true'],
    ['1', 'true'],
  ])('takes "%s" for a switch, whatever it was before', async (value, stored) => {
    const cwd = workspace();
    for (const _ of [1, 2]) {
      const run = await runSvc(['settings', 'set', 'enable_security_txt', value], { cwd });
      expect([run.code, run.stdout]).toEqual([0, `${stored}\n`]);
    }
  });

  it('switches nothing on by a typing error', async () => {
    const cwd = workspace();
    const run = await runSvc(['settings', 'set', 'enable_agent_writes', 'flase'], { cwd });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining("can't be flase")]);
    const { stdout } = await runSvc(['settings', 'get', 'enable_agent_writes'], { cwd });
    expect(stdout).toBe('false\n');
    const { stderr } = await runSvc(['settings', 'set', 'enable_agent_writes', 'true'], { cwd });
    expect(stderr).toContain('has no effect while the MCP server is off');
  });
});

describe('an error names the place of the mistake', () => {
  it.each<[string[], Readonly<Record<string, string>>, string]>([
    [['build', '--site', 'nope', '--base-url', 'https://tea.example'], {}, 'correct --site'],
    [
      ['build'],
      { 'svc.config.yaml': CONFIG },
      'Name what to read in svc.config.yaml, as "source" or "siteDir"',
    ],
    [['build'], { 'svc.config.yaml': `${CONFIG}enable_mcp_server: true\n` }, 'Use "svc settings set"'],
    [['build'], { 'svc.config.yaml': `${CONFIG}source: content\ninPlace: true\n`, ...TEA }, 'inPlace needs'],
    [['build'], { 'svc.config.mjs': 'throw new Error("no token");' }, "can't be loaded: no token"],
    [['check', 'content'], TEA, '"content" is a folder, not the address of a live site'],
    [['import', 'nope.xml', '--to', 'x', '--allow-network', 'office'], {}, 'found "office"'],
  ])('svc %j', async (args, files, text) => {
    const run = await runSvc(args, { cwd: workspace(files) });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(text)]);
  });

  it('a source without any page is a warning, and an error with --strict', async () => {
    const cwd = workspace({ '_site/style.css': 'p{}' });
    const args = ['build', '--site', '_site', '--base-url', 'https://tea.example'];
    const run = await runSvc(args, { cwd });
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('_site: This source has no page.')]);
    expect((await runSvc([...args, '--strict'], { cwd })).code).toBe(1);
  });

  it('a public folder that isn’t there is a warning', async () => {
    const cwd = workspace({
      'content/a.md': '# A\n\nText.\n',
      'svc.config.json': '{"source":"content","publicDir":"static"}',
    });
    const { stderr } = await runSvc(['build', '--base-url', 'https://x.example'], { cwd });
    expect(stderr).toContain(
      'publicDir: There is no folder "static", so none of your own files is published.',
    );
  });

  it('svc init names all that the configuration lacks', async () => {
    const { stderr } = await runSvc(['init', '--yes'], { cwd: workspace() });
    expect(stderr).toContain('Next: set "source" and "site.url" in svc.config.yaml, then run svc build');
  });
});

it('svc validate says of a folder of others that no build has written it, and nothing that follows from this', async () => {
  const { code, stdout } = await runSvc(['validate', 'content'], { cwd: workspace(TEA) });
  expect(code).toBe(1);
  expect(stdout).toContain('Name the folder that svc build has written, or run svc build.');
  expect(stdout).not.toMatch(/must always be there|unknown\.invalid/);
});

it('svc init says that a site has to be built where a build would read nothing else', async () => {
  const run = await runSvc(['init'], { cwd: workspace({ 'retype.yml': '', 'tea.md': 'Text' }) });
  expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('first: svc build reads .retype/')]);
});

it('a variable that is nearly one of the program is a warning, others are not', async () => {
  const env = {
    SVC_BASEURL: 'https://x.example',
    SVC_LOGLEVEL: '',
    SVC_SERVICE_HOST: '10.0.0.1',
    SVC_PORT_8787_TCP: 'a',
  };
  const run = await runSvc(['init', '--json'], { cwd: workspace(TEA), env });
  expect(run.stderr).toBe(
    "warning: SVC_BASEURL isn't a variable of this program. Did you mean SVC_BASE_URL?\n",
  );
  expect(JSON.parse(run.stdout)).toMatchObject({ ok: true });
});

it.each(['mysql://u:p@127.0.0.1:1/app', 'file:./dev.db', 'sqlite3:db/dev.sqlite3', 'libsql://x.example'])(
  'a build beside a program with the database %s reads and creates none',
  async (DATABASE_URL) => {
    const cwd = workspace(TEA);
    const run = await runSvc(['build', 'content', ...BASE], { cwd, env: { DATABASE_URL } });
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('Done')]);
    expect(readdirSync(cwd).sort()).toEqual(['.svc', 'content', 'deploy', 'out']);
  },
);

it('a build whose database does not respond says what to do if it is that of another program', async () => {
  const env = { DATABASE_URL: 'postgres://svc:x@127.0.0.1:1/app' };
  const run = await runSvc(['build', 'content', ...BASE], { cwd: workspace(TEA), env });
  expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('leave it empty for the build')]);
});

it('a build reads the settings of a database that is there, and else those of the file', async () => {
  const cwd = workspace({ ...TEA, 'svc.settings.json': '{"enable_llms_full": false}' });
  const env = { SVC_DATABASE: 'own.db' };
  const build = async () => {
    await runSvc(['build', 'content', ...BASE], { cwd, env });
    return existsSync(join(cwd, 'out/llms-full.txt'));
  };
  expect(await build()).toBe(false);
  expect(existsSync(join(cwd, 'own.db'))).toBe(false);
  await runSvc(['settings', 'set', 'enable_llms_full', 'true'], { cwd, env });
  expect(await build()).toBe(true);
});

it('svc init names the folder of a file', async () => {
  const run = await runSvc(['init', 'content/tea.md'], { cwd: workspace(TEA) });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('expected a folder, found a file');
  expect(run.stderr).toContain('svc init content');
});

it('svc check --write creates the folder of the report', async () => {
  const cwd = workspace({ 'svc.config.yaml': `${CONFIG}source: content\n`, ...TEA });
  await runSvc(['check', '--write', 'junit=reports/check.xml'], { cwd });
  expect(existsSync(join(cwd, 'reports/check.xml'))).toBe(true);
});
