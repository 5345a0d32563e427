import { describe, expect, it } from 'vitest';
import { OWN_SITES, pagesOf, render } from '../../../support/build/pages/sites.js';
import { text, workspace } from '../../../support/build/workspace.js';
import { docExample } from '../../../support/cli/doc-example.js';
import { build } from '../../../support/cli/run-svc.js';

const PAGE = 'docs/html-pages.md';

describe(PAGE, () => {
  it('shows the head of a rendered page as it is', async () => {
    const [example] = OWN_SITES;
    if (example === undefined) throw new Error('there is no example');
    const html = pagesOf(await render(example)).get('posts/the-goat-on-the-gallery/index.html') ?? '';
    const head = /<head>\n([\s\S]*?)<\/head>/.exec(html)?.[1]?.replace(/<script.*<\/script>\n/, '') ?? '';
    expect(docExample(PAGE, 'rendered', head)).toBe(head);
  });

  it('shows an augmented page as it is', async () => {
    const page =
      '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Oolong – Tea Notes</title>\n' +
      '<meta name="description" content="A page">\n</head>\n<body>\n<h1>Oolong</h1>\n<p>Warm the pot first.</p>\n</body>\n</html>\n';
    const entry =
      '---\ntitle: Oolong\ndescription: Half green, half black\ntype: page\n---\n\nWarm the pot first.\n';
    const setup = {
      site: { url: 'https://tea.example', name: 'Tea Notes' },
      source: 'content',
      siteDir: 'site',
    };
    const cwd = workspace({
      'svc.config.json': JSON.stringify(setup),
      'svc.settings.json': JSON.stringify({ enable_social_cards: false }),
      'content/oolong.md': entry,
      'site/oolong/index.html': page,
    });
    await build([], { cwd });
    const result = text(cwd, 'out/oolong/index.html');
    expect(docExample(PAGE, 'augmented', result)).toBe(result);
  });
});
