import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../src/core/warnings.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { findProject } from '../../../../src/sources/project/find-project.js';
import { openSource, typeOfSource } from '../../../../src/sources/table.js';
import { page, siteWith } from '../../../support/sources/html/read-site.js';

const BASE = 'https://harbour.example';
const WORDS = 'A paragraph with some words about the harbour and its boats. '.repeat(4);
const CONFIG = { 'hugo.toml': `baseURL = "${BASE}/"\ntitle = "Harbour"\n` };

/** A built page. */
const html = (title: string, body = `<p>${WORDS}</p>`, head = '', after = '') =>
  page(
    `<nav>Menu</nav><main><h1>${title}</h1>${body}</main>${after}`,
    `<title>${title} | Harbour</title>${head}`,
  );
const md = (title: string, matter = '', body = WORDS) => `---\ntitle: ${title}\n${matter}\n---\n\n${body}\n`;

async function read(
  files: Readonly<Record<string, string>>,
  more: Partial<Parameters<typeof openSource>[0]> = {},
  config: Readonly<Record<string, string>> = CONFIG,
) {
  const path = siteWith({ ...config, ...files });
  const privacy = { allow: [], deny: [] };
  const source = await openSource({ type: 'auto', path, label: 'site', options: {}, privacy, ...more });
  const warnings = new Warnings();
  const entries: RawEntry[] = [];
  for await (const item of source.read({ warnings, timeZone: 'UTC' })) {
    if (item.kind === 'entry') entries.push(item.entry);
  }
  const byUrl = new Map(entries.map((entry) => [(entry.url ?? '').replace(BASE, ''), entry]));
  const messages = warnings.list().map(({ code, file, message }) => ({ code, file, message }));
  const codes = messages.map(({ code }) => code).filter((code) => code.startsWith('project-'));
  return { path, source, entries, byUrl, codes, messages };
}

const isOpen = ({ status, protected: isProtected, noindex }: RawEntry) =>
  status === 'publish' && !isProtected && !noindex;

it('pages that Jekyll only copies are read as built pages, without its parts', async () => {
  const { entries, codes } = await read(
    {
      'index.html': html('Harbour'),
      'knots.html': html('Knots'),
      '_draft.html': html('Draft'),
      'old/ropes.html': html('Ropes'),
    },
    {},
    { '_config.yml': 'exclude: [old/]\n' },
  );
  expect(entries.map(({ title }) => title)).toEqual(['Harbour', 'Knots']);
  expect(codes).toEqual([]);
});

