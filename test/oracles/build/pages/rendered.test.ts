import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { OWN_SITES, pagesOf, render, SITES } from '../../../support/build/pages/sites.js';
import { errorsOf } from '../../../support/build/pages/validate.js';
import { filesIn, workspace, writeFiles } from '../../../support/build/workspace.js';

const GOLDEN = 'test/golden/pages';

for (const site of SITES) {
  describe(`rendered from ${site.name}`, site.options, () => {
    let out = '';
    let pages: ReadonlyMap<string, string> = new Map();

    beforeAll(async () => {
      out = await render(site);
      pages = pagesOf(out);
    });

    it('every page is valid HTML', async () => {
      const wrong: string[] = [];
      for (const [file, html] of pages) {
        for (const error of await errorsOf(html)) wrong.push(`${file}:${error}`);
      }
      expect(pages.size).toBeGreaterThan(3);
      expect(wrong).toEqual([]);
    });

    it('every link of the pages themselves leads to a page or a document', () => {
      const files = new Set(filesIn(out));
      const dead: string[] = [];
      for (const [file, html] of pages) {
        // What stands in bodies is the authors' own.
        const frame = html.replace(/<div class="body">[\s\S]*?<\/article>/, '');
        for (const [, href = ''] of frame.matchAll(/ href="(\/[^"]*)"/g)) {
          const path = decodeURIComponent(href.replaceAll('&amp;', '&').split(/[?#]/, 1)[0] ?? '').slice(1);
          const found = [path, `${path}index.html`, `${path}/index.html`, `${path}.html`].some((one) =>
            files.has(one),
          );
          if (!found && !/\.(?:svg|png|jpe?g|gif|ico)$/i.test(path)) dead.push(`${file}: ${href}`);
        }
      }
      expect(dead).toEqual([]);
    });

    it('every page has one title, one main heading, one language, and headings without gaps', () => {
      for (const [file, html] of pages) {
        expect(html.match(/<h1>/g), file).toHaveLength(1);
        expect(html.match(/<title>/g), file).toHaveLength(1);
        expect(html, file).toMatch(/^<!doctype html>\n<html lang="[A-Za-z-]+"/);
        const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
        const gaps = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
        expect(gaps, file).toEqual([]);
      }
    });

    it('structured data has the shapes of schema.org', () => {
      const folder = workspace();
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
      writeFiles(folder, { 'graphs.ts': typedGraphs(pages) });
      const flags =
        '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --moduleResolution nodenext';
      const tsc = resolve('node_modules/.bin/tsc');
      const check = () =>
        execFileSync(tsc, [...flags.split(' '), 'graphs.ts'], { cwd: folder, stdio: 'pipe' });
      expect(check).not.toThrow();
      if (site.name !== OWN_SITES[0]?.name) return;
      // And the compiler would have seen it.
      writeFileSync(join(folder, 'graphs.ts'), typedGraphs(pages).replace('"WebSite"', '"WebsiteOfMine"'));
      expect(check).toThrow();
    });
  });
}

/** A program that compiles only when every graph is of the published types. */
function typedGraphs(pages: ReadonlyMap<string, string>): string {
  const graphs = [...pages.values()].flatMap((html) => [
    ...(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.slice(1) ?? []),
  ]);
  const lines = graphs.slice(0, 20).map((json, i) => `export const g${i}: Graph = ${json};`);
  return `import type { Graph } from 'schema-dts';\n${lines.join('\n')}\n`;
}

describe('pages of the example', () => {
  it.each([
    'posts/the-long-relief/index.html',
    'visit/opening-times/index.html',
    'blog/index.html',
    'visit/ようこそ/index.html',
    '404.html',
  ])('are these: %s', async (file) => {
    const [example] = OWN_SITES;
    if (example === undefined) throw new Error('there is no example');
    const page = pagesOf(await render(example)).get(file) ?? '';
    const golden = join(GOLDEN, file.replaceAll('/', '-'));
    if (process.env['UPDATE'] === '1') {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(golden, page);
    }
    expect(page).toBe(existsSync(golden) ? readFileSync(golden, 'utf8') : undefined);
  });
});
