import { expect, it } from 'vitest';
import { text, workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

const page = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\n\nText about tea.\n`;

it.each([
  ['by its home page', page('The tea house'), '# The tea house'],
  ['by its address where the title names nothing', page('Home'), '# https://tea.example/'],
  [
    'by its address where the home page isn’t public',
    page('The tea house', 'draft: true\n'),
    '# https://tea.example/',
  ],
])('a folder without a name is named %s', async (_, home, heading) => {
  const cwd = workspace({ 'content/index.md': home, 'content/a.md': page('A') });
  await build(['content', '--base-url', 'https://tea.example'], { cwd });
  expect(text(cwd, 'out/llms.txt').split('\n')[0]).toBe(heading);
});

it('a folder that nothing names has the name of its owner in the feed too', async () => {
  const cwd = workspace({
    'content/a.md': page('A'),
    'svc.settings.json': '{"identity": {"name": "Mia & Tea"}}',
  });
  await build(['content', '--base-url', 'https://tea.example'], { cwd });
  expect(text(cwd, 'out/feed.xml')).toContain('<title>Mia &amp; Tea</title>');
});
