import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, text, workspace } from '../../support/build/workspace.js';
import { build, NOW } from '../../support/cli/run-svc.js';

/** A site with one page that has a date and one that has none, built on two days. */
async function builtSite(): Promise<string> {
  const cwd = workspace({
    'pages/dated.md': '---\ntitle: Dated\ndate: 2026-03-01\n---\n\nThe lamp was lit.\n',
    'pages/undated.md': '---\ntitle: Undated\n---\n\nThe lamp is lit.\n',
    'svc.config.json': JSON.stringify({ site: { url: 'https://lamp.example' }, source: 'pages' }),
  });
  await build([], { cwd });
  await build([], { cwd, now: NOW + 86_400 });
  return cwd;
}

interface Feed {
  readonly items: readonly { readonly url: string; readonly published?: string; readonly modified: string }[];
}

describe('a page that its source gives no date', () => {
  it('has no date of its own in any document, and that of the build in the change feed', async () => {
    const cwd = await builtSite();
    const { items } = JSON.parse(text(cwd, 'out/svc-changes.json')) as Feed;
    const sitemaps = filesIn(join(cwd, 'out')).filter((name) => /^svc-sitemap.+[.]xml$/.test(name));
    const urls = sitemaps.flatMap((name) => text(cwd, 'out', name).split('<url>').slice(1));
    const seen = ['dated', 'undated'].map((name) => {
      const url = `https://lamp.example/${name}/`;
      const item = items.find((one) => one.url === url);
      const line = urls.find((one) => one.includes(`<loc>${url}</loc>`)) ?? '';
      return {
        twin: /^last_updated:|^[*]?\d{4}-\d\d-\d\d/m.test(text(cwd, `out/${name}.md`)),
        sitemap: line.includes('<lastmod>'),
        published: item?.published !== undefined,
        isListed: item !== undefined && line !== '',
      };
    });
    expect(seen).toEqual([
      { twin: true, sitemap: true, published: true, isListed: true },
      { twin: false, sitemap: false, published: false, isListed: true },
    ]);
    const [undated] = items.filter(({ url }) => url.endsWith('/undated/'));
    expect(Date.parse(undated?.modified ?? '') / 1000).toBe(NOW);
  });
});

describe('a date or number in front matter that can’t be read', () => {
  it('is named with its line', async () => {
    const cwd = workspace({
      'pages/a.md': '---\ntitle: "A date: soon"\ndate: soon\nweight: last\n---\n\nThe lamp.\n',
      'pages/b.md': '+++\ntitle = "B"\n"weight" = "last"\n+++\n\ndate: The lamp.\n',
    });
    const { warnings } = await build(['--source', 'pages', '--base-url', 'https://lamp.example'], { cwd });
    const found = warnings.filter(({ code }) => code.startsWith('front-matter'));
    expect(found.map(({ file, field, line }) => `${file}:${line} ${field}`)).toEqual([
      'a.md:3 date',
      'a.md:4 weight',
      'b.md:3 weight',
    ]);
  });
});
