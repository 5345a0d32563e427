import { defaultHandlers } from 'hast-util-to-mdast';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { handlers } from '../../../../src/content/markdown/handlers/index.js';
import { isVideoHost } from '../../../../src/content/markdown/handlers/media.js';
import { mediaTarget, safeLinkTarget } from '../../../../src/content/markdown/handlers/url.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';

describe('handlers', () => {
  it('cover every element that hast-util-to-mdast knows, so that none of its defaults runs', () => {
    expect(Object.keys(defaultHandlers).filter((name) => !(name in handlers))).toEqual([]);
  });
});

describe('addresses', () => {
  it.each([
    'javascript:alert(1)',
    ' JAVASCRIPT:x',
    'java\nscript:x',
    '\u0001javascript:x',
    'java\u00a0script:x',
    'vbscript:x',
    'data:text/html,<b>',
    '',
    '  ',
  ])('of links refuse %j', (href) => {
    expect(safeLinkTarget(href)).toBeUndefined();
  });

  it.each([
    ['/a b', '/a%20b'],
    ['  /x ', '/x'],
    ['mailto:a@b.org', 'mailto:a@b.org'],
    ['#part', '#part'],
    ['/java/script:x', '/java/script:x'],
  ])('of links keep %j', (href, url) => {
    expect(safeLinkTarget(href)).toBe(url);
  });

  it('of media refuse blobs', () => {
    expect(mediaTarget('blob:https://e.org/1')).toBeUndefined();
    expect(mediaTarget('about:blank')).toBeUndefined();
  });

  it('of video hosts match by suffix', () => {
    expect(isVideoHost('https://www.youtube.com/watch?v=1')).toBe(true);
    expect(isVideoHost('//player.vimeo.com/video/1')).toBe(true);
    expect(isVideoHost('https://notyoutube.com/')).toBe(false);
    expect(isVideoHost('https://e.org/?u=https://youtube.com/')).toBe(false);
    expect(isVideoHost('/relative')).toBe(false);
  });
});

const written = (html: string) => toMarkdown(parseHtml(html)).trim();

describe('a link', () => {
  it.each(['#', '#!', 'javascript:;'])('to %j is its text: a script acts on it', (href) => {
    expect(written(`<p>Press <a href="${href}">here</a>.</p>`)).toBe('Press here.');
  });
});

it('text that a style makes normal has no marks', () => {
  expect(written('<b style="font-weight:normal" id="docs-internal-guid-1"><p>A <b>b</b></p></b>')).toBe(
    'A **b**',
  );
});

describe('a cell', () => {
  it('keeps what a rule separates apart', () => {
    expect(
      written('<table><tr><th>A</th><th>B</th></tr><tr><td>one<hr>two</td><td>3</td></tr></table>'),
    ).toContain('| one; two | 3 |');
  });
});

describe('a caption', () => {
  it('is in italics although the editor left a line break behind', () => {
    expect(written('<figure><p>A</p><figcaption>Tea<br></figcaption></figure>')).toBe('A\n\n*Tea*');
  });
});

describe('the fragment of a link', () => {
  it.each([
    ['/t%C3%A9#Gr%C3%BCn%20%E8%8C%B6', '/t%C3%A9#Grün%20茶'],
    ['#%C2%A0a', '#%C2%A0a'],
    ['#%E2%80%AEa', '#%E2%80%AEa'],
    ['#%FFa', '#%FFa'],
  ])('has its letters, but no hidden characters: %s', (href, url) => {
    expect(written(`<a href="${href}">Tea</a>`)).toBe(`[Tea](${url})`);
  });

  it('around the item of a list is in the item', () => {
    const items = '<a href="/a"><li>Tea</li></a><a href="/b"> <li><p>Milk</p><p>White</p></li></a>';
    for (const list of [`<ul>${items}</ul>`, `<div>${items}</div>`])
      expect(written(list)).toBe('- [Tea](/a)\n\n- [Milk](/b)\n\n  White');
  });

  it('stays as written in an address that is its own text', () => {
    expect(written('<a href="https://e.org/#%C3%A9">https://e.org/#%C3%A9</a>')).toBe(
      '<https://e.org/#%C3%A9>',
    );
  });
});

describe('a list of terms', () => {
  it('without any definition is a plain list', () => {
    expect(written('<dl><dt><a href="#a">Tea</a></dt><dt>Milk</dt><dd> </dd></dl>')).toBe(
      '- [Tea](#a)\n- Milk',
    );
    expect(written('<dl><dt>Tea</dt><dt>Milk</dt><dd>Hot</dd></dl>')).toBe('- **Tea**\n  **Milk**\n  Hot');
    expect(written('<dl><dt>Tea<br></dt><dd><p>Hot</p></dd></dl>')).toBe('- **Tea**\n  Hot');
  });
});

it.each([
  ['<h3>Tea<p>Two cups.</p><ul><li>one</li></ul></h3>', '### Tea\n\nTwo cups.\n\n- one\n'],
  ['<h3><p>Tea</p></h3>', '### Tea\n'],
])('a heading without an end is over before the next block: %s', (html, markdown) => {
  expect(toMarkdown(parseHtml(html))).toBe(markdown);
});

