import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../src/core/warnings.js';
import { isOpen } from '../../../../src/sources/is-open.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { openSource } from '../../../../src/sources/table.js';
import { page, siteWith } from '../../../support/sources/html/read-site.js';

const NOW = 1_700_000_000;
const BASE = 'https://harbour.example';
const WORDS = 'A paragraph with some words about the harbour and its boats. '.repeat(4);
const SECRET = 'Canary merger';
const EXCERPT = 'The quay will be sold to strangers next spring.';

const html = (title: string, body = `<p>${WORDS}</p>`, head = '') =>
  page(`<main><h1>${title}</h1>${body}</main>`, `<title>${title} | Harbour</title>${head}`);
const md = (title: string, matter = '', body = WORDS) => `---\ntitle: ${title}\n${matter}\n---\n\n${body}\n`;

/** A site of Hugo that was built with its drafts. */
function build(files: Readonly<Record<string, string>>, matter = 'draft: true') {
  return read({
    'hugo.toml': `baseURL = "${BASE}/"\ntitle = "Harbour"\n`,
    'content/posts/merger.md': md(SECRET, `tags: [Rare birds]\n${matter}`, EXCERPT),
    'content/posts/tea.md': md('Tea', 'tags: [Leaf]'),
    'public/posts/merger/index.html': html(SECRET, `<p>${EXCERPT} ${WORDS}</p>`),
    'public/posts/tea/index.html': html('Tea'),
    ...files,
  });
}

/** All pages are read twice, as in a build. */
async function read(files: Readonly<Record<string, string>>) {
  const path = siteWith(files);
  const source = await openSource({ type: 'project', path, label: 'site', options: {}, now: NOW });
  const context = { warnings: new Warnings(), timeZone: 'UTC' };
  const first: RawEntry[] = [];
  let site = '';
  for await (const item of source.read(context)) {
    if (item.kind === 'entry') first.push(item.entry);
    if (item.kind === 'site') site += JSON.stringify(item.site);
  }
  const again: RawEntry[] = [];
  for await (const entry of source.readEntries(new Set(first.map(({ key }) => key)), context))
    again.push(entry);
  const byKey = (one: RawEntry, other: RawEntry) => (one.key < other.key ? -1 : 1);
  expect(again.sort(byKey)).toEqual(first.sort(byKey));
  const open = again.filter((one) => isOpen(one) && one.expires === undefined && (one.published ?? 0) < NOW);
  const codes = context.warnings.list().map(({ code }) => code);
  return {
    codes,
    urls: open.map(({ url }) => url?.replace(BASE, '')),
    text: JSON.stringify(open.map(({ seen: _, ...rest }) => rest)),
    site,
  };
}

const ABOUT = 'Everything that was written down here over the years, in order of time. '.repeat(3);
const list = (items: string, title = 'Posts') => html(title, `<p>${ABOUT}</p>${items}`);
const link = `<a href="/posts/merger/">${SECRET}</a>`;
const tea = '<a href="/posts/tea/">Tea</a>';

