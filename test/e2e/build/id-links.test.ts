import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wxr } from '../../support/build/export.js';
import { text, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, runSvc } from '../../support/cli/run-svc.js';

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

describe('the page that WordPress makes for a file', () => {
  const site = (parent: string, link = 'https://tea.example/green/leaf-2/') =>
    wxr([
      {
        id: 1,
        slug: 'links',
        body: '<p><a href="/green/leaf-2">leaf</a> and <a href="https://tea.example/">home</a></p>',
      },
      { id: 2, slug: 'green', status: parent },
      {
        id: 3,
        type: 'attachment',
        status: 'inherit',
        parent: 2,
        link,
        more: '<wp:attachment_url>https://files.example/leaf.jpg</wp:attachment_url>',
      },
    ]);
  const twinOf = async (cwd: string) => {
    await build(ARGS, { cwd });
    return text(join(cwd, 'out/links.md'));
  };

  it('is nowhere on the built site: links to it lead to the file, also when the page becomes known later', async () => {
    const cwd = workspace({ 'export.xml': site('publish', 'https://tea.example/elsewhere/') });
    expect(await twinOf(cwd)).toMatch(/\[leaf\]\(https:\/\/tea\.example\/green\/leaf-2(?:\.md|\/)?\)/);
    writeFiles(cwd, { 'export.xml': site('publish') });
    expect(await twinOf(cwd)).toContain('[leaf](https://files.example/leaf.jpg)');
  });

  it('does not tell the file of a page that is not public', async () => {
    expect(await twinOf(workspace({ 'export.xml': site('draft') }))).not.toContain('leaf.jpg');
  });

  it('has no address of its own where a parameter names it', async () => {
    const cwd = workspace({ 'export.xml': site('publish', 'https://tea.example/?attachment_id=3') });
    expect(await twinOf(cwd)).not.toContain('leaf.jpg');
  });
});

describe('links to an earlier address', () => {
  const FORMER = /\[old\]\(https:\/\/tea\.example\/green(?:\.md|\/)?#top\)/;

  it.each([
    'aliases: [/old/, Matcha]',
    'redirect_from: /old/',
    'redirect_from:\n  - https://tea.example/old',
  ])('of front matter lead to the page: %s', async (line) => {
    const page = (more: string, body: string) => `---\ntitle: Page\n${more}\n---\n\n${body}\n`;
    const files = (green: string) => ({
      'content/green.md': page(green, 'Leaves.'),
      'content/links.md': page('x: y', 'See the [old](/old/#top) page.'),
    });
    const cwd = workspace(files(line));
    const args = ['--source', 'content', '--base-url', 'https://tea.example'];
    await build(args, { cwd });
    expect(text(join(cwd, 'out/links.md'))).toMatch(FORMER);
    writeFiles(cwd, { 'content/green.md': files('x: y')['content/green.md'] });
    const { warnings } = await build(args, { cwd });
    expect(text(join(cwd, 'out/links.md'))).toContain('[old](https://tea.example/old/#top)');
    expect(warnings.map(({ code }) => code)).toContain('links-broken');
  });

  it('of an export too, also after an import', async () => {
    const cwd = workspace({
      'export.xml': wxr([
        { id: 1, slug: 'links', body: '<a href="https://old.example/old/#top">old</a>' },
        { id: 2, slug: 'green', meta: { _wp_old_slug: 'old' } },
      ]),
    });
    await build(ARGS, { cwd });
    const twin = text(join(cwd, 'out/links.md'));
    expect(twin).toMatch(FORMER);
    const imported = await runSvc(['import', 'export.xml', '--to', 'content'], { cwd });
    expect(imported.code).toBe(0);
    await build(['--source', 'content', '--base-url', 'https://tea.example', '--out', 'second'], { cwd });
    expect(text(join(cwd, 'second/links.md'))).toBe(twin);
  });

  it('go to the page that has the address now', async () => {
    const cwd = workspace({
      'content/green.md': '---\ntitle: Green\naliases: [/black/]\n---\n\nLeaves.\n',
      'content/black.md': '---\ntitle: Black\n---\n\nSee [this](/black/).\n',
    });
    await build(['--source', 'content', '--base-url', 'https://tea.example'], { cwd });
    expect(text(join(cwd, 'out/black.md'))).toContain('(https://tea.example/black/)');
  });
});