describe('a built page with its source', () => {
  it('has text, title and address of the page, and facts of the source', async () => {
    const { byUrl, source, codes, entries } = await read({
      'content/tea.md': md(
        'Source title',
        'date: 2024-05-06\ntags: [leaf]\nauthor: Ada\ndescription: About tea.\nllms: false',
        '{{< price >}}',
      ),
      'public/index.html': html('Harbour'),
      'public/tea/index.html': html('Tea', `<p>${WORDS}<b>4 pounds</b></p>`),
    });
    expect(source.type).toBe('project');
    expect(byUrl.get('/tea/')).toMatchObject({
      title: 'Tea',
      key: 'public/tea/index.html',
      ref: 'public/tea/index.html',
      published: Date.UTC(2024, 4, 6) / 1000,
      terms: [{ taxonomy: 'tag', slug: 'leaf', name: 'leaf' }],
      authorKeys: ['ada'],
      description: 'About tea.',
      llms: false,
      format: 'html',
    });
    expect(byUrl.get('/tea/')?.body).toContain('<b>4 pounds</b>');
    expect(codes).toEqual(['project-unpaired-page']);
    const again: RawEntry[] = [];
    const wanted = new Set(['public/tea/index.html']);
    for await (const entry of source.readEntries(wanted, { warnings: new Warnings(), timeZone: 'UTC' }))
      again.push(entry);
    expect(again).toEqual(entries.filter(({ key }) => wanted.has(key)));
  });

  it('has its place in the navigation of the source', async () => {
    const canonical = (path: string) => `<link rel="canonical" href="${BASE}${path}">`;
    const files = {
      'docs/index.md': md('Harbour'),
      'docs/tea.md': md('Tea'),
      'site/index.html': html('Harbour', undefined, canonical('/')),
      'site/tea/index.html': html('Tea', undefined, canonical('/tea/')),
    };
    const nav = 'nav:\n  - index.md\n  - Drinks:\n    - tea.md\n';
    const { byUrl } = await read(files, {}, { 'mkdocs.yml': `site_name: Harbour\n${nav}` });
    expect(byUrl.get('/')).toMatchObject({ navOrder: 0 });
    expect(byUrl.get('/tea/')).toMatchObject({ navOrder: 1, section: 'Drinks' });
  });

  it.each([
    'draft: true',
    'password: x',
    'robots: noindex',
    'expiryDate: 2001-01-01',
    'access: members',
    'build:\n  list: never',
  ])('is as private as its source says: %s', async (matter) => {
    const { byUrl } = await read({
      'content/tea.md': md('Tea', matter),
      'content/cup.md': md('Cup'),
      'public/tea/index.html': html('Tea'),
      'public/cup/index.html': html('Cup'),
    });
    const tea = byUrl.get('/tea/') as RawEntry;
    expect(isOpen(tea) && tea.expires === undefined).toBe(false);
    expect(isOpen(byUrl.get('/cup/') as RawEntry)).toBe(true);
  });

  it('is as private as the page says', async () => {
    const { byUrl } = await read({
      'content/tea.md': md('Tea'),
      'public/tea/index.html': html('Tea', undefined, '<meta name="robots" content="noindex">'),
    });
    expect(byUrl.get('/tea/')?.noindex).toBe(true);
  });

  it('is found by its edit link, whatever its address', async () => {
    const edit = (path: string) =>
      `<footer><a href="https://git.example/o/n/edit/main/docs/${path}">Edit this page</a></footer>`;
    const { byUrl, codes } = await read({
      'content/a/one.md': md('Same title', 'draft: true'),
      'content/b/two.md': md('Same title', 'description: Two.'),
      'public/x/index.html': html('X', undefined, '', edit('content/a/one.md')),
      'public/y/index.html': html('Y', undefined, '', edit('content/b/two.md')),
    });
    expect(byUrl.get('/x/')?.status).toBe('draft');
    expect(byUrl.get('/y/')).toMatchObject({ status: 'publish', description: 'Two.' });
    expect(codes).toEqual([]);
  });

  it('is the file that the generator names, whatever its address and edit link', async () => {
    const edit =
      '<footer><a href="https://git.example/o/n/edit/main/content/b/two.md">Edit this page</a></footer>';
    const { byUrl, codes } = await read(
      {
        'content/a/one.md': md('Same title', 'draft: true'),
        'content/b/two.md': md('Same title', 'description: Two.'),
        'public/x/index.html': html('X', undefined, '', edit),
        'public/y/index.html': html('Y'),
      },
      { options: { pairs: { '/x/': 'content/a/one.md', '/y': 'content/b/two.md', '/z': '../secret.md' } } },
    );
    expect(byUrl.get('/x/')?.status).toBe('draft');
    expect(byUrl.get('/y/')).toMatchObject({ status: 'publish', description: 'Two.' });
    expect(codes).toEqual([]);
  });

  it('is named by text', async () => {
    const built = { 'content/tea.md': md('Tea'), 'public/tea/index.html': html('Tea') };
    const failed = read(built, { options: { pairs: { '/tea/': 3 } } });
    await expect(failed).rejects.toThrow("the source of /tea/ isn't a path");
  });

  it('is found by title and place, where only one fits', async () => {
    const { byUrl, codes } = await read({
      'content/deep/01-setup.md': md('Setting up', 'description: How to start.'),
      'content/en/intro.md': md('Introduction', 'description: English.'),
      'content/fr/intro.md': md('Introduction', 'description: French.'),
      'public/manual/setup/index.html': html('Setting up'),
      'public/manual/fr/intro/index.html': html('Introduction'),
      'public/manual/intro/index.html': html('Introduction'),
    });
    expect(byUrl.get('/manual/setup/')?.description).toBe('How to start.');
    expect(byUrl.get('/manual/fr/intro/')?.description).toBe('French.');
    expect(byUrl.get('/manual/intro/')?.description).toBeUndefined();
    expect(codes).toEqual(['project-source-without-page', 'project-unpaired-page']);
  });

  it('is found by its place alone, where only one fits', async () => {
    const { byUrl } = await read({
      'content/en/guide/setup.md': md('Setup', 'description: English.'),
      'content/notes/setup.md': md('Setup', 'description: Notes.'),
      'public/guide/setup/index.html': html('Set it up'),
      'public/ja/guide/setup/index.html': html('セットアップ'),
    });
    expect(byUrl.get('/guide/setup/')?.description).toBe('English.');
    expect(byUrl.get('/ja/guide/setup/')?.description).toBeUndefined();
  });
});

