import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { stripInsertions } from '../../../src/content/html/insertions.js';
import { type Item, wxr } from '../../support/build/export.js';
import { filesIn, stampsOf, text, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, NOW } from '../../support/cli/run-svc.js';

const BASE = 'https://harbour.example';
const GREEN = { taxonomy: 'category', slug: 'green', name: 'Green' };

const ITEMS: readonly Item[] = [
  {
    id: 1,
    slug: 'oolong',
    title: 'Oolong',
    date: '2026-01-01 00:00:00',
    terms: [GREEN],
    excerpt: 'Half green',
  },
  { id: 2, slug: 'sencha', title: 'Sencha', date: '2026-01-02 00:00:00', terms: [GREEN] },
  { id: 3, slug: 'matcha', title: 'Matcha', date: '2026-01-03 00:00:00' },
  { id: 4, slug: 'about', title: 'About', type: 'page' },
  { id: 5, slug: 'secret', title: 'Secret', password: 'x' },
];

interface Options {
  readonly html?: string;
  readonly siteDir?: string;
  readonly publicDir?: string;
  readonly inPlace?: boolean;
  readonly out?: string;
  readonly seo?: { readonly owner: boolean };
  readonly source?: string;
}

function site(items: readonly Item[] = ITEMS, config: Options = { html: 'render' }, files = {}): string {
  const setup = { site: { url: BASE }, source: 'export.xml', ...config };
  return workspace({ 'export.xml': wxr(items), 'svc.config.json': JSON.stringify(setup), ...files });
}

const pages = (cwd: string) => filesIn(join(cwd, 'out')).filter((file) => file.endsWith('.html'));

