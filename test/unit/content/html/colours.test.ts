import { describe, expect, it } from 'vitest';
import { dropColours } from '../../../../src/content/html/colours.js';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toHtml } from '../../../../src/content/html/serialise.js';

const without = (html: string): string => {
  const tree = parseHtml(html);
  dropColours(tree);
  return toHtml(tree);
};

describe('dropColours', () => {
  it.each([
    ['Pygments', '<pre><span></span><span class="k">def</span> <span class="nf">f</span>():</pre>'],
    ['highlight.js', '<pre><span class="hljs-keyword">def</span> <span class=hljs-title>f</span>():</pre>'],
    ['Prism', '<pre><span class="token keyword">def</span> <span class="token function">f</span>():</pre>'],
  ])('leaves out the elements by which %s colours code', (_, html) => {
    expect(without(html)).toBe('<pre>def f():</pre>');
  });

  it.each([
    ['outside of code', '<p><span class="k">def</span></p>'],
    ['of lines and their parts', '<pre><span class="line"><a href="#1">x</a> y</span></pre>'],
    ['of comments, which may have annotations', '<pre><span class="c1"># (1)!</span></pre>'],
    ['that are hidden', '<pre><span class="k" style="display:none">x</span><span hidden="">y</span></pre>'],
    ['with a style', '<pre><span style="--shiki-light:#a">x</span></pre>'],
    ['of lines that mdBook hides', '<pre><code><span class="boring">use x;</span></code></pre>'],
  ])('keeps elements %s', (_, html) => {
    expect(without(html)).toBe(html);
  });

  it('keeps what is in other elements', () => {
    const code = '<code><span class="line"><span class="k">a<b>b</b></span>c</span>d</code><span>e</span>';
    expect(without(`<p>${code}</p>`)).toBe(
      '<p><code><span class="line">a<b>b</b>c</span>d</code><span>e</span></p>',
    );
  });
});
