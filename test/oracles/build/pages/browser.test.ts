import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesOf, render, SITES, type TestSite } from '../../../support/build/pages/sites.js';
import { staticFiles } from '../../../support/build/pages/static-files.js';
import { workspace } from '../../../support/build/workspace.js';
import { build } from '../../../support/cli/run-svc.js';
import { CHROMIUM, needs } from '../../../support/needs.js';
import { startBrowser } from '../../../support/sidecar/server/browser.js';

/** Pages of large sites that have a bit of everything. */
const PICK =
  /block|markup|category-blocks|gallery|^index|^404|^page\/2|^tag\/[a-c]|docs\/(?:index|structure|permalinks)/;
const MAX_PAGES = 25;

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

describe('in a browser', needs(CHROMIUM), () => {
  let context: BrowserContext;

  beforeAll(async () => {
    context = await startBrowser();
  });

  afterAll(() => context?.close());

  for (const site of SITES) {
    it(
      `nothing serious is wrong with pages from ${site.name}, and none is too wide`,
      site.options,
      async () => {
        const { findings, checked } = await lookAt(context, site);
        expect(checked).toBeGreaterThan(2);
        expect(findings).toEqual([]);
      },
    );
  }

  it('long words in names stay inside the window, and code reads from left to right, in every language', async () => {
    const name = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwe'.repeat(3);
    const cwd = workspace({
      'svc.config.yaml': `site:\n  url: https://tea.example\n  lang: he\n  name: ${name}\nsource: content\nhtml: render\n`,
      'content/tea.md': `---\ntitle: תה ${name}\n---\nפסקה בעברית.\n\n\`\`\`js\nlet tea;\n\`\`\`\n`,
    });
    await build([], { cwd });
    const page = await context.newPage();
    await page.setViewportSize({ width: 360, height: 760 });
    await page.setContent(readFileSync(join(cwd, 'out/tea/index.html'), 'utf8'));
    await page.addStyleTag({ path: join(cwd, 'out/svc-style.css') });
    const outside = `[...document.querySelectorAll('.brand, nav a')].filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return left < 0 || right > innerWidth;
    }).length`;
    expect(await page.evaluate(outside)).toBe(0);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('pre')).direction`)).toBe('ltr');
    await page.close();
  });
});

async function lookAt(context: BrowserContext, site: TestSite) {
  const out = await render(site);
  const files = [...pagesOf(out).keys()];
  const picked =
    files.length > MAX_PAGES ? files.filter((file) => PICK.test(file)).slice(0, MAX_PAGES) : files;
  const roots = site.publicDir === undefined ? [out] : [out, site.publicDir];
  const server = createServer(staticFiles(roots));
  const origin = await listen(server);
  const findings: string[] = [];
  const page = await context.newPage();
  // Only what the site itself serves is loaded.
  await page.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
  try {
    for (const [number, file] of picked.entries()) {
      await page.setViewportSize(
        number % 2 === 0 ? { width: 360, height: 760 } : { width: 1440, height: 900 },
      );
      await page.emulateMedia({ colorScheme: number % 4 < 2 ? 'light' : 'dark' });
      const path = file
        .split('/')
        .map(encodeURIComponent)
        .join('/')
        .replace(/index\.html$/, '');
      await page.goto(`${origin}/${path}`);
      await page.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
      const found = (await page.evaluate(
        'axe.run(document).then((result) => result.violations)',
      )) as Finding[];
      const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      findings.push(...serious.map(({ id, nodes }) => `${file}: ${id} ${nodes[0]?.html ?? ''}`));
      const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      if (Number(await page.evaluate(width)) > 0) findings.push(`${file}: wider than the window`);
    }
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
  return { findings, checked: picked.length };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
