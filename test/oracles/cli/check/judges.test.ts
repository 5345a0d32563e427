import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScannerVerdict } from '../../../../src/api/check/report.js';
import { startPreview } from '../../../../src/cli/preview.js';
import { schemaErrors } from '../../../../src/quality/validate/ajv.js';
import { type Files, workspace } from '../../../support/build/workspace.js';
import { runSvc } from '../../../support/cli/run-svc.js';

const READABILITY = '@vercel/agent-readability';
const quiet = { env: {}, out: () => undefined, err: () => undefined, isTty: false };

/** A package whose program prints a text and ends as scanners do that found something. */
function scanner(name: string, prints: string): Files {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '9.9.9', bin: { x: 'x.cjs' } }),
    [`node_modules/${name}/x.cjs`]: `process.stdout.write(${JSON.stringify(prints)}); process.exitCode = 1;`,
  };
}

describe('svc check --judges', () => {
  let preview: Awaited<ReturnType<typeof startPreview>>;

  beforeAll(async () => {
    const cwd = workspace({
      'content/index.md': '# Tea house\n\nOpen from nine, [and later](cups.md).\n',
      'content/cups.md': '# Cups\n',
    });
    preview = await startPreview('content', { port: '0', json: true }, { ...quiet, cwd });
  });

  afterAll(() => preview.close());

  async function judges(cwd: string): Promise<readonly ScannerVerdict[]> {
    const { code, stdout, stderr } = await runSvc(['check', preview.url, '--judges', '--json'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    const report = JSON.parse(stdout);
    expect(schemaErrors('check-report.schema.json', report)).toEqual([]);
    return report.judges;
  }

  it('explains where installed scanners differ', async () => {
    const cwd = workspace();
    mkdirSync(join(cwd, 'node_modules/@vercel'), { recursive: true });
    for (const name of [READABILITY, 'llms-txt-check']) {
      symlinkSync(resolve('node_modules', name), join(cwd, 'node_modules', name));
    }
    const [readability, afdocs, llms] = await judges(cwd);
    expect(readability).toMatchObject({ name: READABILITY, problem: null, score: expect.any(Number) });
    const robots = readability?.differences.find(({ check }) => check === 'robots.txt');
    expect(robots).toMatchObject({
      passes: false,
      ours: 'pass robots.txt control',
      message: expect.stringContaining('gptbot'),
    });
    expect(robots?.why).toContain('any choice that robots.txt states');
    const front = readability?.differences.find(({ check }) => check === 'Frontmatter');
    expect(front?.why).toContain('only the twins of pages have front matter');
    expect(afdocs).toMatchObject({ name: 'afdocs', version: null, problem: 'not installed' });
    expect(llms).toMatchObject({ name: 'llms-txt-check', problem: null, differences: [] });
    const { stdout } = await runSvc(['check', preview.url, '--judges'], { cwd });
    expect(stdout).toMatch(/^@vercel\/agent-readability [\d.]+: \d+ of 100$/m);
    expect(stdout).toContain('afdocs: not installed');
  });

  it('reads another scanner, and says when one prints no report', async () => {
    const results = [
      { id: 'llms-txt-exists', status: 'fail', message: 'none' },
      { id: 'new-check', status: 'warn', message: 'new | one' },
      { id: 'skipped', status: 'skip', message: '' },
      { id: 'fine', status: 'pass', message: '' },
    ];
    const cwd = workspace({
      ...scanner('afdocs', JSON.stringify({ results, scoring: { overall: 71 } })),
      ...scanner(READABILITY, 'Error'),
      ...scanner('llms-txt-check', '{"other":1}'),
    });
    const [readability, afdocs, llms] = await judges(cwd);
    expect(readability?.problem).toContain('has printed no report');
    expect(llms?.problem).toContain('has printed no report');
    expect(afdocs).toMatchObject({ version: '9.9.9', score: 71, problem: null });
    expect(afdocs?.differences).toEqual([
      {
        check: 'llms-txt-exists',
        passes: false,
        message: 'none',
        ours: 'pass llms.txt index',
        why: expect.any(String),
      },
      {
        check: 'new-check',
        passes: false,
        message: 'new | one',
        ours: null,
        why: expect.stringContaining('no row'),
      },
    ]);
    const { stdout } = await runSvc(['check', preview.url, '--judges', '--format', 'markdown'], { cwd });
    expect(stdout).toContain('| new-check | warn | new \\| one |');
    const page = await runSvc(['check', preview.url, '--judges', '--format', 'html'], { cwd });
    expect(page.stdout).toMatch(/<h2>afdocs 9\.9\.9<\/h2>\s*<p>71 of 100<\/p>/);
    expect(page.stdout).toContain('<strong>new-check</strong> <em>warn</em><br>new | one<br>Ours: none.');
    expect(page.stdout).toMatch(/<h2>llms-txt-check 9\.9\.9<\/h2>\s*<p>has printed no report/);
  });

  it('is for live sites', async () => {
    const run = await runSvc(['check', '--judges'], { cwd: workspace() });
    expect([run.code, run.stderr]).toEqual([
      2,
      expect.stringContaining('--judges works only for live sites'),
    ]);
  });
});
