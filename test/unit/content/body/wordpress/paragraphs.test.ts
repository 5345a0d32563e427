import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addParagraphs } from '../../../../../src/content/body/wordpress/paragraphs.js';
import { flat } from '../../../../support/content/body/wordpress/helpers.js';
import { needs, sharedData } from '../../../../support/needs.js';
import { readFile } from '../../../../support/sources/wxr/helpers.js';

const REAL = '../shared/data/themeunittestdata.wordpress.xml';

describe('addParagraphs', () => {
  it.each([
    ['blank line', 'One\n\nTwo', '<p>One</p>\n<p>Two</p>'],
    ['single line break', 'One\nTwo', '<p>One<br>\nTwo</p>'],
    [
      'blank line with spaces, Windows line ends',
      'One\r\n \t\r\nTwo\r\nThree',
      '<p>One</p>\n<p>Two<br>\nThree</p>',
    ],
    ['many blank lines', '\n\nOne\n\n\n\nTwo\n\n', '<p>One</p>\n<p>Two</p>'],
    ['inline markup', 'A <b>bold</b>\n<i>word</i>', '<p>A <b>bold</b><br>\n<i>word</i></p>'],
    ['block markup untouched', '<h2>Head</h2>\nText', '<h2>Head</h2>\n<p>Text</p>'],
    [
      'text before a list',
      'Tools:\n<ul>\n<li>key</li>\n</ul>\nDone',
      '<p>Tools:</p>\n<ul>\n<li>key</li>\n</ul>\n<p>Done</p>',
    ],
    ['list items stay tight', '<ul><li>a\nb</li></ul>', '<ul><li>a<br>\nb</li></ul>'],
    ['blank line in an item', '<ul><li>a\n\nb</li></ul>', '<ul><li><p>a</p>\n<p>b</p>\n</li></ul>'],
    ['blank line in a heading', '<h2>a\n\nb</h2>', '<h2>a<br>\nb</h2>'],
    ['blank line in a paragraph', '<p>a\n\nb</p>', '<p>a</p>\n<p>b</p>'],
    ['pre', 'See\n<pre>a\n\n  b</pre>\nend', '<p>See</p>\n<pre>a\n\n  b</pre>\n<p>end</p>'],
    [
      'script and style',
      '<script>\n\nlet a;\n\n</script>\n<style>\n\nb{}\n</style>',
      '<script>\n\nlet a;\n\n</script>\n<style>\n\nb{}\n</style>',
    ],
    ['inline code', 'Run <code>a\n\nb</code> now', '<p>Run <code>a<br>\n<br>\nb</code> now</p>'],
    [
      'svg and textarea',
      '<svg>\n\n<g/>\n</svg> and <textarea>\n\nx</textarea>',
      '<p><svg>\n\n<g/>\n</svg> and <textarea>\n\nx</textarea></p>',
    ],
    ['line break inside a tag', '<a\n\nhref="x">y</a>', '<p><a\n\nhref="x">y</a></p>'],
    ['existing br', 'a<br />\nb<br>\nc', '<p>a<br />\nb<br>\nc</p>'],
    ['no empty paragraphs', '<div>a</div>\n\n \n\n<div>b</div>', '<div>a</div>\n<div>b</div>'],
    ['tags without content', '<a name="top"></a>\n\nText', '<a name="top"></a>\n<p>Text</p>'],
    ['an image alone', '<img src="x">\n\nText', '<p><img src="x"></p>\n<p>Text</p>'],
    [
      'table',
      '<table>\n<tr>\n<td>a\nb</td>\n</tr>\n</table>',
      '<table>\n<tr>\n<td>a<br>\nb</td>\n</tr>\n</table>',
    ],
    [
      'two paragraphs in a cell',
      '<table><tr><td>a\n\nb</td></tr></table>',
      '<table><tr><td><p>a</p>\n<p>b</p>\n</td></tr></table>',
    ],
    [
      'two paragraphs in a quote',
      '<blockquote>a\n\nb</blockquote>',
      '<blockquote><p>a</p>\n<p>b</p>\n</blockquote>',
    ],
    ['less-than sign', 'if a < b then\n\nc', '<p>if a < b then</p>\n<p>c</p>'],
    ['nothing', ' \n ', ''],
    ['paragraph that nobody closed', '<p>a\n<div>b</div>\nc', '<p>a<div>b</div>\n<p>c</p>'],
    ['closing tag that nobody opened', 'a</div>b', '<p>a</p>\n</div>\n<p>b</p>'],
  ])('%s', (_, text, html) => {
    expect(addParagraphs(text)).toBe(html);
  });

  it('puts an address on its own line into its own paragraph', () => {
    expect(addParagraphs('Look:\nhttps://old.example/x\nThere.')).toBe(
      '<p>Look:</p>\n<p>https://old.example/x</p>\n<p>There.</p>',
    );
  });

  it('leaves an address within a line alone', () => {
    expect(addParagraphs('Look: https://old.example/x\nthere')).toBe(
      '<p>Look: https://old.example/x<br>\nthere</p>',
    );
    expect(addParagraphs('<b>at</b>\nhttps://old.example/x <i>there</i>')).toContain(
      '<br>\nhttps://old.example/x <i>',
    );
  });

  it('leaves text alone that has its paragraphs', () => {
    const html =
      '<p>One<br>\ntwo</p>\n<ul>\n<li>three</li>\n</ul>\n<p>four <em>five</em></p>\n<pre>a\n\nb</pre>';
    expect(addParagraphs(html)).toBe(html);
  });

  const fragment = fc.array(
    fc.constantFrom(
      'a',
      'b c',
      '\n',
      '\n\n',
      '<b>',
      '</b>',
      '<p>',
      '</p>',
      '<div>',
      '</div>',
      '<ul><li>',
      '</li></ul>',
      '<br>',
      '<br />\n',
      '<pre>',
      '</pre>',
      '<code>',
      '</code>',
      '<hr>',
      '<td>',
      '<img src="i">',
      '<',
      '>',
      '&amp;',
      '<h2>x</h2>',
      ' ',
      'https://old.example/p',
      '<blockquote>',
      '</blockquote>',
      '<!x',
    ),
    { maxLength: 25 },
  );

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fragment, (parts) => {
        const once = addParagraphs(parts.join(''));
        expect(addParagraphs(once)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps every word and every tag, in order', () => {
    const words = (html: string) => html.replace(/<\/?p>|<br>|\s/g, '');
    fc.assert(
      fc.property(fragment, (parts) => {
        const text = parts.join('');
        expect(words(addParagraphs(text))).toBe(words(text));
      }),
      { numRuns: 1000 },
    );
  });

  it(
    'is idempotent on real classic posts and writes no empty paragraph',
    needs(sharedData(REAL)),
    async () => {
      const { entries } = await readFile(REAL);
      for (const { body } of entries.filter((entry) => !entry.body.includes('<!-- wp:'))) {
        const once = addParagraphs(body);
        expect(flat(addParagraphs(once))).toBe(flat(once));
        expect(once).not.toMatch(/<p>\s*<\/p>/);
      }
    },
  );
});
