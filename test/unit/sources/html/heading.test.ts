import { describe, expect, it } from 'vitest';
import { findElement } from '../../../../src/content/html/element.js';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { headingText } from '../../../../src/sources/html/heading.js';
import { markdownOf, page, readOne } from '../../../support/sources/html/read-site.js';

function titleOf(inside: string): string {
  const heading = findElement(parseHtml(`<h1 id="t">${inside}</h1>`), ({ tagName }) => tagName === 'h1');
  return heading === undefined ? '' : headingText(heading);
}

describe('the text of a heading', () => {
  it.each([
    ['without a link to itself', 'Tea <a class="headerlink" href="#t">¶</a>', 'Tea'],
    ['without a link to the top', 'Tea<span><a href="#t">¶</a> <a href="#top">↑</a></span>', 'Tea'],
    [
      'without a label for screen readers',
      'Tea <a href="#t"><span class="sr-only">Section titled “Tea”</span></a>',
      'Tea',
    ],
    ['without a hidden label beside it', 'Tea<span class="visually-hidden"> (permalink)</span>', 'Tea'],
    ['without a footnote mark', 'Tea<sup id="r"><a href="#fn1">1</a></sup>', 'Tea'],
    ['without one of LaTeX2HTML', 'Tea<a href="#foot4"><sup>5.2</sup></a>', 'Tea'],
    ['without a mark by its role', 'Tea<a role="doc-noteref" href="#f">[1]</a>', 'Tea'],
    ['with a raised number of its own', 'x<sup>2</sup>', 'x2'],
    [
      'with a formula once',
      'Energy <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">E=mc2</span></span>',
      'Energy E=mc^2',
    ],
    [
      'with what is hidden from screen readers',
      '<span aria-hidden="true">Tea</span><span class="sr-only">T e a</span>',
      'Tea',
    ],
    ['for screen readers where there is no other', '<span class="sr-only">Tea</span>', 'Tea'],
    ['with the words of a link', '<a href="/tea">Tea</a>', 'Tea'],
  ])('is read %s', (_, inside, text) => {
    expect(titleOf(inside)).toBe(text);
  });
});

describe('headings of built pages', () => {
  const TEXT = '<p>Terns fly from one end of the earth to the other every year.</p>';

  it('keep their text where it is the link to themselves', async () => {
    const heading = '<h2 id="nests"><a class="header-anchor" href="#nests"><span>Nests</span></a></h2>';
    const entry = await readOne(page(`<main><h1>Terns</h1>${heading}${TEXT}</main>`));
    expect(markdownOf(entry)).toContain('## Nests');
  });

  it('have a space between spans that are lines of their own', async () => {
    const title = '<h1><span class="name">Terns</span><span class="text">Birds of the sea</span></h1>';
    for (const written of [title, title.replaceAll('<span', '<!-- --><span')])
      expect((await readOne(page(`<main>${written}${TEXT}</main>`))).title).toBe('Terns Birds of the sea');
    const namespace =
      '<h1><span class="a">File</span><span class="b">:</span><span class="c">Tern.png</span></h1>';
    expect((await readOne(page(`<main>${namespace}${TEXT}</main>`))).title).toBe('File:Tern.png');
  });

  it('have no contents with a single entry after them', async () => {
    const contents = '<div class="theme-doc-toc-desktop"><ul><li><a href="#nests">Nests</a></li></ul></div>';
    const entry = await readOne(
      page(`<main><h1>Terns</h1>${TEXT}<h2 id="nests">Nests</h2>${TEXT}${contents}</main>`),
    );
    expect(markdownOf(entry)).not.toContain('[Nests]');
  });
});
