import { describe, expect, it } from 'vitest';
import { seen } from '../../../support/content/html/seen.js';

describe('a box with a note to the reader becomes an alert of its kind, with its own title', () => {
  it.each([
    [
      'a name for all boxes before the kind',
      '<div class="note warning"><h5>Hot</h5><p>Brew.</p></div>',
      ['> [!WARNING]', '> **Hot**', '>'],
    ],
    ['DocFX', '<div class="NOTE"><h5>Note</h5><p>Brew.</p></div>', ['> [!NOTE]']],
    ['Microsoft Learn', '<div class="alert is-info"><p>Note</p><p>Brew.</p></div>', ['> [!NOTE]']],
    [
      'Bulma',
      '<article class="message is-danger"><div class="message-header"><p>Hot</p></div><div><p>Brew.</p></div></article>',
      ['> [!CAUTION]', '> **Hot**', '>'],
    ],
    [
      'Bootstrap',
      '<div class="bs-callout bs-callout-danger"><h4>Hot</h4><p>Brew.</p></div>',
      ['> [!CAUTION]', '> **Hot**', '>'],
    ],
    [
      'Fern',
      '<div class="fern-callout" data-intent="warning"><div><h5>Hot</h5><p>Brew.</p></div></div>',
      ['> [!WARNING]', '> **Hot**', '>'],
    ],
    [
      'DocBook with pictures',
      '<div class="tip"><table><tr><td rowspan="2"><img alt="[Tip]" src="tip.png"></td><th>Hot</th></tr><tr><td><p>Brew.</p></td></tr></table></div>',
      ['> [!TIP]', '> **Hot**', '>'],
    ],
    [
      'VuePress 2, before its themes',
      '<div class="custom-container tip"><p class="custom-container-title">TIP</p><p>Brew.</p></div>',
      ['> [!TIP]'],
    ],
    [
      'VitePress',
      '<div class="tip custom-block"><p class="custom-block-title">TIP</p><p>Brew.</p></div>',
      ['> [!TIP]'],
    ],
    [
      'MkDocs and Sphinx',
      '<div class="admonition note"><p class="admonition-title">Note</p><p>Brew.</p></div>',
      ['> [!NOTE]'],
    ],
    [
      'LoveIt for Hugo',
      '<div class="details admonition warning open"><div class="details-summary admonition-title">Warning</div><div class="details-content"><p>Brew.</p></div></div>',
      ['> [!WARNING]'],
    ],
    [
      'GitHub',
      '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title"><svg></svg>Warning</p><p>Brew.</p></div>',
      ['> [!WARNING]'],
    ],
    [
      'Starlight',
      '<aside aria-label="Tip" class="starlight-aside starlight-aside--tip"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Know</p><section><p>Brew.</p></section></aside>',
      ['> [!TIP]', '> **Know**', '>'],
    ],
    [
      'AsciiDoctor',
      '<div class="admonitionblock note"><table><tbody><tr><td class="icon"><i class="fa icon-note" title="Note"></i></td><td class="content">Brew.</td></tr></tbody></table></div>',
      ['> [!NOTE]'],
    ],
    [
      'AsciiDoc',
      '<div class="admonitionblock"><table><tr><td class="icon"><div class="title">Note</div></td><td class="content">Brew.</td></tr></table></div>',
      ['> [!NOTE]'],
    ],
    [
      'MkDocs, opened by a click',
      '<details class="question"><summary>Why?</summary><p>Brew.</p></details>',
      ['> [!NOTE]', '> **Why?**', '>'],
    ],
    [
      'the Apache manual',
      '<div class="warning"><h3>Hot</h3><p>Brew.</p></div>',
      ['> [!WARNING]', '> **Hot**', '>'],
    ],
    [
      'mdBook',
      '<div id="mdbook-content" class="content"><main><div class="warning"><p>Brew.</p></div></main></div>',
      ['> [!WARNING]'],
    ],
    ['DocBook', '<div class="note"><h3 class="title">Note</h3><p>Brew.</p></div>', ['> [!NOTE]']],
    [
      'Docusaurus',
      '<div class="theme-admonition theme-admonition-info alert alert--info"><div class="admonitionHeading_x"><span><svg></svg></span>info</div><div class="admonitionContent_y"><p>Brew.</p></div></div>',
      ['> [!NOTE]', '> **Info**', '>'],
    ],
  ])('%s', (_, html, head) => {
    expect(seen(`${html}<p>After.</p>`)).toEqual([...head, '> Brew.', 'After.']);
  });

  it('and titles of docutils are bold, once', () => {
    const html =
      '<aside class="sidebar"><p class="sidebar-title">Tea</p><p>Brew.</p></aside><p class="rubric"><strong>Notes</strong></p>';
    expect(seen(html)).toEqual(['**Tea**', 'Brew.', '**Notes**']);
  });

  it('but a page’s own name is no kind', () => {
    expect(seen('<div class="note"><p>Brew.</p></div>')).toEqual(['Brew.']);
  });
});