describe('an address that nothing else names', () => {
  const built = { 'public/tea.html': html('Tea'), 'public/cup.html': html('Cup') };

  it('is certain where the rules of the generator give the same', async () => {
    const sources = {
      'content/tea.md': md('Tea', 'url: /tea.html'),
      'content/cup.md': md('Cup', 'url: /cup.html'),
    };
    const { entries, messages } = await read({ ...built, ...sources });
    expect(entries.some(({ isAddressGuessed }) => isAddressGuessed)).toBe(false);
    expect(messages.map(({ code }) => code)).not.toContain('html-no-canonical');
  });

  it('is uncertain where they give another', async () => {
    const { byUrl, messages } = await read({
      ...built,
      'content/tea.md': md('Tea'),
      'content/cup.md': md('Cup'),
    });
    expect(byUrl.get('/tea.html')?.isAddressGuessed).toBe(true);
    expect(messages.map(({ code }) => code)).toContain('html-no-canonical');
  });
});

describe('in doubt', () => {
  it('a page that may be that of a hidden source is held back and named', async () => {
    const { byUrl, messages } = await read({
      'content/notes/merger.md': md('The merger', 'draft: true'),
      'content/broken/plan.md': '---\ntitle: "Plan\ndraft: true\n---\nText\n',
      'content/open.md': md('Open'),
      'public/open/index.html': html('Open'),
      'public/elsewhere/index.html': html('The merger'),
      'public/other/broken/plan/index.html': html('A plan'),
      'public/free/index.html': html('Free'),
    });
    expect([...byUrl].filter(([, entry]) => !isOpen(entry)).map(([url]) => url)).toEqual([
      '/elsewhere/',
      '/other/broken/plan/',
    ]);
    // The only page and the only file with this title are a pair.
    expect(byUrl.get('/elsewhere/')?.status).toBe('draft');
    expect(messages.filter(({ code }) => code === 'project-held-back').map(({ file }) => file)).toEqual([
      'content/broken/plan.md',
    ]);
    const [unpaired] = messages.filter(({ code }) => code === 'project-unpaired-page');
    expect(unpaired?.message).toContain('1 of 4 built pages have no source file (free/index.html)');
  });

  it('a page with the text of a draft is held back, under whatever title and address', async () => {
    const secret = 'Nobody may know yet that the *old* mill\nbecomes a school of music in spring.';
    const shown =
      '<p>Nobody may know yet that the <em>old</em> mill becomes a school of music in spring.</p>';
    const { byUrl, codes } = await read({
      'content/mill.md': md('The mill', 'draft: true', `${secret}\n`),
      'content/open.md': md('Open', '', `${WORDS}\n`),
      'content/later.md': md('Later', 'draft: true', `${WORDS}\n`),
      'public/open/index.html': html('Open'),
      'public/2020/plan/index.html': html('A plan of ours', shown),
      'public/free/index.html': html('Free'),
    });
    expect([...byUrl].filter(([, entry]) => !isOpen(entry)).map(([url]) => url)).toEqual(['/2020/plan/']);
    expect(codes).toContain('project-shows-held-back');
  });

  it('needs no source in a project that has none', async () => {
    const { codes, byUrl } = await read({ 'public/free/index.html': html('Free') });
    expect([...byUrl.keys()]).toEqual(['/free/']);
    expect(codes).toEqual([]);
  });

  it('a page that shows what its source restricts is held back and named', async () => {
    const secret = 'The price of the merger is nine hundred crowns.';
    const source = `${WORDS}\n\n{% members %}\n${secret}\n{% endmembers %}\n`;
    const { byUrl, messages } = await read({
      'content/shown.md': md('Shown', '', source),
      'content/cut.md': md('Cut', '', source),
      'public/shown/index.html': html('Shown', `<p>${WORDS}</p><div hidden></div><p>${secret}</p>`),
      'public/cut/index.html': html('Cut'),
    });
    expect(byUrl.get('/shown/')?.status).toBe('private');
    expect(isOpen(byUrl.get('/cut/') as RawEntry)).toBe(true);
    expect(messages.filter(({ code }) => code === 'project-shows-restricted')).toHaveLength(1);
  });
});

