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
    expect(text('r.html').match(/<code>svc settings set identity\.expertise /g)).toHaveLength(2);
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
    const pages = score.content.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect(results.length).toBe(open.length + pages);
    for (const { ruleId } of results) expect(rules).toContain(ruleId);
  });

  it('shows findings at the configuration and at the files of pages, as paths from the repository', async () => {
    const cwd = workspace({
      '.git/HEAD': 'ref: refs/heads/main\n',
      'site/tea.yaml': 'source: content\nsite:\n  url: https://tea.example\n',
      'site/content/green tea.md': FILES['content/tea.md'],
    });
    const run = async (...args: string[]) =>
      (await runSvc(['check', '--config', 'tea.yaml', ...args], { cwd: join(cwd, 'site') })).stdout;
    const { results } = JSON.parse(await run('--format', 'sarif')).runs[0];
    const places = results.map(
      ({ ruleId, locations }: { ruleId: string; locations: { physicalLocation: unknown }[] }) =>
        [ruleId.startsWith('page/'), locations[0]?.physicalLocation] as const,
    );
    const at = (uri: string) => ({ artifactLocation: { uri }, region: { startLine: 1 } });
    expect(places).toContainEqual([true, at('site/content/green%20tea.md')]);
    expect(places).toContainEqual([false, at('site/tea.yaml')]);
    expect(places).not.toContainEqual([true, at('site/tea.yaml')]);
    const issues = JSON.parse(await run('--format', 'gitlab'));
    const paths = issues.map(({ location }: { location: { path: string } }) => location.path);
    expect(new Set(paths)).toEqual(new Set(['site/tea.yaml', 'site/content/green tea.md']));
    const prints = issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
    expect(new Set(prints).size).toBe(prints.length);
  });

  it('shows a finding at the source file of a built page', async () => {
    const cwd = workspace({
      'hugo.toml': 'baseURL = "https://tea.example/"\n',
      'content/tea.md': '---\ntitle: Tea\n---\nGreen leaves, steamed.\n',
      'public/tea/index.html':
        '<html><head><title>Tea</title></head><body><main><h1>Tea</h1><p>Green leaves, steamed.</p></main></body></html>',
      'svc.config.json':
        '{"site":{"url":"https://tea.example"},"source":{"type":"project","path":"."},"siteDir":"public","inPlace":true}',
    });
    const { stdout } = await runSvc(['check', '--json'], { cwd });
    const { places, score } = JSON.parse(stdout);
    expect(score.content.length).toBeGreaterThan(0);
    expect(places.config).toBe('svc.config.json');
    expect(Object.values(places.pages)).toEqual(['content/tea.md']);
  });

  it('says what to do first, and how', async () => {
    const cwd = workspace(FILES);
    await build(SITE, { cwd });
    const { stdout } = await runSvc(['check'], { cwd });
    expect(stdout).toMatch(/Do first:\n {2}1\. .*\n {2}2\. .*\n {2}3\. .*Run: svc settings set /);
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
