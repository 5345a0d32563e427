import { join } from 'node:path';
import { expect, it } from 'vitest';
import { build } from '../../support/cli/run-svc.js';
import { wxr } from '../../support/pipeline/export.js';
import { text, workspace, writeFiles } from '../../support/pipeline/workspace.js';

const ARGS = ['--source', 'export.xml', '--base-url', 'https://tea.example', '--out', 'out'];
const pages = (slug: string, status = 'publish') =>
  wxr([
    { id: 1, slug: 'links', body: 'See <a href="https://tea.example/?p=2">the other</a>.' },
    { id: 2, slug, status },
  ]);

it('a link by id follows its target when that moves, and when it is hidden', async () => {
  const cwd = workspace({ 'export.xml': pages('green') });
  await build(ARGS, { cwd });
  expect(text(join(cwd, 'out/links.md'))).toMatch(
    /\[the other\]\(https:\/\/tea\.example\/green(?:\.md|\/)?\)/,
  );
  writeFiles(cwd, { 'export.xml': pages('black') });
  await build(ARGS, { cwd });
  expect(text(join(cwd, 'out/links.md'))).toMatch(
    /\[the other\]\(https:\/\/tea\.example\/black(?:\.md|\/)?\)/,
  );
  writeFiles(cwd, { 'export.xml': pages('black', 'draft') });
  await build(ARGS, { cwd });
  expect(text(join(cwd, 'out/links.md'))).not.toContain('black');
});
