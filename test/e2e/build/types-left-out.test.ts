import { expect, it } from 'vitest';
import { workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

it('pages of a folder whose type is not chosen are named with the setting; those of a restricted type are not', async () => {
  const cwd = workspace({
    'content/open.md': '# Open\n\nText.',
    'content/learn.md': '---\ntype: learn\n---\nText.',
    'content/members.md': '---\ntype: members-only\n---\nText.',
  });
  const { warnings } = await build(
    ['--source', 'content', '--base-url', 'https://tea.example', '--out', 'out'],
    { cwd },
  );
  const warning = warnings.find(({ code }) => code === 'types-left-out');
  expect(warning?.message).toMatch(/: "learn"\.$/);
  expect(warning?.fix).toContain('["post","page","learn"]');
});
