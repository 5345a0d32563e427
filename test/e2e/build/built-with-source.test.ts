/** Projects of Quartz and MyST with their built pages, as these generators write them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text, workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

const quartzPage = (title: string, body: string, backlinks: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title><meta name="generator" content="Quartz"></head>
<body><div id="quartz-root" class="page"><div id="quartz-body"><div class="left sidebar"><h2 class="page-title"><a href="/">Garden</a></h2></div>
<div class="center"><div class="page-header"><div class="popover-hint"><h1 class="article-title">${title}</h1><p show-comma="true" class="content-meta">1 min read</p><ul class="tags"><li><a href="/tags/tea" class="internal tag-link">tea</a></li></ul></div></div>
<article class="popover-hint">${body}</article><hr><div class="page-footer"></div></div>
<div class="right sidebar"><div class="graph"><h3>Graph View</h3><div class="graph-outer"></div></div><div class="backlinks"><h3>Backlinks</h3><ul class="overflow">${backlinks}</ul></div></div></div></div></body></html>`;

it('Quartz: the title of the configuration, callouts with their kind, and no boxes beside the text', async () => {
  const cwd = workspace({
    'quartz.config.ts':
      'const config: QuartzConfig = { configuration: { pageTitle: "Garden", baseUrl: "garden.example" }, plugins: {} }\nexport default config\n',
    'content/index.md': '---\ntitle: My garden\n---\nWelcome.\n',
    'content/notes/Big Idea.md': '---\ntitle: Big Idea\ntags: [tea]\n---\nAn idea.\n',
    'content/notes/later.md': '---\ntitle: Later\ndraft: true\n---\nNot yet.\n',
    'public/sitemap.xml':
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://garden.example/</loc></url><url><loc>https://garden.example/notes/Big-Idea</loc></url></urlset>',
    'public/index.html': quartzPage('My garden', '<p>Welcome to the garden of tea.</p>', ''),
    'public/notes/Big-Idea.html': quartzPage(
      'Big Idea',
      '<p>An idea is worth a note.</p><blockquote class="callout tip" data-callout="tip"><div class="callout-title"><div class="callout-icon"></div><div class="callout-title-inner"><p>Try it</p></div></div><div class="callout-content"><p>Ideas are free.</p></div></blockquote>',
      '<li><a href="/" class="internal">My garden</a></li>',
    ),
  });
  await build(['--source', '.'], { cwd });
  expect(text(cwd, 'out/llms.txt')).toMatch(/^# Garden\n/);
  expect(text(cwd, 'out/notes/Big-Idea.md')).toMatch(
    /Topics: tea\n\nAn idea is worth a note\.\n\n> \[!TIP\]\n> \*\*Try it\*\*\n>\n> Ideas are free\.\n$/,
  );
  expect(existsSync(join(cwd, 'out/notes/later.md'))).toBe(false);
});

const mystPage = (title: string, body: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>${title} - Lamps</title><meta name="generator" content="mystmd"></head><body>
<main class="article-grid grid-gap"><article class="article-grid subgrid-gap col-screen article content"><div id="skip-to-frontmatter" class="myst-fm-block"><div class="myst-fm-block-header"><div class="myst-fm-block-subject">Tutorial</div><div class="myst-fm-block-badges"><a href="https://code.example/lamps" title="GitHub Repository: lamps"><svg></svg></a></div></div><h1 class="myst-fm-block-title">${title}</h1></div>
${body}<div class="myst-footer-links"><a class="myst-footer-link" aria-label="Next: Oil" href="/oil"><div><div class="myst-footer-link-group">Using lamps</div>Oil</div></a></div></article></main></body></html>`;

it('MyST: pages beside their sources, without those that the table of contents hides', async () => {
  const cwd = workspace({
    'myst.yml':
      'version: 1\nproject:\n  toc:\n    - file: index.md\n    - file: guide/First Steps.md\n    - file: print.md\n      hidden: true\nsite:\n  title: Lamps\n',
    'index.md': '---\ntitle: Welcome\n---\nAll about lamps.\n',
    'guide/First Steps.md': '---\ntitle: First steps\ntags: [oil]\n---\nFill the lamp.\n',
    'print.md': '---\ntitle: To print\n---\nThe whole book.\n',
    '_build/html/index.html': mystPage('Welcome', '<p>All about lamps and their wicks.</p>'),
    '_build/html/first-steps/index.html': mystPage('First steps', '<p>Fill the lamp with oil.</p>'),
    '_build/html/print/index.html': mystPage('To print', '<p>The whole book of lamps.</p>'),
  });
  await build(['--source', '.', '--base-url', 'https://lamps.example'], { cwd });
  const twin = text(cwd, 'out/first-steps.md');
  expect(twin).toContain('tags: ["oil"]');
  expect(twin).toMatch(/Topics: oil\n\nFill the lamp with oil\.\n$/);
  expect(text(cwd, 'out/llms-full.txt')).not.toContain('whole book');
});