describe('the built folder', () => {
  const files = { 'content/tea.md': md('Tea'), 'public/tea/index.html': html('Tea') };

  it('that is older than a source is named', async () => {
    const { path, codes } = await read(files);
    expect(codes).not.toContain('project-outdated');
    utimesSync(join(path, 'public/tea/index.html'), 1_600_000_000, 1_600_000_000);
    const source = await openSource({ type: 'auto', path, label: 'site', options: {} });
    const warnings = new Warnings();
    for await (const _ of source.read({ warnings, timeZone: 'UTC' }));
    const [warning] = warnings.list().filter(({ code }) => code === 'project-outdated');
    expect(warning).toMatchObject({ message: expect.stringContaining('public/'), fix: 'Run "hugo" first.' });
  });

  it('that is missing is named with the command that writes it; the sources are read', async () => {
    const { source, messages, entries } = await read({
      'content/tea.md': md('Tea'),
      'package.json': '{"scripts":{"build":"x"}}',
    });
    expect(source.type).toBe('files');
    expect(entries).toHaveLength(1);
    const [warning] = messages.filter(({ code }) => code === 'project-not-built');
    expect(warning?.message).toContain('Hugo');
  });

  it('is not read with sourceOnly', async () => {
    const { source, entries, codes } = await read(files, { sourceOnly: true });
    expect(source.type).toBe('files');
    expect(entries.map(({ key }) => key)).toEqual(['content/tea.md']);
    expect(codes).toEqual([]);
  });

  it.each(['dist', 'build/site'])('may be named by the owner: %s', async (built) => {
    const { entries } = await read(
      { 'content/tea.md': md('Tea'), [`${built}/tea/index.html`]: html('Tea') },
      { type: 'project', options: { built, html: { exclude: ['x/**'] } } },
    );
    expect(entries.map(({ key }) => key)).toEqual([`${built}/tea/index.html`]);
  });

  it.each(['../x', '/etc', 7])('must be a folder of the project: %s', async (built) => {
    await expect(read(files, { type: 'project', options: { built } })).rejects.toThrow(
      "isn't a folder of the project",
    );
  });
});