describe('html: render', () => {
  it('makes a page for every public entry, lists, archives, and one for what is missing', async () => {
    const cwd = site();
    await build([], { cwd });
    expect(pages(cwd)).toEqual([
      '404.html',
      'about/index.html',
      'category/green/index.html',
      'index.html',
      'matcha/index.html',
      'oolong/index.html',
      'sencha/index.html',
    ]);
    const page = text(cwd, 'out/sencha/index.html');
    expect(page).toContain('<a class="prev" rel="prev" href="/oolong/">');
    expect(page).toContain('<a class="next" rel="next" href="/matcha/">');
    expect(page).toContain('<a href="/category/green/">Green</a>');
    expect(page).toContain('https://chatgpt.com/?q=');
    expect(text(cwd, 'out/about/index.html')).not.toContain('chatgpt');
    expect(text(cwd, 'out/index.html')).toMatch(/Matcha[\s\S]*Sencha[\s\S]*Oolong[\s\S]*Half green/);
    expect(filesIn(join(cwd, 'out'))).toContain('svc-style.css');
  });

  it('tells llms.txt of its archives', async () => {
    const cwd = site();
    await build([], { cwd });
    expect(text(cwd, 'out/llms.txt')).toContain(
      `## Topics\n\n- [Green](${BASE}/category/green/): 2 articles`,
    );
  });

  it('splits long lists', async () => {
    const many = Array.from(
      { length: 45 },
      (_, i): Item => ({ id: i + 1, date: `2026-01-01 00:00:${String(i).padStart(2, '0')}` }),
    );
    const cwd = site(many);
    await build([], { cwd });
    expect(pages(cwd).filter((file) => file.startsWith('page/'))).toEqual([
      'page/2/index.html',
      'page/3/index.html',
    ]);
    expect(text(cwd, 'out/page/3/index.html').match(/<li>\n<h2>/g)).toHaveLength(5);
    expect(text(cwd, 'out/page/2/index.html')).not.toContain('canonical');
  });

  it('has the home page that an entry is, and the posts elsewhere', async () => {
    const home: Item = { id: 9, type: 'page', title: 'Welcome', link: 'https://old.example/' };
    const blog: Item = { id: 10, type: 'page', slug: 'blog' };
    const cwd = site([...ITEMS, home, blog]);
    await build([], { cwd });
    expect(text(cwd, 'out/index.html')).toContain('<h1>Welcome</h1>');
    expect(text(cwd, 'out/posts/index.html')).toContain('Matcha');
    expect(text(cwd, 'out/index.html')).toContain('<a href="/posts/">All posts</a>');
  });

  it('gives no page to a query, and no file to two pages', async () => {
    const cwd = site([
      { id: 1, link: 'https://old.example/?p=1' },
      { id: 2, link: 'https://old.example/a.html' },
      { id: 3, link: 'https://old.example/a' },
      { id: 4, link: 'https://old.example/b.md/' },
      { id: 5, link: 'https://old.example/b/' },
      { id: 6, link: 'https://old.example/svc-style.css/x/' },
      { id: 7, link: 'https://old.example/404.html' },
    ]);
    const report = await build([], { cwd });
    expect(pages(cwd)).toEqual(['404.html', 'a.html', 'b.md/index.html', 'index.html']);
    expect(text(cwd, 'out/404.html')).toContain('Entry 7');
    const refused = report.warnings
      .filter(({ skipped }) => skipped === true)
      .map(({ message }) => /id (\d+)/.exec(message)?.[1]);
    expect(refused.sort()).toEqual(['3', '5', '6']);
  });

  it('names the versions of a page in other languages, in heads and in the sitemap', async () => {
    const setup = { site: { url: BASE, lang: 'en' }, source: 'in', languages: ['fr'], html: 'render' };
    const cwd = workspace({
      'svc.config.json': JSON.stringify(setup),
      'in/tea.md': '---\ntype: page\n---\n# Tea',
      'in/fr/tea.md': '---\ntype: page\n---\n# Thé',
      'in/tee.md': '---\ntype: page\nlang: de\ntranslationKey: cup\n---\n# Tasse',
      'in/kop.md': '---\ntype: page\nlang: nl\ntranslationKey: cup\n---\n# Kop',
      'in/alone.md': '---\ntype: page\n---\n# Alone',
    });
    await build([], { cwd });
    const versions = [
      ['en', '/tea/'],
      ['fr', '/fr/tea/'],
      ['x-default', '/tea/'],
    ].map(([lang, path]) => `<link rel="alternate" hreflang="${lang}" href="${BASE}${path}">`);
    expect(text(cwd, 'out/fr/tea/index.html')).toContain(versions.join('\n'));
    expect(text(cwd, 'out/tea/index.html')).toContain(versions.join('\n'));
    const [head = '', body] = text(cwd, 'out/kop/index.html').split('</head>');
    expect(head.match(/hreflang="\w+"/g)).toEqual(['hreflang="de"', 'hreflang="nl"']);
    expect(body).toContain('<a href="/tee/" hreflang="de" lang="de" rel="alternate">Tasse</a>');
    expect(text(cwd, 'out/alone/index.html')).not.toContain('hreflang');
    const sitemap = text(cwd, 'out/svc-sitemap-page-1.xml');
    expect(sitemap).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
    expect(sitemap.match(/xhtml:link rel="alternate" hreflang="[\w-]+" href="[^"]+"\/>/g)).toHaveLength(10);
    // A version that goes is no longer named by the others.
    rmSync(join(cwd, 'in/fr/tea.md'));
    expect((await build([], { cwd, now: NOW + 60 })).changed).toContain('tea/index.html');
    expect(text(cwd, 'out/tea/index.html')).not.toContain('hreflang');
  });

  it('takes the files of publicDir along, and of siteDir what is no page', async () => {
    const cwd = site(
      ITEMS,
      { html: 'render', publicDir: 'public', siteDir: '_site' },
      {
        'public/pot.svg': '<svg>public</svg>',
        'public/robots.txt': 'User-agent: *\nDisallow: /attic/\n',
        'public/404.html': '<p>Lost at sea</p>',
        'public/llms.txt': '# Ours',
        'public/.htaccess': 'Options -Indexes',
        'public/.git/config': 'CANARY',
        'public/oolong.md': 'CANARY',
        'public/sencha/index.html': 'CANARY',
        'public/api/content/v1/posts.json': 'CANARY',
        '_site/pot.svg': '<svg>site</svg>',
        '_site/cup.css': 'a{}',
        '_site/draft.html': 'CANARY',
      },
    );
    const { warnings, added } = await build([], { cwd });
    expect(added).toEqual(
      expect.arrayContaining(['.htaccess', '404.html', 'cup.css', 'llms.txt', 'pot.svg']),
    );
    expect(text(cwd, 'out/pot.svg')).toContain('public');
    expect(text(cwd, 'out/404.html')).toContain('Lost at sea');
    expect(text(cwd, 'out/llms.txt')).toBe('# Ours');
    expect(text(cwd, 'out/robots.txt')).toContain('Disallow: /attic/');
    for (const file of filesIn(join(cwd, 'out')))
      expect(text(cwd, 'out', file), file).not.toContain('CANARY');
    expect(warnings.filter(({ code }) => code === 'file-in-the-way').map(({ file }) => file)).toEqual([
      'api/content/v1/posts.json',
      'oolong.md',
      'sencha/index.html',
    ]);
  });

  it('copies a file again only when it has changed, and removes what has gone', async () => {
    const cwd = site(
      ITEMS,
      { html: 'render', publicDir: 'public' },
      { 'public/a.svg': 'a', 'public/b.svg': 'b' },
    );
    await build([], { cwd });
    const before = stampsOf(join(cwd, 'out'));
    writeFiles(cwd, { 'public/a.svg': 'A' });
    rmSync(join(cwd, 'public/b.svg'));
    const { changed, removed } = await build([], { cwd });
    expect([changed.filter((file) => file.endsWith('.svg')), removed]).toEqual([['a.svg'], ['b.svg']]);
    // The same bytes with another time, as after a fresh checkout.
    writeFiles(cwd, { 'public/a.svg': 'A' });
    expect((await build(['--full'], { cwd })).changed).toEqual([]);
    expect(stampsOf(join(cwd, 'out'))['oolong/index.html']).toBe(before['oolong/index.html']);
  });

  it('does again only what a change touches', async () => {
    const cwd = site();
    await build([], { cwd });
    const before = stampsOf(join(cwd, 'out'));
    expect((await build([], { cwd, now: NOW + 60 })).converted).toBe(0);
    expect(stampsOf(join(cwd, 'out'))).toEqual(before);
    const changed = ITEMS.map((item) => (item.id === 3 ? { ...item, body: '<p>Whisked.</p>' } : item));
    writeFiles(cwd, { 'export.xml': wxr(changed) });
    const report = await build([], { cwd, now: NOW + 120 });
    expect(report.converted).toBe(1);
    const touched = [...report.added, ...report.changed].filter((file) => file.endsWith('.html'));
    expect(touched).toEqual(['index.html', 'matcha/index.html']);
    // A new title stands on the pages of its neighbours too.
    writeFiles(cwd, {
      'export.xml': wxr(changed.map((one) => (one.id === 3 ? { ...one, title: 'Ceremony' } : one))),
    });
    expect((await build([], { cwd, now: NOW + 180 })).converted).toBe(2);
    writeFiles(cwd, { 'svc.settings.json': JSON.stringify({ enable_ask_ai: false }) });
    await build([], { cwd, now: NOW + 240 });
    expect(text(cwd, 'out/matcha/index.html')).not.toContain('chatgpt');
  });

  it('asks plugins about structured data, and takes image and titles from where they are', async () => {
    const plugin = `export function register(svc) {
      svc.filter('svc_entity_image', () => '${BASE}/mia.jpg');
      svc.filter('svc_defer_schema', (value) => process.env.DEFER === '1' || value);
    }`;
    const seo = { _yoast_wpseo_title: 'The best oolong' };
    const cwd = site(
      [{ ...(ITEMS[0] as Item), meta: seo }],
      { html: 'render' },
      {
        'plugin.mjs': plugin,
        'svc.settings.json': JSON.stringify({ social_default_image: '/card.png', identity: { name: 'Mia' } }),
      },
    );
    const config = { site: { url: BASE }, source: 'export.xml', html: 'render', plugins: ['./plugin.mjs'] };
    writeFiles(cwd, { 'svc.config.json': JSON.stringify(config) });
    await build([], { cwd });
    const page = text(cwd, 'out/oolong/index.html');
    expect(page).toContain('<title>The best oolong – Harbour Notes</title>');
    expect(page).toContain(`"name":"Mia","url":"${BASE}/","image":"${BASE}/mia.jpg"`);
    expect(page).toContain(`<meta property="og:image" content="${BASE}/card.png">`);
    vi.stubEnv('DEFER', '1');
    await build([], { cwd, now: NOW + 60 });
    vi.unstubAllEnvs();
    expect(text(cwd, 'out/oolong/index.html')).not.toContain('ld+json');
  });

  it('is nothing but the same bytes with --full', async () => {
    const cwd = site();
    await build([], { cwd });
    const before = stampsOf(join(cwd, 'out'));
    await build(['--full'], { cwd });
    expect(stampsOf(join(cwd, 'out'))).toEqual(before);
  });
});

const PAGE = (title: string, more = '') =>
  `<!DOCTYPE html>\r\n<html lang=en><head>\r\n<meta charset=utf-8><title>${title}</title>${more}</head>\r\n<body><p>x</p></body></html>\r\n`;

const BUILT: Readonly<Record<string, string>> = {
  'site/oolong/index.html': PAGE('Oolong – Shop'),
  'site/sencha.html': PAGE('Sencha', '<meta name=description content="Theirs">'),
  'site/matcha/index.html': PAGE('Matcha', '<meta name=robots content=noindex>'),
  'site/secret/index.html': PAGE('Secret'),
  'site/index.html': PAGE('Home'),
  'site/404.html': PAGE('Gone'),
  'site/old.html': PAGE('Old', '<meta http-equiv=refresh content="0;url=/">'),
  'site/category/green/index.html': PAGE('Green'),
  'site/style.css': 'p{}',
};

describe('html: augment', () => {
  const config: Options = { html: 'augment', siteDir: 'site' };

  it('copies the pages that get something, and changes no other byte of them', async () => {
    const cwd = site(ITEMS, config, BUILT);
    await build([], { cwd });
    expect(pages(cwd)).toEqual([
      '404.html',
      'category/green/index.html',
      'index.html',
      'oolong/index.html',
      'sencha.html',
    ]);
    for (const file of pages(cwd)) {
      const page = readFileSync(join(cwd, 'out', file), 'latin1');
      expect(stripInsertions(page)).toBe(readFileSync(join(cwd, 'site', file), 'latin1'));
      expect(page).toContain('rel="describedby"');
    }
    expect(text(cwd, 'out/oolong/index.html')).toContain('"headline":"Oolong"');
    expect(text(cwd, 'out/oolong/index.html')).toContain(`"item":"${BASE}/category/green/"`);
    expect(text(cwd, 'out/sencha.html')).toContain('<!--svc:old <meta name=description content="Theirs">-->');
    expect(text(cwd, 'out/llms.txt')).toContain('## Topics');
  });

  it('says nothing of the page for what is missing', async () => {
    const cwd = site(ITEMS, config, BUILT);
    await build([], { cwd });
    expect(text(cwd, 'out/404.html')).not.toMatch(/canonical|og:/);
  });

  describe.each([
    ['of an export', ITEMS.with(0, { ...ITEMS[0], date: '2026-07-02 12:00:00' } as Item), ''],
    [
      'of the page itself',
      undefined,
      '<meta property="article:published_time" content="2026-07-02T12:00:00Z">',
    ],
  ])('with a date in the future, that %s', (_, items, head) => {
    const words = `<p>${'Warm the pot first. '.repeat(20)}</p>`;
    const built = {
      'site/index.html': PAGE('Home').replace('<p>x</p>', words),
      'site/oolong/index.html': PAGE('Oolong', head).replace('<p>x</p>', words),
    };
    const due = NOW + 7200;

    it('makes no copy of a page before its time', async () => {
      const cwd = site(items, items === undefined ? { ...config, source: 'site' } : config, built);
      await build([], { cwd });
      expect(pages(cwd)).toEqual(['index.html']);
      await build([], { cwd, now: due });
      expect(pages(cwd)).toEqual(['index.html', 'oolong/index.html']);
      await build([], { cwd });
      expect(pages(cwd)).toEqual(['index.html']);
    });

    it('takes back what it put into a page in place', async () => {
      const inPlace = { ...config, inPlace: true, out: 'out' };
      const cwd = site(items, items === undefined ? { ...inPlace, source: 'site' } : inPlace, built);
      await build([], { cwd });
      expect(text(cwd, 'site/oolong/index.html')).toBe(built['site/oolong/index.html']);
      await build([], { cwd, now: due });
      expect(text(cwd, 'site/oolong/index.html')).toContain('svc:head');
      await build([], { cwd });
      expect(text(cwd, 'site/oolong/index.html')).toBe(built['site/oolong/index.html']);
    });
  });

  it('does nothing again that is done', async () => {
    const cwd = site(ITEMS, config, BUILT);
    await build([], { cwd });
    const before = stampsOf(join(cwd, 'out'));
    expect((await build([], { cwd, now: NOW + 60 })).converted).toBe(0);
    expect(stampsOf(join(cwd, 'out'))).toEqual(before);
    writeFiles(cwd, { 'site/oolong/index.html': PAGE('Oolong, warm') });
    const report = await build([], { cwd, now: NOW + 120 });
    expect([report.converted, report.changed]).toEqual([
      1,
      ['oolong/index.html', 'svc-manifest.json.gz'].slice(0, 1),
    ]);
  });

  it('stands down for an owner', async () => {
    const cwd = site(ITEMS, { ...config, seo: { owner: true } }, BUILT);
    await build([], { cwd });
    expect(text(cwd, 'out/oolong/index.html')).toContain('describedby');
    expect(text(cwd, 'out/oolong/index.html')).not.toMatch(/ld\+json|og:|name="description"|canonical/);
  });

  it('changes pages where they are, each once, and takes back what is switched off', async () => {
    const cwd = site(ITEMS, { ...config, inPlace: true, out: 'out' }, BUILT);
    const { changed } = await build([], { cwd });
    expect(pages(cwd)).toEqual([]);
    // The list to purge names them by their addresses, which are those below the site.
    const touched = Object.keys(BUILT).filter((file) => text(cwd, file) !== BUILT[file]);
    expect(changed.map((file) => `site/${file}`)).toEqual(touched.sort());
    expect(touched).toContain('site/oolong/index.html');
    const oolong = text(cwd, 'site/oolong/index.html');
    expect(oolong).toContain('"headline":"Oolong"');
    expect(text(cwd, 'site/matcha/index.html')).toBe(BUILT['site/matcha/index.html']);
    const before = stampsOf(join(cwd, 'site'));
    expect((await build([], { cwd, now: NOW + 60 })).changed).toEqual([]);
    expect(stampsOf(join(cwd, 'site'))).toEqual(before);
    const off = {
      enable_schema: false,
      enable_llms_txt: false,
      enable_markdown: false,
      enable_social_cards: false,
      enable_canonicals: false,
      enable_ai_header: false,
      ai_description_meta_tag: false,
    };
    writeFiles(cwd, { 'svc.settings.json': JSON.stringify(off) });
    await build([], { cwd, now: NOW + 120 });
    expect(text(cwd, 'site/oolong/index.html')).not.toMatch(/headline|llms\.txt|og:|tdm/);
    expect(filesIn(join(cwd, 'site')).filter((file) => file.includes('svc-new'))).toEqual([]);
  });

  it('in place writes everything else beside the pages unless it is told where', async () => {
    const cwd = site(ITEMS, { ...config, inPlace: true }, BUILT);
    await build([], { cwd });
    expect(filesIn(join(cwd, 'site'))).toEqual(
      expect.arrayContaining(['llms.txt', 'oolong.md', 'svc-manifest.json.gz']),
    );
    expect(filesIn(cwd).filter((file) => file.startsWith('out/'))).toEqual([]);
    const before = stampsOf(join(cwd, 'site'));
    await build(['--site', 'site', '--in-place'], { cwd, now: NOW + 60 });
    expect(stampsOf(join(cwd, 'site'))).toEqual(before);
  });

  it('in place removes no page of the site, whatever comes later', async () => {
    const cwd = site(ITEMS, { ...config, inPlace: true, out: 'site' }, BUILT);
    await build([], { cwd });
    expect(filesIn(join(cwd, 'site'))).toContain('llms.txt');
    writeFiles(cwd, {
      'svc.config.json': JSON.stringify({
        site: { url: BASE },
        source: 'export.xml',
        html: 'none',
        siteDir: 'site',
        inPlace: true,
        out: 'site',
      }),
    });
    await build([], { cwd, now: NOW + 60 });
    expect(filesIn(join(cwd, 'site')).filter((file) => file.endsWith('.html'))).toHaveLength(8);
  });

  it('reads pages that it changed in place as they were before', async () => {
    const long = (words: string) => `${words.repeat(20)}</p>`;
    const built = {
      'site/index.html': PAGE('Home').replace('x</p>', long('Leaves and water. ')),
      'site/oolong/index.html': PAGE('Oolong').replace('x</p>', long('Warm the pot first. ')),
    };
    const setup = { site: { url: BASE }, siteDir: 'site', inPlace: true, out: 'out' };
    const cwd = workspace({ ...built, 'svc.config.json': JSON.stringify(setup) });
    await build([], { cwd });
    expect(text(cwd, 'site/oolong/index.html')).toContain('svc:head');
    const before = stampsOf(join(cwd, 'out'));
    const again = await build(['--full'], { cwd });
    expect([again.added, again.changed, again.removed]).toEqual([[], [], []]);
    expect(stampsOf(join(cwd, 'out'))).toEqual(before);
  });

  it('writes nothing with --dry-run', async () => {
    const cwd = site(ITEMS, { ...config, inPlace: true, out: 'out' }, BUILT);
    const before = stampsOf(join(cwd, 'site'));
    await build(['--dry-run'], { cwd });
    expect(stampsOf(join(cwd, 'site'))).toEqual(before);
  });
});
