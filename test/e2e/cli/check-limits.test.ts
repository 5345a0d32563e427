import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import { workspace, writeFiles } from '../../support/build/workspace.js';
import { build, runSvc } from '../../support/cli/run-svc.js';

const SITE = ['content', '--base-url', 'https://tea.example'];
const DRAFT = '---\ntitle: Secret blend\ndraft: true\n---\n\nNot yet.\n';

/** A site whose last change made a draft public and broke two links, with the report of its build. */
async function changedSite(): Promise<string> {
  const cwd = workspace({ 'content/tea.md': '# Tea\n\nGreen leaves.\n', 'content/blend.md': DRAFT });
  await build(SITE, { cwd });
  writeFiles(cwd, {
    'content/blend.md': DRAFT.replace('draft: true\n', ''),
    'content/tea.md': '# Tea\n\nGreen [leaves](gone.md) and [cups](lost.md).\n',
  });
  const { stdout, code } = await runSvc(['build', ...SITE, '--json'], { cwd });
  expect(code).toBe(0);
  expect(schemaErrors('build-report.schema.json', JSON.parse(stdout))).toEqual([]);
  writeFiles(cwd, { 'build.json': stdout });
  return cwd;
}

const check = (cwd: string, args: readonly string[], env = {}) =>
  runSvc(['check', '--build-report', 'build.json', ...args], { cwd, env });

describe('limits of svc check', () => {
  it.each([
    [
      '--max-new-pages',
      '0',
      '1',
      '1 page is newly public (/blend/), above the limit of 0 (--max-new-pages).',
    ],
    ['--max-broken-links', '1', '2', "2 links lead to pages that the source doesn't contain ("],
    ['--max-llms-size', '0.01', '50', 'kB, above the limit of 0.01 (--max-llms-size).'],
  ])('%s fails above the limit and says why', async (option, low, high, message) => {
    const cwd = await changedSite();
    const above = await check(cwd, [option, low]);
    expect([above.code, above.stdout]).toEqual([1, expect.stringContaining(message)]);
    const within = await check(cwd, [option, high]);
    expect([within.code, within.stdout]).toEqual([0, expect.stringContaining('within the limit')]);
  });

  it('--max-lost-words compares the percentage of the report', async () => {
    const cwd = await changedSite();
    const report = JSON.parse(readFileSync(join(cwd, 'build.json'), 'utf8'));
    report.fidelity.lostPercent = 3.456;
    writeFiles(cwd, { 'build.json': JSON.stringify(report) });
    const above = await check(cwd, ['--max-lost-words', '3.4']);
    const message = '3.46 % of the words of the pages are missing from their twins, above the limit of 3.4';
    expect([above.code, above.stdout]).toEqual([1, expect.stringContaining(message)]);
    expect((await check(cwd, ['--max-lost-words', '3.5'])).code).toBe(0);
  });

  it('are shown in every format, and can be variables', async () => {
    const cwd = await changedSite();
    const env = { SVC_MAX_NEW_PAGES: '0', SVC_MAX_BROKEN_LINKS: '9' };
    const shown = async (format: string) => {
      const { code, stdout } = await check(cwd, ['--format', format], env);
      expect([format, code]).toEqual([format, 1]);
      return stdout;
    };
    const report = JSON.parse(await shown('json'));
    expect(schemaErrors('check-report.schema.json', report)).toEqual([]);
    expect(report.ok).toBe(false);
    expect(report.limits).toMatchObject([
      { id: 'max-broken-links', found: 2, max: 9, ok: true },
      { id: 'max-new-pages', found: 1, max: 0, ok: false },
    ]);
    expect(await shown('github')).toContain('::error title=Pages newly public::1 page is newly public');
    expect(await shown('github')).not.toContain('below the lowest score');
    expect(await shown('markdown')).toContain('❌ 1 page is newly public (/blend/)');
    expect(await shown('html')).toContain('<li class="fail"><strong>Pages newly public</strong>');
    expect(await shown('junit')).toMatch(/<testcase name="Pages newly public"[^>]*><failure /);
    const { results } = JSON.parse(await shown('sarif')).runs[0];
    expect(results.at(-1)).toMatchObject({ ruleId: 'limit/max-new-pages', level: 'error' });
  });

  it('must be numbers, and need the report of a build', async () => {
    const cwd = workspace();
    const wrong = await runSvc(['check', '--max-new-pages', 'few'], { cwd });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--max-new-pages is "few"')]);
    const alone = await runSvc(['check', '--max-new-pages', '0'], { cwd });
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--build-report build.json')]);
  });
});

describe('the pages that a build makes public', () => {
  it('are those that the last deployment lacked, also in an empty folder', async () => {
    const files = { 'content/tea.md': '# Tea\n', 'content/cups.md': '# Cups\n' };
    const cwd = workspace(files);
    expect(await build(SITE, { cwd })).toMatchObject({ published: ['/cups/', '/tea/'], withdrawn: [] });
    expect(await build(SITE, { cwd })).toMatchObject({ published: [], withdrawn: [] });

    const runner = workspace({ 'content/tea.md': '# Tea, again\n', 'content/pots.md': '# Pots\n' });
    const report = await build([...SITE, '--previous', join(cwd, 'out')], { cwd: runner });
    expect(report).toMatchObject({ published: ['/pots/'], withdrawn: ['/cups/'] });
  });
});

describe('reports for a comparison', () => {
  it.each(['--before', '--build-report'])('%s is read before anything is built', async (option) => {
    const cwd = workspace({ 'content/tea.md': '# Tea\n', 'plugin.mjs': MARKING });
    writeFiles(cwd, {
      'svc.config.json': JSON.stringify({
        source: 'content',
        site: { url: 'https://tea.example' },
        plugins: ['./plugin.mjs'],
      }),
    });
    const run = await runSvc(['check', option, 'none.json'], { cwd });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('none.json')]);
    expect(statSync(join(cwd, 'loaded'), { throwIfNoEntry: false })).toBeUndefined();
    expect((await runSvc(['check'], { cwd })).code).toBe(0);
    expect(statSync(join(cwd, 'loaded'), { throwIfNoEntry: false })).toBeDefined();
  });
});

/** A plugin that leaves a file when a build loads it. */
const MARKING = `import { writeFileSync } from 'node:fs';
export function register() { writeFileSync(new URL('./loaded', import.meta.url), ''); }
`;
