import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Files, filesIn, workspace } from '../../support/build/workspace.js';
import { runSvc } from '../../support/cli/run-svc.js';

const PACKAGE = JSON.stringify({
  private: true,
  scripts: { build: 'eleventy' },
  devDependencies: { 'agent-discovery-service': 'file:program.tgz', '@11ty/eleventy': '3.1.2' },
});
const SITE: Files = { 'package.json': PACKAGE, 'package-lock.json': '{}', 'content/tea.md': '# Tea\n' };
const BASE = ['--base-url', 'https://tea.example'];

const init = (cwd: string, ...args: readonly string[]) => runSvc(['init', ...args], { cwd });
const stepsIn = (file: string) => parse(readFileSync(file, 'utf8')).jobs.check.steps;

describe('svc init --ci', () => {
  it('builds the site before the action, twice', async () => {
    const cwd = workspace({ ...SITE, 'eleventy.config.js': 'export default {};\n' });
    expect((await init(cwd, '--ci', 'github', ...BASE)).code).toBe(0);
    const steps = stepsIn(join(cwd, '.github/workflows/agents.yml'));
    const runs = steps.flatMap(({ run }: { run?: string }) => run ?? []);
    expect(runs).toEqual(['npm ci', 'npm run build', 'npm ci', 'npm run build']);
  });

  it('keeps a configuration that is there, and never replaces a pipeline', async () => {
    const cwd = workspace({ ...SITE, 'svc.config.json': '{}' });
    const first = await init(cwd, '--ci', 'github');
    expect([first.code, first.stderr]).toEqual([
      0,
      'Written: .github/workflows/agents.yml\nNext: Commit .github/workflows/agents.yml and open a pull request.\n',
    ]);
    const second = await init(cwd, '--ci', 'github');
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('there is already a pipeline')]);
    expect(existsSync(join(cwd, 'svc.config.yaml'))).toBe(false);
  });

  it('names a package file that a job cannot read', async () => {
    const files = { ...SITE, 'package.json': PACKAGE.replace('file:program.tgz', 'file:../program.tgz') };
    const { code, stderr } = await init(workspace(files), '--ci', 'github', ...BASE);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('Next: Copy ../program.tgz into the repository, and install that copy'),
    ]);
  });

  it('adds to a pipeline of GitLab by telling what to include', async () => {
    const cwd = workspace({ ...SITE, '.gitlab-ci.yml': 'test:\n  script: [make]\n' });
    const { stderr } = await init(cwd, '--ci', 'gitlab', ...BASE);
    expect(stderr).toContain(
      'Next: Add to .gitlab-ci.yml:\ninclude:\n  - local: .gitlab/agents.yml\n    inputs:\n',
    );
    expect(readFileSync(join(cwd, '.gitlab-ci.yml'), 'utf8')).toBe('test:\n  script: [make]\n');
    const template = readFileSync('templates/agents.yml', 'utf8');
    expect(readFileSync(join(cwd, '.gitlab/agents.yml'), 'utf8')).toBe(template);
  });

  it('writes to the top of the repository for a project in a folder', async () => {
    const files = Object.entries(SITE).map(([name, text]) => [`docs/${name}`, text]);
    const cwd = workspace({ '.git/config': '', ...Object.fromEntries(files) });
    await init(cwd, 'docs', '--ci', 'github', ...BASE);
    const action = stepsIn(join(cwd, '.github/workflows/agents.yml')).at(-2);
    expect(action).toMatchObject({
      uses: './docs/node_modules/agent-discovery-service',
      with: { 'working-directory': 'docs' },
    });
  });

  it('takes the program from a repository, and fetches no package by its name', async () => {
    const cwd = workspace({ 'content/tea.md': '# Tea\n' });
    const without = await init(cwd, '--ci', 'github', ...BASE);
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('--program OWNER/')]);
    expect(filesIn(cwd)).toEqual(['content/tea.md']);
    const wrong = await init(cwd, '--ci', 'github', '--program', 'tea; rm -rf /');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('not a repository and a commit')]);
    const program = ['--program', 'tea/agent-discovery-service@0123456789abcdef'];
    expect((await init(cwd, '--ci', 'github', ...BASE, ...program)).code).toBe(0);
    expect(stepsIn(join(cwd, '.github/workflows/agents.yml')).at(-2).uses).toBe(program[1]);

    const address = 'https://git.example/tea/agent-discovery-service.git';
    expect((await init(cwd, '--ci', 'gitlab', '--program', `${address}@v1`)).code).toBe(0);
    const [{ inputs }] = parse(readFileSync(join(cwd, '.gitlab-ci.yml'), 'utf8')).include;
    expect(inputs).toMatchObject({ prepare: 'true', program: address, 'program-ref': 'v1' });
  });

  it('names the services that it knows, and says that an address is missing', async () => {
    const cwd = workspace(SITE);
    const { code, stderr } = await init(cwd, '--ci', 'jenkins');
    expect([code, stderr]).toEqual([2, expect.stringContaining('github, gitlab')]);
    const { stdout } = await init(cwd, '--ci', 'github', '--json', '--dry-run');
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      dryRun: true,
      ci: { next: ['Set site.url in svc.config.yaml.', expect.any(String)] },
    });
    expect(existsSync(join(cwd, '.github'))).toBe(false);
  });
});