describe('a list with a page that its source holds back', () => {
  it.each([
    ['items', `<ul><li>${link} <p>${EXCERPT}</p></li><li>${tea}</li></ul>`],
    ['one item', `${tea}<ul><li>${link}</li></ul>`],
    ['rows', `<table><tr><td>2024</td><td>${link}</td></tr><tr><td>2023</td><td>${tea}</td></tr></table>`],
    ['articles', `<article><h2>${link}</h2><p>${EXCERPT}</p></article><article><h2>${tea}</h2></article>`],
    [
      'cards',
      `<div><div class="card"><div><h3>${SECRET}</h3></div><p>${EXCERPT}</p><a href="${BASE}/posts/merger/index.html">More</a></div><div class="card">${tea}</div></div>`,
    ],
    [
      'cards that are links',
      `<div><a class="c" href="/posts/merger/"><h3>${SECRET}</h3><p>${EXCERPT}</p></a><a class="c" href="/posts/tea/">Tea</a></div>`,
    ],
    ['a menu', `<ul><li>${link}<ul><li>${tea}</li></ul></li></ul>`],
    ['links before and after', `<div class="pager">${link} | ${tea}</div>`],
  ])('has no item for it: %s', async (_, items) => {
    const { urls, text, codes } = await build({ 'public/posts/index.html': list(items) });
    expect(urls).toEqual(['/posts/', '/posts/tea/']);
    expect(text).not.toMatch(/canary|strangers|merger/i);
    expect(text).toContain('/posts/tea/');
    expect(codes).toContain('project-items-left-out');
  });

  it.each([
    ['headings', `<h2>${link}</h2><p>${EXCERPT}</p><h2>${tea}</h2>`],
    ['a title without a link', `<ul><li>${SECRET}</li><li>${tea}</li></ul>`],
    ['a sentence', `<p>Read ${link} first.</p>`],
    ['an excerpt elsewhere', `<ul><li>${link}</li></ul><div>${EXCERPT}</div>`],
  ])('is held back where its item has no end: %s', async (_, items) => {
    const { urls, text, codes } = await build({ 'public/posts/index.html': list(items) });
    expect(urls).toEqual(['/posts/tea/']);
    expect(text).not.toMatch(/canary|strangers|merger/i);
    expect(codes).toContain('project-shows-held-back');
  });

  it.each(['date: 2999-01-01', 'expiryDate: 2001-01-01', 'password: x', 'access: members'])(
    'has no item for it: %s',
    async (matter) => {
      const items = `<ul><li>${link} ${EXCERPT}</li><li>${tea}</li></ul>`;
      const { urls, text } = await build({ 'public/posts/index.html': list(items) }, matter);
      expect(urls).toContain('/posts/');
      expect(text).not.toMatch(/canary|strangers/i);
    },
  );

  it('names a page that only sends its visitors to another', async () => {
    const forward = { 'public/posts/index.html': list(`<ul><li>${link}</li><li>${tea}</li></ul>`) };
    const { urls, text, codes } = await build(forward, 'redirect_to: posts/tea/');
    expect(urls).toEqual(['/posts/', '/posts/tea/']);
    expect(text).toContain('Canary merger');
    expect(codes).not.toContain('project-items-left-out');
    const secret = await build(forward, 'redirect_to: posts/tea/\ndraft: true');
    expect(secret.text).not.toMatch(/canary|merger/i);
  });

  it('is held back with the lists that name it, where it has nothing else', async () => {
    const { urls, text } = await build({
      'public/tags/rare-birds/index.html': html('Rare birds', `<p>Posts</p><ul><li>${link}</li></ul>`),
      'public/tags/index.html': list(
        '<ul><li><a href="/tags/rare-birds/">Rare birds</a></li><li><a href="/tags/leaf/">Leaf</a></li></ul>',
        'Tags',
      ),
    });
    expect(urls).toEqual(['/posts/tea/', '/tags/']);
    expect(text).not.toMatch(/birds|canary/i);
  });
});

it('a title that only menus show isn’t shown either, where the page has another', async () => {
  const { urls, text } = await read({
    'mkdocs.yml': `site_name: Harbour\nsite_url: ${BASE}/\n`,
    'docs/plan.md': '---\ntitle: Canary merger\ndraft: true\n---\n\n# Our plan\n\nText.\n',
    'docs/tea.md': `# Tea\n\n${WORDS}\n`,
    'site/plan/index.html': html('Our plan'),
    'site/tea/index.html': html('Tea'),
    'site/news/index.html': html('News', `<p>${WORDS}</p><p>Soon: Canary merger</p>`),
  });
  expect(urls).toEqual(['/tea/']);
  expect(text).not.toMatch(/canary/i);
});

it('a link that the source of a page has itself stays', async () => {
  const { urls, text, codes } = await build({
    'content/guide.md': md('Guide', '', `${WORDS} See [our plan](posts/merger.md).`),
    'public/guide/index.html': html('Guide', `<p>${WORDS} See <a href="/posts/merger/">our plan</a>.</p>`),
  });
  expect(urls).toContain('/guide/');
  expect(text).toContain('/posts/merger/');
  expect(codes).not.toContain('project-shows-held-back');
});

it('a page that search engines leave out stays in lists', async () => {
  const { text, codes } = await build(
    { 'public/posts/index.html': list(`<ul><li>${link}</li><li>${tea}</li></ul>`) },
    'robots: noindex',
  );
  expect(text).toContain(SECRET);
  expect(codes).not.toContain('project-items-left-out');
});

it('descriptions in the heads of pages and of the site don’t have its title', async () => {
  const meta = `<meta name="description" content="${SECRET}, tea and more about the harbour">`;
  const { urls, text, site } = await build({ 'public/index.html': html('Harbour', `<p>${ABOUT}</p>`, meta) });
  expect(urls).toContain('/');
  expect(text + site).not.toMatch(/canary/i);
});
