import { describe, expect, it } from 'vitest';
import { hasProse } from '../../../../src/content/html/has-prose.js';
import { parseHtml } from '../../../../src/content/html/parse.js';

const LINKS = '<li><a href="/a">Harbour</a></li>'.repeat(5);

describe('text of its own', () => {
  it.each([
    ['<p>Green.</p>', true],
    ['<p>茶</p>', true],
    [`<p>The boats that go to the islands in the summer months.</p><ul>${LINKS}</ul>`, true],
    ['<pre><code>npm test</code></pre>', true],
    ['<img src="a.png" alt="A boat">', true],
    ['<p>See <a href="/a">the harbour</a>.</p>', true],
    ['', false],
    ['<h1>Shop</h1>', false],
    [`<h2>All</h2><ul>${LINKS}</ul>`, false],
    [`<p>Posts:</p><ul>${LINKS}</ul>`, false],
    ['<p hidden>Nothing to see</p>', false],
    [`<ul>${LINKS.replaceAll('Harbour', '<img src="a.png"> Harbour')}</ul>`, false],
  ])('%s: %s', (html, expected) => {
    expect(hasProse(parseHtml(html))).toBe(expected);
  });

  it('is found in a page of any depth', () => {
    const depth = 5000;
    const html = `${'<div>'.repeat(depth)}Deep.${'</div>'.repeat(depth)}`;
    expect(hasProse(parseHtml(html))).toBe(true);
  });
});
