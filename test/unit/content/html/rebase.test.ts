import { describe, expect, it } from 'vitest';
import { rebaseUrls } from '../../../../src/content/html/rebase.js';
import { html, tree } from '../../../support/content/html/tree.js';

/** Marks every reference with the kind that the resolver was told. */
function marked(source: string): string {
  const root = tree(source);
  rebaseUrls(root, (url, kind) => `${kind}(${url})`);
  return html(root);
}

describe('rebaseUrls', () => {
  it.each([
    ['<a href=" /tea/ ">x</a>', '<a href="link(/tea/)">x</a>'],
    ['<map><area href="b"></map>', '<map><area href="link(b)"></map>'],
    ['<img src="a.png">', '<img src="resource(a.png)">'],
    ['<img srcset="a.png 1x, b.png 2x">', '<img srcset="resource(a.png) 1x, resource(b.png) 2x">'],
    [
      '<img data-src="a.png" data-srcset="b.png 2x">',
      '<img data-src="resource(a.png)" data-srcset="resource(b.png) 2x">',
    ],
    [
      '<video src="v.mp4" poster="p.jpg"></video>',
      '<video src="resource(v.mp4)" poster="resource(p.jpg)"></video>',
    ],
    [
      '<audio src="s.mp3"><source src="t.ogg"><track src="u.vtt"></audio>',
      '<audio src="resource(s.mp3)"><source src="resource(t.ogg)"><track src="resource(u.vtt)"></audio>',
    ],
    ['<iframe src="/e"></iframe>', '<iframe src="resource(/e)"></iframe>'],
    ['<object data="o.pdf"></object>', '<object data="resource(o.pdf)"></object>'],
    [
      '<a href="https://www.google.com/url?q=https://tea.example/a?b%3D1%26c&amp;sa=D&amp;ust=17&amp;usg=AOv">a</a>',
      '<a href="link(https://tea.example/a?b=1&amp;c)">a</a>',
    ],
    [
      '<a href="https://www.google.com/url?q=javascript:x&amp;usg=A">a</a>',
      '<a href="link(https://www.google.com/url?q=javascript:x&amp;usg=A)">a</a>',
    ],
    ['<blockquote cite="c"></blockquote>', '<blockquote cite="link(c)"></blockquote>'],
    ['<q cite="c"></q><del cite="d"></del>', '<q cite="resource(c)"></q><del cite="resource(d)"></del>'],
  ])('rewrites %s', (source, expected) => {
    expect(marked(source)).toBe(expected);
  });

  it.each([
    '<a href="#top">x</a>',
    '<a href="">x</a>',
    '<a href="mailto:a@b.example">x</a>',
    '<a href="TEL:+49123">x</a>',
    '<img src="data:image/png;base64,AA">',
    '<a href="javascript:void(0)">x</a>',
    '<p title="/not/an/address">x</p>',
  ])('leaves %s alone', (source) => {
    expect(marked(source)).toBe(html(tree(source)));
  });

  it('survives nesting far deeper than the call stack', () => {
    const root = tree('');
    let at = root as unknown as { children: unknown[] };
    for (let depth = 0; depth < 50_000; depth += 1) {
      const child = { type: 'element', tagName: 'div', properties: {}, children: [] };
      at.children.push(child);
      at = child;
    }
    const link = { type: 'element', tagName: 'a', properties: { href: 'deep' }, children: [] };
    at.children.push(link);
    rebaseUrls(root, (url) => `/${url}`);
    expect(link.properties.href).toBe('/deep');
  });
});