it('a heading in a caption begins no section', () => {
  expect(
    written('<figure><img src="/a.png"><figcaption><h4>Terns</h4><p>On a wire.</p></figcaption></figure>'),
  ).toBe('![](/a.png)\n\n**Terns**\n\n*On a wire.*');
});

it('a table of contents of terms has a line for each', () => {
  const link = (name: string) => `<dt><span><a href="/${name}">${name}</a></span></dt>`;
  expect(written(`<dl>${link('a')}${link('b')}<dd><dl>${link('c')}</dl></dd>${link('d')}</dl>`)).toBe(
    '- **[a](/a)**\n- **[b](/b)**\n  - [c](/c)\n- **[d](/d)**',
  );
});

describe('a link in a heading', () => {
  it.each([
    ['<h2 id="tea"><a href="#tea">Tea</a></h2>', '## Tea'],
    ['<h2 id="tea"><a class="toc-backref" href="#id3">Tea</a></h2>', '## Tea'],
    ['<h2 id="tea"><a href="/tea#pots">Tea</a></h2>', '## [Tea](/tea#pots)'],
    ['<h2 id="tea">Tea and <a href="#pots">pots</a></h2>', '## Tea and [pots](#pots)'],
  ])('%s', (html, expected) => {
    expect(written(html)).toBe(expected);
  });
});

describe('brackets at the start of a line', () => {
  it.each([
    ['[optional] tea', '[optional] tea'],
    ['[x] tea', '\\[x] tea'],
    ['[tea]: hot', '\\[tea]: hot'],
    ['[tea] [b]: hot', '[tea] [b]: hot'],
    ['[^1] tea', '\\[^1] tea'],
    ['[tea', '\\[tea'],
  ])('%s', (text, expected) => {
    expect(written(`<p>${text}</p>`)).toBe(expected);
  });
});

describe('marks around code and links', () => {
  it.each([
    ['the <i><code>n</code></i>th cup', 'the `n`th cup'],
    ['re<b><a href="/a">brew</a></b> it', 're[brew](/a) it'],
    ['the <i><code>n</code></i>, cup', 'the *`n`*, cup'],
    ['<p>这是<b><i>重点</i></b>内容</p>', '这是**重点**内容'],
    ['<p>un<i><b>both</b></i>ed</p>', 'un*both*ed'],
    ['<p>甲<del><b>乙</b></del>丙</p>', '甲~~乙~~丙'],
    ['<p><i>a <b>b</b></i>c</p>', '*a b*c'],
  ])('touch no letter: %s', (html, expected) => {
    expect(written(`<p>${html}</p>`)).toBe(expected);
  });
});

it('a place where a word may break has no space of its own, and takes none away', () => {
  expect(written('<p>new <wbr>Tern<wbr>Flight <wbr> now</p>')).toBe('new TernFlight now');
});

it('a joiner that joins nothing is no text, and one in a word or a sign stays', () => {
  expect(written('<p>Tea</p><p>\u200d</p><p>\u200d<br>Cup \u200d now</p>')).toBe('Tea\n\nCup now');
  expect(written('<p>می\u200cخواهم</p><p>क्\u200d</p><p>👩\u200d🚀</p>')).toBe(
    'می\u200cخواهم\n\nक्\u200d\n\n👩\u200d🚀',
  );
});

