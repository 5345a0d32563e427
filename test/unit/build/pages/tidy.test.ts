import { describe, expect, it } from 'vitest';
import { tidy } from '../../../../src/build/pages/content-model.js';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toHtml } from '../../../../src/content/html/serialise.js';

function tidied(html: string): string {
  const tree = parseHtml(html);
  tidy(tree);
  return toHtml(tree);
}

describe('the body of a page', () => {
  it.each([
    ['a language of words', '<p lang="pt-BR">chá</p>', '<p lang="pt-BR">chá</p>'],
    ['a language of machines on pre', '<pre lang="go">a()</pre>', '<pre>a()</pre>'],
    ['a language of machines on code', '<p><code lang="go">a()</code></p>', '<p><code>a()</code></p>'],
    ['a language that is none', '<p lang="en_US">tea</p>', '<p>tea</p>'],
    ['a direction that is none', '<p dir="up">tea</p>', '<p>tea</p>'],
    ['a direction', '<p dir="RTL">tea</p>', '<p dir="RTL">tea</p>'],
    ['an id of the page itself', '<p id="main">tea</p>', '<p>tea</p>'],
    ['an id with a space', '<p id="a b">tea</p>', '<p>tea</p>'],
    ['an id twice', '<p id="a">1</p><p id="a">2</p>', '<p id="a">1</p><p>2</p>'],
    ['an alignment', '<p align="center">tea</p>', '<p class="has-text-align-center">tea</p>'],
    ['an alignment that is none', '<p align="middle">tea</p>', '<p>tea</p>'],
    [
      'a width in percent',
      '<p><img src="/a.png" alt="a" width="50%"></p>',
      '<p><img src="/a.png" alt="a"></p>',
    ],
    ['a heading without words', '<h2> <b></b></h2><p>tea</p>', '<p>tea</p>'],
    ['a heading of an image', '<h2><img src="/a.png" alt="a"></h2>', '<h2><img src="/a.png" alt="a"></h2>'],
  ])('with %s', (_, html, expected) => {
    expect(tidied(html)).toBe(expected);
  });

  it('says what the heads of a table are for', () => {
    const table = '<table><tr><th></th><th>A</th></tr><tr><th>B</th><td scope="row">1</td></tr></table>';
    expect(tidied(table).replace(/<\/?(?:table|tbody)>/g, '')).toBe(
      '<tr><td></td><th scope="col">A</th></tr><tr><th scope="row">B</th><td>1</td></tr>',
    );
  });
});
