// Files that the user who runs the program may not read.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wxr } from '../../support/build/export.js';
import { type Files, treeOf, workspace } from '../../support/build/workspace.js';
import { build, runSvc } from '../../support/cli/run-svc.js';
import { unprivileged } from '../../support/unprivileged.js';

const BASE = ['--base-url', 'https://harbour.example'];
const PAGE = '---\ntitle: Kiln\n---\n\nThe kiln is warm.\n';
const FILES: Files = {
  'export.xml': wxr([{ id: 1 }]),
  'export.zip': 'PK\u0003\u0004',
  'exports/export.xml': wxr([{ id: 1 }]),
  'content/kiln.md': PAGE,
  'content/cups/cup.md': PAGE,
  'public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'svc.config.json': '{"source":"content","publicDir":"public","html":"render"}',
};

/** Runs the program as a user who may not read a path; its rights come back. */
async function withoutAccess<T>(cwd: string, path: string, run: () => Promise<T>): Promise<T> {
  const file = join(cwd, path);
  return unprivileged(async () => {
    chmodSync(file, 0);
    return run().finally(() => chmodSync(file, 0o755));
  }, cwd);
}

it.each([
  ['export.xml', ['--source', 'export.xml'], 2],
  ['export.zip', ['--source', 'export.zip'], 2],
  ['exports/export.xml', ['--source', 'exports'], 2],
  ['svc.config.json', [], 2],
  ['content', [], 2],
  ['content/cups', [], 1],
  ['public/logo.svg', [], 1],
])('%s is named, with the way to mend it, and nothing is written', async (path, args, exit) => {
  const cwd = workspace(FILES);
  const before = treeOf(cwd);
  const { code, stderr } = await withoutAccess(cwd, path, () => runSvc(['build', ...args, ...BASE], { cwd }));
  const [error = '', fix] = stderr.trim().split('\n');
  expect({ code, error, fix }).toEqual({
    code: exit,
    error: expect.stringMatching(/can't be read|permission denied/),
    fix: expect.stringMatching(/rights?\b|permissions|readable|may (?:be )?read/),
  });
  expect(error).toMatch(new RegExp(`^error: ${path}: `));
  expect(treeOf(cwd)).toEqual(before);
});

it('a file of a previous build is named, and that build stays', async () => {
  const cwd = workspace(FILES);
  await build(BASE, { cwd });
  const before = treeOf(cwd);
  const { code, stderr } = await withoutAccess(cwd, 'out/llms.txt', () =>
    runSvc(['build', ...BASE], { cwd }),
  );
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: out\/llms\.txt: permission denied/)]);
  expect(treeOf(cwd)).toEqual(before);
});

it('a page is left out with a warning that names it', async () => {
  const cwd = workspace(FILES);
  const { warnings } = await withoutAccess(cwd, 'content/cups/cup.md', () => build(BASE, { cwd }));
  expect(warnings).toMatchObject([{ code: 'file-unreadable', file: 'cups/cup.md' }]);
});

it('an export is listed as unreadable by svc init', async () => {
  const cwd = workspace({ 'export.xml': FILES['export.xml'] as string });
  const { stdout } = await withoutAccess(cwd, 'export.xml', () => runSvc(['init', '--dry-run'], { cwd }));
  expect(stdout).toContain('not used export.xml (of another site, or unreadable)');
});
