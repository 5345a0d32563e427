import { describe, expect, it } from 'vitest';
import { markdownOf, page, readOne, readSite, siteWith } from '../../../support/sources/html/read-site.js';

/** The lines of the twin of a page with this in its article. */
async function twinOf(inside: string): Promise<string[]> {
  const text = '<p>Terns fly from one end of the earth to the other every year.</p>';
  const entry = await readOne(page(`<main><article><h1>Page</h1>${text}${inside}</article></main>`));
  return markdownOf(entry)
    .split('\n')
    .filter((line) => line !== '')
    .slice(1);
}

describe('the twin of a built page has', () => {
  it.each([
    [
      'questions in buttons with their answers',
      '<h2><button aria-expanded="false" aria-controls="a">Why?</button></h2><div id="a" class="collapse"><p>So.</p></div>',
      ['## Why?', 'So.'],
    ],
    [
      'panels that are hidden until a click',
      '<button aria-controls="a">Why?</button><div id="a" role="region" hidden><p>So.</p></div><p hidden>Build 4711</p>',
      ['**Why?**', 'So.'],
    ],
    [
      'tabs with their labels',
      '<ul role="tablist"><li role="tab">A</li><li role="tab">B</li></ul><div><div role="tabpanel">one</div><div role="tabpanel" hidden>two</div></div>',
      ['**A**', 'one', '**B**', 'two'],
    ],
    [
      'tabs whose labels stand in a nav element',
      '<nav><div role="tablist"><button role="tab" aria-controls="a">A</button><button role="tab" aria-controls="b">B</button></div></nav><div id="a">one</div><div id="b" hidden>two</div>',
      ['**A**', 'one', '**B**', 'two'],
    ],
    [
      'tabs of Rspress with their labels',
      '<div class="rp-tabs"><div class="rp-tabs__label"><div class="rp-tabs__label__item">A</div><div class="rp-tabs__label__item">B</div></div><div class="rp-tabs__content"><div class="rp-tabs__content__item">one</div><div class="rp-tabs__content__item" aria-hidden="true">two</div></div></div>',
      ['**A**', 'one', '**B**', 'two'],
    ],
    [
      'tabs without a role, as extensions of WordPress store them',
      '<ul class="kt-tabs-title-list"><li id="a"><a href="#a"><span>A</span></a></li><li id="b"><a href="#b">B</a></li></ul><div><div>one</div><div>two</div></div>',
      ['**A**', 'one', '**B**', 'two'],
    ],
    [
      'tabs by the ids of their panels',
      '<div class="x-tabs-nav"><ul><li><a href="#b">B</a></li><li><a href="#a">A</a></li></ul></div><div><div id="a">one</div><div id="b">two</div></div>',
      ['**A**', 'one', '**B**', 'two'],
    ],
    [
      'a list of links to other pages, whatever its class',
      '<ul class="nav-tabs-list"><li><a href="/a/">A</a></li><li><a href="/b/">B</a></li></ul><div><div>one</div><div>two</div></div>',
      ['- [A](/a/)', '- [B](/b/)', 'one', 'two'],
    ],
    [
      'boxes of VuePress and Rspress',
      '<div class="hint-container warning"><p class="hint-container-title">Mind</p><p>Ice.</p></div><div class="rp-callout rp-callout--tip"><div class="rp-callout__title">TIP</div><div class="rp-callout__content"><p>Wait.</p></div></div>',
      ['> [!WARNING]', '> **Mind**', '>', '> Ice.', '> [!TIP]', '> Wait.'],
    ],
    [
      'a box that is named by its kind and has a title',
      '<aside class="note"><p class="note-title">Mind</p><p>Ice.</p></aside>',
      ['> [!NOTE]', '> **Mind**', '>', '> Ice.'],
    ],
    [
      'the name of a file once',
      '<div class="rp-codeblock language-js"><div class="rp-codeblock__title">a.js</div><div><pre data-lang="js" data-title="a.js"><code>go()</code></pre></div></div>',
      ['*a.js*', '```js', 'go()', '```'],
    ],
    ['a space between adjacent links', '<p><a href="/x">X</a><a href="/y">Y</a></p>', ['[X](/x) [Y](/y)']],
    [
      'the author of a quotation in a footer',
      '<blockquote><p>Sea.</p><footer>— <cite>Ida</cite></footer></blockquote>',
      ['> Sea.', '>', '> — Ida'],
    ],
    [
      'the author of a quotation in the footer of a figure',
      '<figure><blockquote>Sea.</blockquote><footer>Ida</footer></figure>',
      ['> Sea.', 'Ida'],
    ],
    ['the text of a shadow tree', '<x-a><template shadowrootmode="open"><p>In</p></template></x-a>', ['In']],
    [
      'cells with two links within the page',
      `<table><tr><th>Old</th><th>New</th></tr>${['a', 'b', 'c'].map((x) => `<tr><td>${x}</td><td><a href="#y">fly()</a> <a href="#z">land()</a></td></tr>`).join('')}</table>`,
      [
        '| Old | New |',
        '| --- | --- |',
        ...['a', 'b', 'c'].map((x) => `| ${x} | [fly()](#y) [land()](#z) |`),
      ],
    ],
    [
      'a sentence of links within the page',
      '<p>See <a href="#y">flying</a> and <a href="#z">landing</a>.</p>',
      ['See [flying](#y) and [landing](#z).'],
    ],
    [
      'a footnote in an aside',
      '<p>Old<a class="footnote-reference" href="#f" id="r" role="doc-noteref">[1]</a></p><aside class="footnote" id="f" role="doc-footnote"><span class="label">[<a role="doc-backlink" href="#r">1</a>]</span><p>See <a href="/b">the book</a>.</p></aside>',
      ['Old[^1]', '[^1]: See [the book](/b).'],
    ],
    [
      'a link to a file in an object',
      '<object data="/plan.pdf" title="Plan"></object>',
      ['Embedded: [Plan](/plan.pdf)'],
    ],
  ])('%s', async (_, html, lines) => {
    expect(await twinOf(html)).toEqual(lines);
  });
});

