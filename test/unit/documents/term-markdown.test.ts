import { describe, expect, it } from 'vitest';
import { type ContextOptions, filesOf, testContext, textOf } from '../../support/documents/context.js';

const entries = [
  { id: 1, title: 'Oolong', slug: 'oolong', published: '2026-06-01', excerpt: 'Half-oxidised leaves.' },
  { id: 2, title: 'Sencha', slug: 'sencha', published: '2026-06-02' },
  { id: 3, type: 'page', title: 'Home', slug: 'home', path: '/', twin: false },
];
const green = {
  name: 'Green',
  slug: 'green',
  description: 'Not fermented.',
  url: 'https://tea.example/category/green/',
};

function context(options: ContextOptions = {}) {
  const settings = { llms_only_markdown: true, ...options.settings };
  const ctx = testContext({
    entries,
    terms: [green],
    ...options,
    settings,
    entriesOf: () => ctx.entries.filter(({ type }) => type === 'post'),
  });
  return ctx;
}

describe('an llms.txt that links Markdown alone', () => {
  it('leads to Markdown with every link, and says where other documents are', () => {
    const text = textOf('llms', context());
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => url);
    expect(links).toEqual([
      'https://tea.example/index.md',
      'https://tea.example/sencha.md',
      'https://tea.example/oolong.md',
      'https://tea.example/category/green.md',
      'https://tea.example/llms-full.txt',
      'https://tea.example/sitemap.md',
    ]);
    for (const path of ['llms.txt', '.well-known/discovery.json', 'feed.xml', 'svc-sitemap.xml'])
      expect(text).toContain(`<https://tea.example/${path}>`);
  });

  it('is no default', () => {
    const text = textOf('llms', context({ settings: { llms_only_markdown: false } }));
    expect(text).toContain('(https://tea.example/category/green/)');
    expect(text).toContain('(https://tea.example/feed.xml)');
    expect(filesOf('term-markdown', context({ settings: { llms_only_markdown: false } }))).toEqual({});
  });

  it('leaves a category without a list where an entry has its twin', () => {
    const taken = [...entries, { id: 4, title: 'Green', path: '/category/green/' }];
    expect(textOf('llms', context({ entries: taken }))).toContain(
      '[Green](https://tea.example/category/green/)',
    );
  });
});

describe('the Markdown list of a category', () => {
  it('has the pointer to the index, what the category is, and its entries', () => {
    expect(filesOf('term-markdown', context())).toEqual({
      'category/green.md': `---
title: "Green"
description: "Not fermented."
canonical_url: "https://tea.example/category/green/"
---

Index of this site: <https://tea.example/llms.txt>

# Green

*<https://tea.example/category/green/>*

> Not fermented.

- [Sencha](https://tea.example/sencha.md)
- [Oolong](https://tea.example/oolong.md): Half-oxidised leaves.
`,
    });
  });
});