describe('a table', () => {
  it('that only places tables or lists is their content', () => {
    const table = (key: string) => `<table><tr><th>Key</th></tr><tr><td>${key}</td></tr></table>`;
    const cells = (...parts: string[]) =>
      `<table><tr>${parts.map((part) => `<td>${part}</td>`).join('')}</tr></table>`;
    expect(written(cells(table('S'), table('O')))).toBe('| Key |\n| --- |\n| S |\n\n| Key |\n| --- |\n| O |');
    expect(written(cells('<ul><li>a</li></ul>', '<ul><li>b</li></ul>'))).toBe('- a\n\n* b');
  });

  it('with a table of several rows for each post is a thread of a forum', () => {
    const post = (text: string) =>
      `<table><tr><td>Posted: ${text}</td><td>Quote</td></tr><tr><td colspan="2"><p>${text}</p><p>Bye</p></td></tr></table>`;
    const rows = ['One', 'Two'].map(
      (text) => `<tr><td><b>Ann</b></td><td>${post(text)}</td></tr><tr><td></td><td>Profile</td></tr>`,
    );
    expect(
      written(`<table><tr><th>Author</th><th>Message</th></tr>${rows.join('')}</table>`).split('\n\n'),
    ).toEqual(
      ['One', 'Two'].flatMap((text) => ['**Ann**', `Posted: ${text}`, 'Quote', text, 'Bye', 'Profile']),
    );
  });

  it('with tables in its cells keeps rows of pictures, and the headings of several columns', () => {
    const inner = '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>';
    const row = `<tr><td>x</td><td>y</td><td>${inner}</td></tr>`;
    const picture = '<tr><td colspan="3"><img src="net.png" alt="A net"></td></tr>';
    const text = written(
      `<table><tr><th>One</th><th>Two</th><th>Three</th></tr>${row}${picture}${row}</table>`,
    );
    for (const part of ['One', 'Two', 'Three', '![A net](net.png)']) expect(text).toContain(part);
  });

  it('has no column that is empty in every row', () => {
    const html =
      '<table><tr><td>Tea</td><td> </td><td>Hot</td></tr><tr><td></td><td></td><td>Iced</td></tr></table>';
    expect(written(html)).toBe('| Tea | Hot |\n| --- | --- |\n| | Iced |');
  });

  it('with a heading over its columns is one of data, although its summary is empty', () => {
    const table = (tag: string) =>
      `<table summary=""><tr><${tag} colspan="2">Methods</${tag}></tr><tr><td>void</td><td>fly()</td></tr></table>`;
    expect(written(table('th'))).toBe('*Methods*\n\n| void | fly() |\n| --- | --- |');
    expect(written(table('td'))).toBe('*Methods*\n\nvoid\n\nfly()');
  });

  it('has a term and its definition on one line of a cell', () => {
    const list = '<dl><dt>type</dt><dd>string</dd></dl>';
    expect(written(`<table><tr><th>Tea</th></tr><tr><td>${list}</td></tr></table>`)).toBe(
      '| Tea |\n| --- |\n| **type** string |',
    );
  });

  it('of one cell next to empty ones is text', () => {
    expect(written('<table><tr><td>Tea</td><td><img></td></tr></table><p>Hot</p>')).toBe('Tea\n\nHot');
    expect(written('<table><tr><th>Tea</th><th></th></tr></table>')).toBe('| Tea |\n| --- |');
  });
});

describe('toMarkdown', () => {
  it('gives the empty string for nothing', () => {
    expect(toMarkdown(parseHtml(''))).toBe('');
    expect(toMarkdown(parseHtml('<!-- x --><script>y</script> '))).toBe('');
  });
});

describe('words stay apart and in place', () => {
  it.each([
    [
      'beside an empty box',
      '<div><span>Tea</span><div><div></div></div><span>80%</span></div>',
      'Tea\n\n80%',
    ],
    [
      'outside the parts of a list of terms',
      '<dl>Tea<dt>Cup</dt><dd>Hot</dd></dl>',
      '- Tea\n- **Cup**\n  Hot',
    ],
    [
      'in a footnote of a cell',
      '<table><tr><th>A</th><th>B</th></tr><tr><td>x<sup><a href="#n" id="r">1</a></sup><ol><li id="n">Why <a href="#r">back</a></li></ol></td><td>y</td></tr></table>',
      '| A | B |\n| --- | --- |\n| x[^1] | y |\n\n[^1]: Why',
    ],
    [
      'in a title between rows, which is written once',
      '<table><tr><td>A</td><td>1</td></tr><tr><th colspan="2">Size</th></tr><tr><td>B</td><td>2</td></tr></table>',
      '| A | 1 |\n| --- | --- |\n| Size | |\n| B | 2 |',
    ],
    [
      'at a mark whose footnote is empty',
      '<p>x<sup id="r"><a href="#n" class="footnote">1</a></sup>.</p><ol><li id="n"><a href="#r">↩</a></li></ol>',
      'x1.',
    ],
    [
      'in a mailbox that only HTML can link',
      '<a href="mailto:ü@e.org">ü@e.org</a>',
      '[ü@e.org](mailto:ü@e.org)',
    ],
    [
      'in a caption with a picture of its own',
      '<figure><img src="/a.png" alt="A"><figcaption><p><img src="/b.png" alt="B"></p></figcaption></figure>',
      '![A](/a.png)\n\n*![B](/b.png)*',
    ],
    [
      'but not as tags that a program has written',
      '<noscript>&lt;img src="/a.png"&gt;</noscript><p>Tea</p>',
      'Tea',
    ],
  ])('%s', (_, html, markdown) => {
    expect(written(html)).toBe(markdown);
  });
});

it('a text that links to itself is no link', () => {
  expect(written('<a href="#g:1" id="g:1"><h2>Classes</h2></a><p>data <a id="v" href="#v">Bmp</a></p>')).toBe(
    '## Classes\n\ndata Bmp',
  );
});

it('obsolete elements, which parsers take for boxes around all that follows, hold content', () => {
  const names = ['applet', 'command', 'content', 'isindex', 'menuitem', 'nextid', 'shadow', 'spacer'];
  for (const name of names) expect(written(`<p>a <${name}>b <i>c</i></p>`)).toBe('a b *c*');
});

it('what the style of a span shows is marked', () => {
  const html =
    '<p><span style="font-weight:700">Hot</span> <span style="font-style:italic">tea</span> ' +
    '<span style="text-decoration: line-through">now</span> <span style="font-weight:400">or</span> never</p>';
  expect(written(html)).toBe('**Hot** *tea* ~~now~~ or never');
});
