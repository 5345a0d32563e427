import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, text, workspace, writeFiles } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

const WORDS = 'Boats go at noon and come back at dusk, and the harbour master writes it all down. '.repeat(4);
const md = (title: string, matter = '') => `---\ntitle: ${title}\n${matter}---\n\n{{< words >}}\n`;
const html = (title: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav>` +
  `<main><h1>${title}</h1><p>${WORDS}</p></main></body></html>`;

const PROJECT = {
  'site/hugo.toml': 'baseURL = "https://harbour.example/"\n',
  'site/content/tea.md': md('Tea', 'date: 2024-05-06\ntags: [leaf]\n'),
  'site/content/secret.md': md('Secret', 'draft: true\n'),
  'pages/index.html': html('Harbour'),
  'pages/tea/index.html': html('Tea'),
  'pages/secret/index.html': html('Secret'),
};
const ARGS = ['--source', 'site', '--site', 'pages', '--base-url', 'https://harbour.example'];

describe('a project whose built site is elsewhere', () => {
  it('is read with the pages of the named folder, and again from the cache', async () => {
    const cwd = workspace(PROJECT);
    const { warnings } = await build(ARGS, { cwd });
    expect(warnings.map(({ code }) => code)).not.toContain('project-not-built');
    const twin = text(cwd, 'out/tea.md');
    expect(twin).toContain('Boats go at noon');
    expect(twin).toMatch(/leaf/);
    expect(filesIn(join(cwd, 'out'))).toContain('tea/index.html');
    expect(filesIn(join(cwd, 'out')).filter((file) => file.includes('secret'))).toEqual([]);
    writeFiles(cwd, { 'pages/tea/index.html': html('Tea').replaceAll('noon', 'dawn') });
    await build(ARGS, { cwd });
    expect(text(cwd, 'out/tea.md')).toContain('Boats go at dawn');
    expect(filesIn(join(cwd, 'out')).filter((file) => file.includes('secret'))).toEqual([]);
  });

  it('keeps the folder of its own where the named one has no pages', async () => {
    const cwd = workspace({
      ...PROJECT,
      'site/public/index.html': html('Harbour'),
      'site/public/tea/index.html': html('Tea'),
      'assets/logo.txt': 'A logo.',
    });
    await build([...ARGS, '--site', 'assets'], { cwd });
    expect(text(cwd, 'out/tea.md')).toContain('Boats go at noon');
  });
});
