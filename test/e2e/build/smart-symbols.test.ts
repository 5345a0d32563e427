import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text, workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

const PAGE = [
  '# Signs',
  'Tea(tm) (c) 2026, (r), c/o Ada, +/- 1/2 cup, a =/= b, in --> out, <-- back, <--> both, 11/2, 7/8.',
  '<!-- a comment --> [x](https://tea.example/1/2/(c)) and `(c) -->`, <span title="(c)">1st</span>.',
].join('\n\n');

async function twinOf(extensions: string) {
  const cwd = workspace({
    'mkdocs.yml': `site_name: Tea\nmarkdown_extensions:\n${extensions}`,
    'docs/signs.md': PAGE,
  });
  await build(['.', '--base-url', 'https://harbour.example'], { cwd });
  return text(join(cwd, 'out/signs.md'));
}

it('smart symbols of MkDocs are written as the site shows them, outside of code and addresses', async () => {
  const twin = await twinOf('  - pymdownx.smartsymbols\n');
  expect(twin).toContain('Tea™ © 2026, ®, ℅ Ada, ± ½ cup, a ≠ b, in → out, ← back, ↔ both, 11/2, ⅞.');
  expect(twin).toContain('(https://tea.example/1/2/(c)) and `(c) -->`, 1st.');
});

it('smart symbols stay as they are where they are switched off, or the extension is', async () => {
  const some = await twinOf('  - pymdownx.smartsymbols:\n      copyright: false\n      fractions: false\n');
  expect(some).toContain('Tea™ (c) 2026, ®, ℅ Ada, ± 1/2 cup');
  expect(await twinOf('  - admonition\n')).toContain('Tea(tm) (c) 2026, (r), c/o Ada, +/- 1/2 cup');
});
