import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, readFolder } from '../../../support/sources/files/read-folder.js';

const page = '---\ntitle: Tea\n---\n\nText about tea.\n';
const DOCUSAURUS =
  "import { route } from './route'; export default { presets: [['classic', { docs: { routeBasePath: route } }]] };";

const outside = folderWith({
  'hugo.toml': 'title = "Secret"',
  'blog.json': '{"draft": true}',
  'authors.yml': 'ann:\n  name: Secret\n',
  'route.ts': "export const route = 'secret'",
});

/** A project in which one file is a link to a file outside. */
function linked(files: Readonly<Record<string, string>>, link: string, target: string): string {
  const root = folderWith(files);
  mkdirSync(join(root, link, '..'), { recursive: true });
  symlinkSync(join(outside, target), join(root, link));
  return root;
}

describe('a configuration or data file that is a link out of the project', () => {
  it.each([
    ['the configuration', { 'content/tea.md': page }, 'hugo.toml', 'hugo.toml'],
    [
      'a file of the configuration folder',
      { 'hugo.toml': '', 'content/tea.md': page },
      'config/_default/params.toml',
      'hugo.toml',
    ],
    [
      'data that marks drafts',
      { 'eleventy.config.js': '', 'blog/tea.md': page },
      'blog/blog.json',
      'blog.json',
    ],
    [
      'an imported program',
      { 'docusaurus.config.js': DOCUSAURUS, 'docs/a.md': page },
      'route.ts',
      'route.ts',
    ],
    [
      'the list of people',
      {
        'docusaurus.config.js': 'export default {};',
        'blog/2024-05-06-a.md': '---\nauthors: [ann]\n---\n\nText.\n',
      },
      'blog/authors.yml',
      'authors.yml',
    ],
  ])('stops the reading with its name: %s', async (_, files, link, target) => {
    const root = linked(files, link, target);
    await expect(readFolder(root)).rejects.toMatchObject({
      code: 'SVC_SOURCE_MALFORMED',
      location: { file: join(root, link) },
      fix: expect.stringContaining('Replace the link with the file itself'),
    });
  });

  it('is read where it leads to a file of the project, or to none', async () => {
    const root = folderWith({
      'eleventy.config.js': '',
      'data/blog.json': '{"draft": true}',
      'blog/tea.md': page,
    });
    symlinkSync('../data/blog.json', join(root, 'blog/blog.json'));
    symlinkSync('nowhere.json', join(root, 'blog/tea.json'));
    const { entries } = await readFolder(root);
    expect(entries.map(({ status }) => status)).toEqual(['draft']);
  });
});
