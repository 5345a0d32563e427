import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { startPreview } from '../../../src/cli/preview.js';
import { workspace } from '../../support/build/workspace.js';
import { build, runSvc } from '../../support/cli/run-svc.js';

const FILES = { 'content/tea.md': '# Tea & <cups>\n\nGreen leaves, steamed.\n' };
const SITE = ['content', '--base-url', 'https://tea.example'];

describe('svc check', () => {
  it('writes several formats in one run', async () => {
    const cwd = workspace(FILES);
    await build(SITE, { cwd });
    const write = ['html=r.html', 'junit=r.xml', 'sarif=r.sarif', 'json=r.json', 'text=r.txt'];
    const run = await runSvc(['check', ...write.map((one) => `--write=${one}`)], { cwd });
    expect(run.code).toBe(0);
    const text = (file: string) => readFileSync(join(cwd, file), 'utf8');
    const { score, readiness } = JSON.parse(text('r.json'));

    expect(text('r.txt')).toContain(`Score ${score.score} `);
    expect(text('r.html')).toContain(`<strong>${score.score}</strong> of 100`);
    expect(text('r.html')).not.toMatch(/<script|(?:src|href)="(?!https:\/\/tea\.example)/);

    const cases: string[] = [];
    const parser = new SaxesParser();
    parser.on(
      'opentag',
      ({ name, attributes }) => name === 'testcase' && cases.push(String(attributes['name'])),
    );
    parser.write(text('r.xml')).close();
    expect(cases).toHaveLength(readiness.length + 1);

    const [{ tool, results }] = JSON.parse(text('r.sarif')).runs;
    const rules = tool.driver.rules.map(({ id }: { id: string }) => id);
    const open = readiness.filter(({ status }: { status: string }) => status !== 'pass');
    expect(results.length).toBe(open.length + score.content.length);
    for (const { ruleId } of results) expect(rules).toContain(ruleId);
  });

  it('says what to do first, and how', async () => {
    const cwd = workspace(FILES);
    await build(SITE, { cwd });
    const { stderr } = await runSvc(['check'], { cwd });
    expect(stderr).toMatch(/Do first:\n {2}1\. .*\n {2}2\. .*\n {2}3\. .*Run: svc settings set /);
  });

  it('shows a live site as people and as agents get it', async () => {
    const cwd = workspace({ ...FILES, 'content/index.md': '# Tea house\n\nOpen from nine.\n' });
    const terminal = { env: {}, cwd, out: () => undefined, err: () => undefined, isTty: false };
    const preview = await startPreview('content', { port: '0', json: true }, terminal);
    const { stdout } = await runSvc(['check', preview.url, '--json'], { cwd: workspace() });
    const { home, source } = JSON.parse(stdout);
    expect(source).toBe('live');
    expect(home.people).toContain('Open from nine.');
    expect(home.agents).toContain('# ');
    const page = await runSvc(['check', preview.url, '--format', 'html'], { cwd: workspace() });
    expect(page.stdout).toContain('<h3>Agents get</h3>');
    await preview.close();
  });

  it('refuses a report that is none', async () => {
    const cwd = workspace({ ...FILES, 'x.json': '{}' });
    await build(SITE, { cwd });
    for (const args of [
      ['--before', 'x.json'],
      ['--build-report', 'none.json'],
      ['--write', 'x.html'],
    ]) {
      const run = await runSvc(['check', ...args], { cwd });
      expect([args[0], run.code, run.stderr.includes('fix:')]).toEqual([args[0], 2, true]);
    }
  });
});
