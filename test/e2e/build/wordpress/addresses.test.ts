import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Item, OLD, wxr } from '../../../support/build/export.js';
import { filesIn, text, workspace } from '../../../support/build/workspace.js';
import { build } from '../../../support/cli/run-svc.js';

const SETTINGS = JSON.stringify({ post_types: ['post', 'page', 'route'] });
const ARGS = ['--base-url', 'https://tea.example', '--out', 'out'];

async function twins(xml: string, options?: object) {
  const source = { type: 'wxr', path: 'export.xml', ...(options && { options }) };
  const cwd = workspace({
    'export.xml': xml,
    'svc.settings.json': SETTINGS,
    'svc.config.json': JSON.stringify({ source }),
  });
  const report = await build(ARGS, { cwd });
  const files = filesIn(join(cwd, 'out')).filter(
    (file) => file.endsWith('.md') && !/^(?:auth|sitemap|index|)\.md$/.test(file),
  );
  return { cwd, files, report };
}

const withoutLinks = (items: readonly Item[]) =>
  wxr(items).replace(/<link>(?!https:\/\/old\.example<)[^<]*<\/link>/g, '');
const guid = (address: string) => ({ more: `<guid isPermaLink="false">${address}</guid>` });

describe('an export without <link>', () => {
  const items: readonly Item[] = [
    {
      id: 1,
      slug: 'tea',
      body: 'See <a href="https://old.example/?p=2">the page</a>.',
      ...guid(`${OLD}/?p=1`),
    },
    { id: 2, slug: 'about', type: 'page' },
    { id: 3, slug: '%e8%87%aa', type: 'route' },
    { id: 4, slug: 'dated', ...guid(`${OLD}/2024/05/dated/`) },
    { id: 5, slug: '' },
    { id: 6, slug: 'secret', status: 'draft' },
    { id: 7, slug: 'team', type: 'page', parent: 2 },
    { id: 8, slug: 'below', parent: 2 },
  ];

  it('keeps its entries, under addresses made from their slugs, and says so', async () => {
    const { cwd, files, report } = await twins(withoutLinks(items));
    expect(files).toEqual([
      '2024/05/dated.md',
      'about.md',
      'about/team.md',
      'below.md',
      'route/自.md',
      'tea.md',
    ]);
    expect(text(cwd, 'out/tea.md')).toContain('[the page](https://tea.example/about');
    const warning = report.warnings.find(({ code }) => code === 'wxr-link-missing');
    expect(warning).toMatchObject({ count: 7, fix: expect.stringContaining('"permalinks"') });
  });

  it('puts a page below the address of its parent', async () => {
    const link = `<link>${OLD}/en/about/</link>`;
    const xml = withoutLinks(items).replace('<wp:post_id>2<', `${link}<wp:post_id>2<`);
    expect((await twins(xml)).files).toContain('en/about/team.md');
  });

  it('follows the patterns of the owner', async () => {
    const { files } = await twins(withoutLinks(items), { permalinks: { post: '/{year}/{slug}/' } });
    expect(files).toEqual([
      '2026/below.md',
      '2026/dated.md',
      '2026/tea.md',
      'about.md',
      'about/team.md',
      'route/自.md',
    ]);
  });
});

it('an export whose head has no address takes that of its first entry', async () => {
  const xml = wxr([
    { id: 1, slug: 'tea' },
    { id: 2, slug: 'milk' },
  ]).replaceAll(`>${OLD}</`, '>http:</');
  const { files, report } = await twins(xml);
  expect(files).toEqual(['milk.md', 'tea.md']);
  expect(report.warnings).toEqual([]);
});
