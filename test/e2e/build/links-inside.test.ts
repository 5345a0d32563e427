import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wxr } from '../../support/build/export.js';
import { type BuiltSite, brokenLinks, countLinks, type SiteLink } from '../../support/build/site-links.js';
import { text, workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

const FIXTURES = resolve('fixtures');
const DATA = resolve('../shared/data');

interface Case {
  readonly source: object;
  readonly url?: string;
  /** A built site, which is deployed with the output. */
  readonly siteDir?: string;
  /** Addresses that the source itself links to and that it doesn't have. */
  readonly faults?: readonly string[];
}

const built = (path: string, more: Partial<Case> = {}): Case => ({
  source: { type: 'html', path },
  siteDir: path,
  ...more,
});
const source = (path: string, faults: readonly string[] = []): Case => ({
  source: { path: join(FIXTURES, path) },
  faults,
});

/** Builds a site with its pages. */
async function buildSite({ source, siteDir, url = 'https://site.example' }: Case): Promise<BuiltSite> {
  const config = {
    site: { url, name: 'Site' },
    source,
    ...(siteDir === undefined ? { html: 'render' } : { siteDir }),
  };
  const cwd = workspace({ 'svc.config.json': JSON.stringify(config) });
  await build([], { cwd });
  return { out: join(cwd, 'out'), base: url, folders: siteDir === undefined ? [] : [siteDir] };
}

/** The addresses of broken links, without those that the source itself has. */
function pathsOf(links: readonly SiteLink[], base: string): readonly string[] {
  return [...new Set(links.map(({ file, url }) => new URL(url, `${base}/${file}`).href.replace(/#.*$/, '')))]
    .map((url) => url.replace(base, ''))
    .sort();
}

describe('no document, twin or page of a build links to a page that the site lacks', () => {
  it.each<[string, Case]>([
    ['Hugo', source('files/hugo')],
    ['Jekyll', source('files/jekyll', ['/rules/'])],
    ['Astro', source('files/astro')],
    ['a content folder', source('files/plain')],
    ['Eleventy', source('files/eleventy')],
    ['Hexo', source('generators/hexo')],
    ['VitePress', source('generators/vitepress')],
    ['Ghost', source('ghost/tideline.json')],
    ['an old Ghost', source('ghost/old-mill.json', ['/grinding-day/'])],
    ['WordPress', source('wxr/workshop-part-1.xml')],
    ['WordPress with extensions', source('wxr/extensions.xml', ['/about/', '/bookings/', '/elsewhere/'])],
    ['an old WordPress', source('wxr/old-1.0.xml')],
    ['a built blog', built(join(FIXTURES, 'html/blog'), { faults: ['/tags/bells/'] })],
    ['built documentation', built(join(FIXTURES, 'html/docs'), { url: 'https://site.example/manual' })],
    ['an old built site', built(join(FIXTURES, 'html/old'))],
  ])('%s', async (_, one) => {
    const site = await buildSite(one);
    expect(countLinks(site)).toBeGreaterThan(50);
    expect(pathsOf(brokenLinks(site), site.base)).toEqual(one.faults ?? []);
  });

  it.skipIf(!existsSync(DATA)).each([
    ['redux', 'https://redux.example'],
    ['vitepress', 'https://vitepress.dev'],
    ['mkdocs-material', 'https://squidfunk.github.io/mkdocs-material'],
    ['eleventy-base-blog', 'https://example.com'],
  ])('%s, but for the links that its own pages have', async (name, url) => {
    const folder = join(DATA, 'sites', name, 'built');
    const site = await buildSite(built(folder, { url }));
    expect(countLinks(site)).toBeGreaterThan(50);
    const own = pathsOf(brokenLinks({ out: folder, base: url }), url);
    expect(pathsOf(brokenLinks(site), url).filter((path) => !own.includes(path))).toEqual([]);
  });
});

it('links of WordPress by id, earlier slug and attachment lead inside the site', async () => {
  const links = [
    '/?p=2',
    '/?page_id=3#top',
    '/index.php?p=2',
    '/verdant/',
    '/?attachment_id=4',
    '/green/leaf/',
    '/green',
  ];
  const body = links
    .map((to, at) => `<a href="${at % 2 === 0 ? 'https://old.example' : ''}${to}">link ${at}</a>`)
    .join(' and ');
  const root = workspace({
    'export.xml': wxr([
      { id: 1, slug: 'links', body: `<p>Words with ${body}.</p>` },
      { id: 2, slug: 'green', body: '<p>Green tea.</p>', meta: { _wp_old_slug: 'verdant' } },
      { id: 3, slug: 'about', type: 'page', body: '<p>About tea.</p>' },
      {
        ...{
          id: 4,
          type: 'attachment',
          status: 'inherit',
          parent: 2,
          link: 'https://old.example/green/leaf/',
        },
        more: '<wp:attachment_url>https://old.example/files/leaf.jpg</wp:attachment_url>',
      },
    ]),
  });
  const site = await buildSite({ source: { path: join(root, 'export.xml') } });
  expect(brokenLinks(site)).toEqual([]);
  const twin = text(site.out, 'links.md');
  const found = [...twin.matchAll(/\[link \d\]\(https:\/\/site\.example([^)]*)\)/g)].map(([, path]) => path);
  expect(found).toEqual([
    '/green/',
    '/about/#top',
    '/green/',
    '/green/',
    '/files/leaf.jpg',
    '/files/leaf.jpg',
    '/green',
  ]);
});

describe('links by the names of files and folders lead to pages', () => {
  const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;
  const CONTENT = {
    'start.md': page(
      'Start',
      'Words [a](guide/ring%20numbers.md) [b](<guide/ring numbers.md#how>) [c][r] [d](guide/README.md) [e](guide/) [f](guide) ' +
        '[g](./guide/plain.md?x=1) <a href="guide/plain.md">h</a> [i](guide/plain)\n\n[r]: <guide/ring numbers.md>',
    ),
    'guide/README.md': page(
      'Guide',
      'Words [up](../start.md) [ring](<ring numbers.md>) [plain](plain) [self](README.md)',
    ),
    'guide/ring numbers.md': page(
      'Ring numbers',
      '## How\n\nWords [g](../guide/) [h](README.md) [j](../guide/README.md) [k](plain.md#x) [up](../start.md)',
    ),
    'guide/plain.md': page('Plain', 'Plain words.'),
  };
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['a content folder', '.', {}],
    ['Hugo', 'content', { 'hugo.toml': 'title = "T"\n' }],
    ['MkDocs', 'docs', { 'mkdocs.yml': 'site_name: T\n' }],
    ['VitePress', 'docs', { 'docs/.vitepress/config.mts': 'export default { cleanUrls: true }\n' }],
    ['Docusaurus', 'docs', { 'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };\n' }],
    [
      'mdBook',
      'src',
      {
        'book.toml': '[book]\ntitle = "T"\n',
        'src/SUMMARY.md':
          '- [Start](start.md)\n- [Guide](guide/README.md)\n- [Ring](<guide/ring numbers.md>)\n- [Plain](guide/plain.md)\n',
      },
    ],
    ['Jekyll', '.', { '_config.yml': 'title: T\n' }],
    ['Eleventy', '.', { 'eleventy.config.js': 'export default () => ({});\n' }],
    [
      'Starlight',
      'src/content/docs',
      { 'astro.config.mjs': 'export default { integrations: [starlight({ title: "T" })] };\n' },
    ],
    ['Zola', 'content', { 'config.toml': 'base_url = "https://site.example"\n' }],
    ['Obsidian', '.', { '.obsidian/app.json': '{}' }],
    [
      'Hexo',
      'source',
      { '_config.yml': 'title: T\npermalink: :title/\n', 'package.json': '{"dependencies":{"hexo":"7"}}' },
    ],
  ])('%s', async (_, folder, files) => {
    const content = Object.entries(CONTENT).map(([file, text]) => [join(folder, file), text]);
    const root = workspace({ ...files, ...Object.fromEntries(content) });
    const site = await buildSite({ source: { path: root } });
    expect(countLinks(site)).toBeGreaterThan(100);
    expect(brokenLinks(site)).toEqual([]);
  });
});
