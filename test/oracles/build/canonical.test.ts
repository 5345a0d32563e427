import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, text, workspace } from '../../support/build/workspace.js';
import { build, runSvc } from '../../support/cli/run-svc.js';

const BASE = 'https://harbour.example';
const ORIGINAL = 'https://elsewhere.example/original/';

const page = (title: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>${'Republished words. '.repeat(9)}</p></main></body></html>`;
const link = (href: string) => `<link rel="canonical" href="${href}">`;
const matter = (name: string, line: string) => ({
  [`content/${name}.md`]: `---\ntitle: ${name}\ndate: 2026-01-01\n${line}\n---\n\nRepublished words.\n`,
});

const item = (id: number, slug: string, key: string, canonical: string) =>
  `<item><title>${slug}</title><link>https://old.example/${slug}/</link><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2026-01-01 00:00:00</wp:post_date_gmt><wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><content:encoded><![CDATA[Republished words.]]></content:encoded><wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${canonical}</wp:meta_value></wp:postmeta></item>`;
const wxr = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>H</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>${items}</channel></rss>`;

/** The canonical address of each twin, and the addresses in the sitemap, below the base. */
async function built(files: Readonly<Record<string, string>>, args: readonly string[]) {
  const cwd = workspace(files);
  await build([...args, '--base-url', BASE], { cwd });
  const named = (twin: string) => /canonical_url: "(.*)"/.exec(text(cwd, 'out', twin))?.[1];
  const listed = filesIn(join(cwd, 'out'))
    .filter((file) => file.startsWith('svc-sitemap-'))
    .flatMap((file) => [...text(cwd, 'out', file).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url));
  return { cwd, named, listed };
}

describe('a canonical address elsewhere', () => {
  it.each([
    ['_yoast_wpseo_canonical', ORIGINAL, ORIGINAL],
    ['rank_math_canonical_url', 'https://old.example/own/', `${BASE}/own/`],
    ['_seopress_robots_canonical', '/own/', `${BASE}/own/`],
    ['_genesis_canonical_uri', 'https://elsewhere.example/?p=4', 'https://elsewhere.example/?p=4'],
  ])(
    'of an export (%s) is named by the twin and keeps the page out of the sitemap',
    async (key, written, expected) => {
      const items = item(1, 'reprint', key, written) + item(2, 'own', key, 'http://www.old.example/own');
      const { cwd, named, listed } = await built({ 'in.xml': wxr(items) }, ['--source', 'in.xml']);
      expect([named('reprint.md'), named('own.md')]).toEqual([expected, `${BASE}/own/`]);
      expect(listed).toEqual([`${BASE}/`, `${BASE}/own/`]);
      expect((await runSvc(['validate'], { cwd })).code).toBe(0);
      // The second time entries come from the cache.
      await build(['--source', 'in.xml', '--base-url', BASE], { cwd, now: 1_783_000_000 });
      expect(text(cwd, 'out/svc-sitemap-post-1.xml')).not.toContain('/reprint/');
    },
  );

  it.each(['canonical', 'canonical_url', 'canonicalUrl', 'canonicalURL', 'seo:\n  canonical'])(
    'of front matter (%s)',
    async (key) => {
      const files = {
        ...matter('reprint', `${key}: ${ORIGINAL}`),
        ...matter('own', `${key}: ${BASE}/own`),
        ...matter('plain', 'x: y'),
      };
      const { named, listed } = await built(files, ['--source', 'content']);
      expect(named('reprint.md')).toBe(ORIGINAL);
      expect(named('own.md')).toMatch(/^https:\/\/harbour\.example\/own\/?$/);
      expect(listed.join(' ')).toMatch(/\/own\b.*\/plain\b|\/plain\b.*\/own\b/);
      expect(listed.join(' ')).not.toContain('reprint');
    },
  );

  it('of a built page: it keeps its own link, and nothing adds another', async () => {
    const reprint = page('Reprint', link(ORIGINAL));
    const files = {
      'site/index.html': page('Home', link(`${BASE}/`)),
      'site/own/index.html': page('Own', link(`${BASE}/own/`)),
      'site/reprint/index.html': reprint,
    };
    const { cwd, named, listed } = await built(files, ['--site', 'site']);
    expect(named('reprint.md')).toBe(ORIGINAL);
    expect(listed).toEqual([`${BASE}/`, `${BASE}/own/`]);
    const made = text(cwd, 'out/reprint/index.html');
    expect(made.match(/rel="canonical"/g)).toHaveLength(1);
    expect(made).toContain(`property="og:url" content="${ORIGINAL}"`);
  });

  it('of an entry whose page is made here, or has no link yet, is the link of the page', async () => {
    const entry = matter('reprint', `canonical: ${ORIGINAL}\npermalink: /reprint/`);
    const config = { site: { url: BASE }, source: 'content' };
    const rendered = await built(
      { ...entry, 'svc.config.json': JSON.stringify({ ...config, html: 'render' }) },
      [],
    );
    expect(text(rendered.cwd, 'out/reprint/index.html')).toContain(link(ORIGINAL));
    const augmented = await built(
      {
        ...entry,
        'site/reprint/index.html': page('R'),
        'svc.config.json': JSON.stringify({ ...config, siteDir: 'site' }),
      },
      [],
    );
    const made = text(augmented.cwd, 'out/reprint/index.html');
    expect(made.match(/<link rel="canonical" href="([^"]*)"/g)).toEqual([link(ORIGINAL).slice(0, -1)]);
  });

  it('is no other page where it is only spelled in another way', async () => {
    const files = {
      'site/index.html': page('Home', link(`${BASE}/index.html`)),
      'site/a/index.html': page('A', link('http://www.harbour.example/a')),
      'site/b/index.html': page('B', link('/b/#top')),
    };
    const { listed } = await built(files, ['--site', 'site']);
    expect(listed).toHaveLength(3);
  });
});

describe('a built page without a canonical address', () => {
  it('gets none, but the front page; the report says so', async () => {
    const cwd = workspace({
      'site/index.html': page('Home'),
      'site/a.html': page('A'),
      'site/tags/index.html': page('T'),
    });
    const { warnings } = await build(['--site', 'site', '--base-url', BASE], { cwd });
    expect(text(cwd, 'out/index.html')).toContain(link(`${BASE}/`));
    expect(text(cwd, 'out/a.html')).not.toContain('canonical');
    expect(text(cwd, 'out/tags/index.html')).not.toContain('canonical');
    expect(warnings.map(({ code, file }) => [code, file])).toContainEqual(['html-no-canonical', 'a.html']);
  });
});

describe('unavailable_after', () => {
  const NOW = Date.parse('2026-07-02T10:00:00Z') / 1000;
  const due = NOW + 3600;
  const rule = (time: number) => `unavailable_after: ${new Date(time * 1000).toISOString()}`;
  const files = (time: number) => ({
    'site/index.html': page('Home'),
    'site/offer/index.html': page('Offer', `<meta name="robots" content="${rule(time)}">`),
    ...matter('sale', `robots: "${rule(time)}"\npermalink: /sale/`),
  });
  const sources = ['--source', 'site', '--source', 'content', '--site', 'site', '--base-url', BASE];

  it('keeps a page out once it has passed, also of its head', async () => {
    const cwd = workspace(files(NOW - 1));
    const { hidden } = await build(sources, { cwd });
    expect(hidden).toEqual({ expired: 2 });
    const out = filesIn(join(cwd, 'out'));
    expect(out.filter((file) => /offer|sale/.test(file))).toEqual([]);
    expect(text(cwd, 'out/llms.txt') + text(cwd, 'out/llms-full.txt')).not.toMatch(/Offer|sale/);
  });

  it('publishes it before, and a build at that time takes it away though nothing else has changed', async () => {
    const cwd = workspace(files(due));
    await build(sources, { cwd, now: NOW });
    expect(filesIn(join(cwd, 'out'))).toEqual(expect.arrayContaining(['offer.md', 'sale.md']));
    await build(sources, { cwd, now: due - 1 });
    expect(filesIn(join(cwd, 'out'))).toContain('offer.md');
    const { removed } = await build(sources, { cwd, now: due });
    expect(removed).toEqual(expect.arrayContaining(['offer.md', 'sale.md']));
  });
});
