import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportReport } from '../../src/import/report.js';
import { filesIn, text, workspace } from '../pipeline/workspace.js';
import { build, runSvc } from './run-svc.js';

const WORKSHOP = ['fixtures/wxr/workshop-part-1.xml', 'fixtures/wxr/workshop-part-2.xml'];
const THEME_UNIT_TEST = '../shared/data/themeunittestdata.wordpress.xml';

/** Types that no default shows, so that custom types are compared too. */
const SETTINGS = JSON.stringify({ post_types: ['post', 'page', 'tool', 'project', 'product'] });

async function importSite(exports: readonly string[], to: string, flags: readonly string[] = []) {
  const cwd = resolve(to, '..');
  const paths = exports.map((path) => resolve(path));
  const run = await runSvc(['import', ...paths, '--to', to, ...flags, '--json'], { cwd });
  if (run.code !== 0) throw new Error(`svc import ended with ${run.code}:\n${run.stdout}${run.stderr}`);
  return JSON.parse(run.stdout) as ImportReport;
}

/** Every file of a build but the manifest, which holds hashes of what the sources gave. */
async function buildTexts(sources: readonly string[], base: string): Promise<Readonly<Record<string, string>>> {
  const cwd = workspace({ 'svc.settings.json': SETTINGS });
  const flags = sources.flatMap((source) => ['--source', resolve(source)]);
  await build([...flags, '--base-url', base], { cwd });
  const out = join(cwd, 'out');
  const files = filesIn(out).filter((file) => file !== 'svc-manifest.json.gz');
  return Object.fromEntries(files.map((file) => [file, text(out, file)]));
}

describe('an imported folder', () => {
  it.each([
    ['a site in two parts', WORKSHOP, 'https://old.example', 'html'],
    ['a site in two parts, as the export has it', WORKSHOP, 'https://old.example', 'source'],
    ['a site that moves into a folder', WORKSHOP, 'https://new.example/work', 'html'],
    ['page builders and SEO extensions', ['fixtures/wxr/extensions.xml'], 'https://new.example', 'html'],
    ['an old export', ['fixtures/wxr/old-1.0.xml'], 'https://new.example', 'html'],
    ['an awkward export', ['fixtures/wxr/awkward.xml'], 'https://new.example', 'html'],
  ])('builds to the same bytes as its export: %s', async (_, exports, base, format) => {
    const to = join(workspace(), 'content');
    await importSite(exports, to, ['--format', format]);
    const expected = await buildTexts(exports, base);
    expect(Object.keys(expected).length).toBeGreaterThan(5);
    expect(await buildTexts([to], base)).toEqual(expected);
  });

  it.skipIf(!existsSync(THEME_UNIT_TEST))('does so for the theme test data', async () => {
    const to = join(workspace(), 'content');
    await importSite([THEME_UNIT_TEST], to);
    const base = 'https://test.example';
    expect(await buildTexts([to], base)).toEqual(await buildTexts([THEME_UNIT_TEST], base));
  });
});
