import { cpSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BuildReport } from '../../../src/pipeline/report.js';
import { spawnSvc } from '../../cli/run-svc.js';
import { wxr } from '../export.js';
import { type Files, treeOf, workspace } from '../workspace.js';

interface Built {
  readonly tree: Readonly<Record<string, string>>;
  readonly report: Omit<BuildReport, 'timings' | 'out'>;
}

/** Builds some sources in a folder of their own, as a process of its own. */
async function build(paths: readonly string[], files: Files, workers: number): Promise<Built> {
  const cwd = workspace(files);
  for (const path of paths) cpSync(resolve(path), join(cwd, basename(path)), { recursive: true });
  const sources = [...paths.map((path) => basename(path)), ...Object.keys(files)];
  const args = sources.flatMap((source) => ['--source', source]);
  const { code, stdout, stderr } = await spawnSvc(
    ['build', ...args, '--base-url', 'https://harbour.example', '--workers', String(workers), '--json'],
    { cwd },
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { timings: _, out: __, ...report } = JSON.parse(stdout.replaceAll(cwd, '.')) as BuildReport;
  return { tree: treeOf(join(cwd, 'out')), report };
}

/** Bodies that show whether the order is kept, and what is done at the limits. */
function oddExport(): string {
  const items = Array.from({ length: 60 }, (_, index) => ({
    id: 9_000 + ((index * 37) % 60),
    slug: `knot-${index}`,
    title: `Knot ${index} – für Ærø & 結び目`,
    // Some take much longer than others; the block is nowhere to be found.
    body: `<!-- wp:block {"ref":${index}} /-->${'<p>Over, under, <b>through</b>.</p>'.repeat((index * 53) % 200)}`,
  }));
  const nested = { id: 9_900, slug: 'nest', body: `${'<div>'.repeat(5_000)}deep${'</div>'.repeat(5_000)}` };
  const long = { id: 9_901, slug: 'long', body: `<p>${'A line of rope, spliced. '.repeat(45_000)}</p>` };
  return wxr([...items, nested, long]);
}

describe('worker threads', { timeout: 120_000 }, () => {
  it.each([
    ['two parts of an export', ['fixtures/wxr/workshop-part-1.xml', 'fixtures/wxr/workshop-part-2.xml']],
    ['an awkward export', ['fixtures/wxr/awkward.xml']],
    ['an export with the fields of extensions', ['fixtures/wxr/extensions.xml']],
    ['a content folder', ['fixtures/files/hugo']],
    ['a Ghost export', ['fixtures/ghost/tideline.json']],
    ['built pages of a blog', ['fixtures/html/blog']],
    ['built pages of documentation', ['fixtures/html/docs']],
  ])('make the same files and the same report of %s', async (_, paths) => {
    const none = await build(paths, {}, 0);
    expect(none.report.converted).toBeGreaterThan(2);
    expect(await build(paths, {}, 2)).toEqual(none);
  });

  it('make the same of bodies of all sizes, however many there are', async () => {
    const files = { 'odd.xml': oddExport() };
    const none = await build([], files, 0);
    expect(none.report.converted).toBe(62);
    for (const workers of [1, 3]) expect(await build([], files, workers)).toEqual(none);
  });
});