describe('the twin of a built page lacks', () => {
  it.each([
    [
      'the link to edit its source next to the title',
      '<div class="tools"><a href="https://github.com/a/b/edit/main/page.md" title="Improve this page"><i></i></a></div>',
      [],
    ],
    [
      'the link to its source that only a title names (Antora)',
      '<a href="https://github.com/a/b/blob/main/page.adoc" title="Edit this page"><svg></svg></a>',
      [],
    ],
    [
      'the outline of an export from Obsidian',
      '<div class="leaf-content"><div class="graph-view-wrapper">Interactive Graph</div><div id="outline"><a href="a.html#b">B</a></div></div>',
      [],
    ],
    [
      'a row of links within the page',
      '<p>Jump to: <a href="#y">Flying south</a> | <a href="#z">Landing on ice</a></p>',
      [],
    ],
    [
      'the bar of GTK-Doc, also where there is no next page',
      '<table class="navigation"><tr><td><a href="#a">A</a> | <a href="#b">B</a></td><td><a href="/" accesskey="h"><img src="home.png" alt="Home"></a></td><td><img src="right-insensitive.png"></td></tr></table>',
      [],
    ],
    [
      'the links to the posts before and after, also above others',
      '<div><a href="/b">« Tea</a><a href="/c">Cups »</a></div><p>You may like tea.</p>',
      ['You may like tea.'],
    ],
    [
      'the links of rustdoc to the source, beside the version',
      '<div class="rustdoc-breadcrumbs"><a href="index.html">tea</a></div><span class="rightside"><span class="since">1.0.0</span> · <a class="src" href="src">Source</a></span>',
      [],
    ],
    [
      'the buttons of pdoc and the head of Geekdoc',
      '<p>Tea<label class="view-source-button" for="s"><span>View Source</span></label></p><div class="gdoc-page__header"><ol><li>Docs</li></ol></div>',
      ['Tea'],
    ],
    [
      'a row of links to its translations',
      '<div><p><span>Languages: </span><a href="/en/a" title="English">en</a> | <a href="/fr/a" hreflang="fr" rel="alternate">fr</a> | <a href="/ja/a" hreflang="ja" rel="alternate">ja</a></p></div>',
      [],
    ],
    [
      'nothing of a text that leads to the folder above',
      '<p>All of them are in <a href="../">the list</a>.</p><h1>Second</h1>',
      ['All of them are in [the list](/../).', '## Second'],
    ],
    [
      'nothing of a sentence with a link to its source',
      '<p>Errors? <a href="https://github.com/a/b/edit/main/page.md">Edit this page</a>.</p>',
      ['Errors? [Edit this page](https://github.com/a/b/edit/main/page.md).'],
    ],
    [
      'nothing of a text with a link to a translation',
      '<p>The museum wrote about the long journeys of its birds in <a href="/fr/a" hreflang="fr" rel="alternate">French</a> last year.</p>',
      ['The museum wrote about the long journeys of its birds in [French](/fr/a) last year.'],
    ],
  ])('%s', async (_, html, lines) => {
    expect(await twinOf(html)).toEqual(lines);
  });
});

it('a page is read in the encoding that its XML declaration names', async () => {
  const html = '<?xml version="1.0" encoding="windows-1251"?><html><head><title>Tea</title></head><body><p>';
  const bytes = Buffer.concat([
    Buffer.from(html),
    Buffer.from([0xd7, 0xe0, 0xe9]),
    Buffer.from('</p></body></html>'),
  ]);
  const { byFile } = await readSite(siteWith({ 'tea.html': bytes }));
  expect(markdownOf(byFile.get('tea.html'))).toBe('Чай');
});

it('a short page in UTF-8 that still declares its old encoding is read as UTF-8', async () => {
  const html = (text: string) => `<html><head><meta charset=gb2312></head><body><p>${text}</p></body></html>`;
  const { byFile } = await readSite(
    siteWith({ 'tea.html': html('养气健目功概说'), 'chai.html': html('养气健目功概说特点') }),
  );
  expect(markdownOf(byFile.get('chai.html'))).toBe('养气健目功概说特点');
  expect(markdownOf(byFile.get('tea.html'))).not.toContain('养');
});