describe('a generator whose sources aren’t read', () => {
  it.each([
    ['next.config.mjs', 'out', 'Next.js'],
    ['nuxt.config.ts', '.output/public', 'Nuxt'],
    ['antora-playbook.yml', 'build/site', 'Antora'],
    ['docs/.vuepress/config.js', 'docs/.vuepress/dist', 'VuePress'],
    ['rspress.config.ts', 'doc_build', 'Rspress'],
    ['svelte.config.js', 'build', 'SvelteKit'],
    ['_quarto.yml', 'docs', 'Quarto'],
    ['bridgetown.config.yml', 'output', 'Bridgetown'],
    ['retype.yml', '.retype', 'Retype'],
    ['docfx.json', '_site', 'DocFX'],
    ['dendron.yml', 'docs', 'Dendron'],
    ['_cobalt.yml', '_site', 'Cobalt'],
    ['input/config/site.config.json', 'output', 'Publii'],
  ])('%s: pages of %s are public by their own marks', async (config, built, label) => {
    const path = siteWith({
      [config]: '',
      [`${built}/index.html`]: html('Home'),
      [`${built}/a.html`]: html('A'),
      'notes.md': md('Notes'),
    });
    expect(await typeOfSource(path)).toBe('project');
    const source = await openSource({ type: 'auto', path, label: 'site', options: {} });
    const warnings = new Warnings();
    const keys: string[] = [];
    for await (const item of source.read({ warnings, timeZone: 'UTC' }))
      if (item.kind === 'entry') keys.push(item.entry.key);
    expect(keys).toEqual([`${built}/a.html`, `${built}/index.html`]);
    const [unread] = warnings.list().filter(({ code }) => code === 'project-sources-unread');
    expect(unread?.message).toContain(label);
  });

  it('isn’t built where a folder has a few pages beside many sources', async () => {
    const sources = Object.fromEntries('abcdefghi'.split('').map((name) => [`${name}.qmd`, '# A']));
    const path = siteWith({
      '_quarto.yml': '',
      'docs/a.html': html('A'),
      'docs/b.html': html('B'),
      ...sources,
    });
    expect(await findProject(path)).toMatchObject({ label: 'Quarto', built: undefined });
  });

  it('tells configurations of one name apart by their text', async () => {
    const labelOf = async (files: Readonly<Record<string, string>>) =>
      (await findProject(siteWith({ 'index.md': md('Home'), ...files })))?.label;
    expect(await labelOf({ 'conf.py': 'BLOG_TITLE = "Tea"\n' })).toBe('Nikola');
    expect(await labelOf({ 'conf.py': 'extensions = []\n' })).toBe('Sphinx');
    expect(await labelOf({ '_config.ts': 'import lume from "lume/mod.ts";' })).toBe('Lume');
    expect(await labelOf({ '_config.ts': 'export default {}' })).toBeUndefined();
    expect(await labelOf({ 'config.rb': 'css_dir = "css"\n' })).toBeUndefined();
    expect(await labelOf({ 'src/Main.hs': 'import Hakyll\n' })).toBe('Hakyll');
    expect(await labelOf({ 'src/Main.hs': 'main = pure ()\n' })).toBeUndefined();
    expect(await labelOf({ 'config/system.yaml': 'home:\n  alias: /home\n' })).toBe('Grav');
    expect(await labelOf({ 'config/system.yaml': 'debug: true\n' })).toBeUndefined();
  });

  it.each([
    ['pelicanconf.py', "SITENAME = 'Tea'\n", 'output'],
    ['quartz.config.yaml', 'configuration:\n  pageTitle: Tea\n', 'public'],
  ])('is recognised by %s alone', async (config, text, built) => {
    const path = siteWith({ [config]: text, 'content/a.md': md('A'), [`${built}/a.html`]: html('A') });
    expect(await typeOfSource(path)).toBe('project');
  });

  it('is built by the script that writes pages', async () => {
    const commandOf = async (config: string, scripts: Readonly<Record<string, string>>) =>
      (await findProject(siteWith({ [config]: '', 'package.json': JSON.stringify({ scripts }) })))
        ?.buildCommand;
    const scripts = { build: 'nuxt build', generate: 'nuxt generate' };
    expect(await commandOf('nuxt.config.ts', scripts)).toBe('npm run generate');
    expect(await commandOf('nuxt.config.ts', { build: 'nuxt build' })).toBe('npx nuxt generate');
    expect(await commandOf('next.config.mjs', scripts)).toBe('npm run build');
  });

  it('has to be built where its own code decides about addresses', async () => {
    const path = siteWith({
      'gatsby-config.js': 'module.exports = {}',
      'gatsby-node.js': 'exports.createPages = ({ actions }) => actions.createPage(pageOf(x));',
      'src/pages/tea.md': md('Tea'),
    });
    await expect(openSource({ type: 'auto', path, label: 'site', options: {} })).rejects.toMatchObject({
      code: 'SVC_SOURCE_NOT_BUILT',
    });
  });

  it.each([
    ['Grav', 'user/config/system.yaml', 'pages:\n  theme: tea\n', 'user/pages/01.tea/default.md'],
    ['Statamic', 'config/statamic/editions.php', '', 'content/collections/posts/2024-01-01.tea.md'],
    ['Kirby', 'content/site.txt', 'Title: Tea\n', 'content/1_tea/note.md'],
  ])('%s: asks for the pages, since a server writes them', async (label, config, text, page) => {
    const scripts = JSON.stringify({ scripts: { build: 'vite build' } });
    const path = siteWith({ [config]: text, [page]: md('Tea'), 'package.json': scripts });
    await expect(openSource({ type: 'auto', path, label: 'site', options: {} })).rejects.toMatchObject({
      code: 'SVC_SOURCE_NOT_BUILT',
      message: expect.stringContaining(label),
      fix: expect.stringMatching(/^Save the pages/),
    });
  });

  it('has to be built, unless its files are wanted as they are', async () => {
    const path = siteWith({ 'next.config.js': 'export default {}', 'content/tea.md': md('Tea') });
    const request = { type: 'auto', path, label: 'site', options: {} } as const;
    await expect(openSource(request)).rejects.toMatchObject({
      code: 'SVC_SOURCE_NOT_BUILT',
      fix: expect.stringContaining('npx next build'),
    });
    expect((await openSource({ ...request, sourceOnly: true })).type).toBe('files');
  });

  it.each([
    ['config.rb', 'activate :blog\n', '"bundle exec middleman build" writes to build/'],
    ['config.yaml', "carpentry: 'swc'\n", 'writes to site/docs/'],
    ['fern/docs.yml', 'navigation: []\n', 'Save the pages of the site'],
    ['content/contents.lr', '', '"lektor build -O build" writes to build/'],
  ])('has to be built with %s, whose generator has no rules here', async (config, text, fix) => {
    const path = siteWith({ [config]: text, 'pages/tea.md': md('Tea') });
    await expect(openSource({ type: 'auto', path, label: 'site', options: {} })).rejects.toMatchObject({
      code: 'SVC_SOURCE_NOT_BUILT',
      fix: expect.stringContaining(fix),
    });
  });
});
