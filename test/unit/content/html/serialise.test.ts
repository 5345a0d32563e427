import fc from 'fast-check';
import type { Root } from 'hast';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toHtml } from '../../../../src/content/html/serialise.js';
import { readFragments } from '../../../support/content/markdown/fragments.js';

const element = (tagName: string, properties = {}, children: Root['children'] = []): Root =>
  ({ type: 'root', children: [{ type: 'element', tagName, properties, children }] }) as Root;

describe('toHtml', () => {
  it('writes attributes, void elements and text', () => {
    const html =
      '<p class="a b" data-x="1 &quot;2&quot;" hidden="">x &lt; y &amp; z<br><img src="/i.png" alt=""></p>';
    expect(toHtml(parseHtml(html))).toBe(html);
  });

  it('writes names of SVG and its attributes', () => {
    const html = '<svg viewBox="0 0 1 1"><path stroke-width="2"></path></svg>';
    expect(toHtml(parseHtml(html))).toBe(html);
  });

  it('leaves script and style as they are, and breaks up an end tag inside a built one', () => {
    expect(toHtml(parseHtml('<style>a > b { }</style>'))).toBe('<style>a > b { }</style>');
    const evil = toHtml(element('script', {}, [{ type: 'text', value: '"</script><img src=x>"' }]));
    expect(parseHtml(evil).children).toHaveLength(1);
  });

  it('keeps a newline at the start of pre', () => {
    const tree = parseHtml('<pre>\n\nx</pre>');
    expect(toHtml(parseHtml(toHtml(tree)))).toBe(toHtml(tree));
  });

  it('leaves out names that would break out of a tag', () => {
    expect(toHtml(element('p', { 'x onclick=y': '1', 'a>b': '2' }))).toBe('<p></p>');
    expect(toHtml(element('p><script', {}))).toBe('');
  });

  it('keeps the text of an element whose broken name cannot be written', () => {
    expect(toHtml(parseHtml('<p>is <a"b=c">new & <b>odd</b></a"b=c"> here</p>'))).toBe(
      '<p>is new &amp; <b>odd</b> here</p>',
    );
  });

  it('lets no comment end early', () => {
    for (const value of ['-->x', '>', '->', 'a--!>b', 'a-', '<!--', 'a<!-']) {
      const tree = parseHtml(toHtml({ type: 'root', children: [{ type: 'comment', value }] }));
      expect(tree.children.map(({ type }) => type)).toEqual(['comment']);
    }
  });

  it.each(readFragments().map(({ file, name, html }) => [`${file}: ${name}`, html]))(
    'is stable for %s',
    (_, html) => {
      const once = toHtml(parseHtml(html));
      expect(toHtml(parseHtml(once))).toBe(once);
    },
  );

  it('gives back any text and any attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const clean = value.replace(/[\0\r\ud800-\udfff]/g, '');
        const [node] = parseHtml(
          toHtml(element('p', { title: clean }, [{ type: 'text', value: `.${clean}` }])),
        ).children;
        expect(node).toMatchObject({ properties: { title: clean }, children: [{ value: `.${clean}` }] });
      }),
    );
  });

  it('survives 10,000 nested elements', () => {
    expect(toHtml(parseHtml('<div>'.repeat(10_000)))).toContain('<div>');
  });
});
