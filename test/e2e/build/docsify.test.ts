import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, text, workspace } from '../../support/build/workspace.js';
import { build, runSvc } from '../../support/cli/run-svc.js';

const ALIAS = "alias: { '/log/(.*)': 'https://log.example/$1.md' }";
const shell = (settings: string) =>
  `<!doctype html>\n<html lang="de"><body><div id="app"></div>\n<script>\n  // Settings\n  window.$docsify = { ${ALIAS}, ${settings} };\n</script></body></html>\n`;

const FILES = {
  'README.md': '# Harbour\n\nSee [the tides](tides.md?id=spring) and [ropes](ropes/).\n',
  'tides.md': '# Tides\n\n!> Mind the **spring** tide.\n\n## Spring {docsify-ignore}\n\nTwice a month.\n',
  'ropes/README.md':
    "# Ropes\n\n[Tides](tides.md), [home](/ ':target=_blank'), [log](/log/2026), [knots](#/ropes/knots?id=bowline).\n\n" +
    "[code](../_media/knot.js ':include :type=code :fragment=demo')\n\n[part](../_media/part.md ':include')\n",
  'ropes/knots.md': '# Knots\n\n## Bowline\n\nA loop.\n',
  '_sidebar.md': '- Work\n  - [Ropes](ropes/)\n  - [Tides](/tides)\n- [Home](/)\n',
  '_coverpage.md': '# Cover\n',
  '_media/knot.js': 'const secret = 1;\n/// [demo]\nconst knot = 2;\n/// [demo]\n',
  '_media/part.md': 'Hemp and **nylon**.\n',
};

async function built(settings: string) {
  const cwd = workspace({ ...FILES, 'index.html': shell(settings) });
  const report = await build(['.', '--base-url', 'https://harbour.example'], { cwd });
  const out = join(cwd, 'out');
  const pages = filesIn(out).filter((file) => /(?:README|tides|knots|ropes|index)\.md$/.test(file));
  return {
    cwd,
    out,
    pages,
    warnings: report.warnings.map(({ code }) => code),
    twin: (file: string) => text(out, file),
  };
}

describe('a site of Docsify', () => {
  it('has its twins at the addresses of its Markdown files, and no other address', async () => {
    const { cwd, out, pages, warnings, twin } = await built('loadSidebar: true');
    expect(pages).toEqual(['README.md', 'index.md', 'ropes/README.md', 'ropes/knots.md', 'tides.md']);
    expect(warnings).not.toContain('links-broken');
    expect(twin('tides.md')).toContain('canonical_url: "https://harbour.example/tides.md"');
    const named = text(out, 'svc-sitemap-page-1.xml').match(/(?<=<loc>)[^<]+/g);
    expect(named?.filter((url) => !url.endsWith('.md'))).toEqual(['https://harbour.example/']);
    const index = text(out, 'llms.txt');
    expect(index).toMatch(
      /## Work\n\n- \[Ropes\]\(https:\/\/harbour\.example\/ropes\/README\.md\)[^\n]*\n- \[Tides\]/,
    );
    expect((await runSvc(['validate'], { cwd })).code).toBe(0);
  });

  it('has its front page at the top if that is index.md, where the index of the site is', async () => {
    const home = { 'index.html': shell("homepage: 'index.md'"), 'index.md': '# Quay\n\nStones.\n' };
    const cwd = workspace({ ...FILES, ...home });
    const report = await build(['.', '--base-url', 'https://harbour.example'], { cwd });
    expect(report.warnings.map(({ code }) => code)).not.toContain('address-reserved');
    expect(text(join(cwd, 'out'), 'llms-full.txt')).toContain('Stones.');
  });

  it('reads links from the top, aliases, embedded files and marks for browsers', async () => {
    const { twin } = await built('maxLevel: 2');
    const ropes = twin('ropes/README.md');
    expect(ropes).toContain(
      '[Tides](https://harbour.example/tides.md), [home](https://harbour.example/README.md), [log](https://log.example/2026.md), [knots](https://harbour.example/ropes/knots.md#bowline)',
    );
    expect(ropes).toContain('```js\nconst knot = 2;\n```');
    expect(ropes).not.toContain('secret');
    expect(ropes).toContain('Hemp and **nylon**.');
    expect(twin('tides.md')).toContain('> [!IMPORTANT]\n> Mind the **spring** tide.\n\n## Spring\n');
    expect(twin('README.md')).toContain('[ropes](https://harbour.example/ropes/README.md)');
  });

  it('has addresses without an ending where the router uses the history', async () => {
    const { pages, twin } = await built("routerMode: 'history'");
    expect(pages).toEqual(['index.md', 'ropes.md', 'ropes/knots.md', 'tides.md']);
    expect(twin('ropes.md')).toContain('canonical_url: "https://harbour.example/ropes/"');
  });

  it('is the front page in a repository too, and leads to its other files', async () => {
    const readme =
      "# Harbour\n\n[licence](LICENSE ':ignore'), [menu](_sidebar.md), [plan](plan.html ':ignore'), [gone](gone.md).\n";
    const cwd = workspace({
      'index.html': shell('loadSidebar: true'),
      'README.md': readme,
      '_sidebar.md': '- [Home](/)\n',
      'CHANGELOG.md': '# Changes\n',
      LICENSE: 'MIT\n',
      'plan.html': '<p>Plan</p>',
    });
    const { warnings } = await build(['.', '--base-url', 'https://harbour.example'], { cwd });
    expect(filesIn(join(cwd, 'out'))).toContain('README.md');
    expect(filesIn(join(cwd, 'out'))).not.toContain('CHANGELOG.md');
    const broken = warnings.find(({ code }) => code === 'links-broken');
    expect(broken?.message).toContain('contain: README.md → /gone.md.');
  });

  it('is built where the file of the sidebar would be outside of the project', async () => {
    const { pages } = await built("loadSidebar: '../../_sidebar.md'");
    expect(pages).toContain('tides.md');
  });

  it('is known by its page alone: another page next to Markdown is that of another site', async () => {
    const cwd = workspace({
      'index.html': '<!doctype html><p>Hi</p>',
      'tides.md': '# Tides\n',
      'a.md': 'A.\n',
    });
    await build(['.', '--base-url', 'https://harbour.example'], { cwd });
    expect(text(cwd, 'out/tides.md')).toContain('canonical_url: "https://harbour.example/tides/"');
  });
});
