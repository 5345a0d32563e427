import { describe, expect, it } from 'vitest';
import { seen } from '../../../support/content/html/seen.js';

describe('parts that React streams behind the page stand in their places', () => {
  const place = (id: string) => `<!--$?--><template id="B:${id}"></template><p>Loading…</p><!--/$-->`;
  const part = (id: string, html: string) => `<div hidden id="S:${id}">${html}</div>`;
  const call = (name: string, ...ids: string[]) =>
    `<script>$${name}(${JSON.stringify(ids).slice(1, -1)})</script>`;

  it.each([
    ['a part', place('0') + part('1', '<p>Tea.</p>') + call('RC', 'B:0', 'S:1'), ['Tea.']],
    [
      'a part inside of a part',
      `${place('0')}${part('0', `<p>Tea.</p>${place('1')}`)}${call('RC', 'B:0', 'S:0')}${part('1', '<p>Milk.</p>')}${call('RC', 'B:1', 'S:1')}<p>End.</p>`,
      ['Tea.', 'Milk.', 'End.'],
    ],
    [
      'a piece of a part',
      `${place('0')}${part('0', '<p>Tea.</p><template id="P:2"></template>')}${part('2', '<p>Milk.</p>')}${call('RS', 'S:2', 'P:2')}${call('RC', 'B:0', 'S:0')}`,
      ['Tea.', 'Milk.'],
    ],
    [
      'a part with a style sheet',
      `${place('0')}${part('0', '<p>Tea.</p>')}<script>$RR("B:0","S:0",[["a.css"]])</script>`,
      ['Tea.'],
    ],
    [
      'an instruction without a script',
      `${place('0')}${part('0', '<p>Tea.</p>')}<template data-rci="" data-bid="B:0" data-sid="S:0"></template>`,
      ['Tea.'],
    ],
    ['a part that did not arrive', place('0') + call('RC', 'B:0', 'S:9'), ['Loading…']],
    [
      'a hidden box that nothing shows',
      `<p>Tea.</p><template id="x"></template>${part('0', '<p>No.</p>')}`,
      ['Tea.'],
    ],
    [
      'a part that calls for itself',
      `<div hidden id="S:0">${place('0')}</div>${call('RC', 'B:0', 'S:0')}`,
      [],
    ],
  ])('%s', (_, html, lines) => expect(seen(html)).toEqual(lines));
});

describe('lines that a style keeps are lines', () => {
  it.each([
    ['a style', '<div style="color:red; white-space: pre-wrap">a\n  b</div>', ['a\\', 'b']],
    ['a style of old', '<p style="white-space:pre-line">\na <b>x\ny</b>\nb\n</p>', ['a **x\\', 'y**\\', 'b']],
    ['a class of Tailwind', '<p class="whitespace-pre-wrap">a\n\nb</p>', ['a', 'b']],
    ['paragraphs inside', '<div class="whitespace-pre-line">\n<p>a</p>\n<p>b</p>\n</div>', ['a', 'b']],
    [
      'a box inside with lines of its own',
      '<div style="white-space:pre-line"><p style="white-space:normal">a\nb</p></div>',
      ['a b'],
    ],
    ['lines that are not kept', '<p class="whitespace-nowrap">a\nb</p>', ['a b']],
    ['code alone', '<p><code style="white-space: pre">a\n b</code></p>', ['```', 'a', ' b', '```']],
    [
      'code in a block of code',
      '<pre><code style="white-space: pre">a\n b</code></pre>',
      ['```', 'a', ' b', '```'],
    ],
    [
      'boxes in a font for code',
      '<div style="font-family: Menlo, monospace; white-space: pre;"><div>if a:</div><div><span>  b</span></div><br><div>c</div></div>',
      ['```', 'if a:', '  b', 'c', '```'],
    ],
    [
      'a picture in such a box',
      '<div style="font-family: monospace; white-space: pre"><div>a</div><img src="/b.png" alt="b"></div>',
      ['a', '![b](/b.png)'],
    ],
  ])('%s', (_, html, lines) => expect(seen(html)).toEqual(lines));
});

describe('roles and styles of elements without a meaning', () => {
  it.each([
    ['a heading', '<div role="heading" aria-level="3">Tea</div><p>a</p>', ['### Tea', 'a']],
    ['a heading without a level', '<p role="heading">Tea</p>', ['## Tea']],
    ['a heading in a line', '<p>a <span role="heading" aria-level="2">b</span></p>', ['a b']],
    [
      'boxes in a line',
      '<p><span style="display:block">a</span><span style="display: flex;">b</span></p>',
      ['a', 'b'],
    ],
    [
      'bold boxes before a text',
      '<div><strong style="display:block">Seats</strong>12 people</div>',
      ['**Seats**', '12 people'],
    ],
    [
      'bold boxes in a link',
      '<p><a href="/t"><b style="display:block">Seats</b>12 people</a></p>',
      ['[**Seats** 12 people](/t)'],
    ],
    [
      'boxes in a heading',
      '<h2><span style="display:block">a</span><span style="display:block">b</span></h2>',
      ['## a b'],
    ],
    [
      'a named picture in the background',
      '<div role="img" aria-label="Leaves" style="background-image:url(/tea.jpg)"></div><p>a</p>',
      ['![Leaves](/tea.jpg)', 'a'],
    ],
    ['a result', '<p>It is <output>42</output>.</p>', ['It is 42.']],
  ])('%s', (_, html, lines) => expect(seen(html)).toEqual(lines));
});

describe('buttons in sentences and icons of fonts', () => {
  it.each([
    [
      'a button that the text is about',
      '<p>Press <button>Save</button>, then <input type="submit" value="Send">.</p>',
      'Press Save, then Send.',
    ],
    [
      'a term that opens a note',
      '<p>A <em><button class="term">widget</button></em> is small.</p>',
      'A *widget* is small.',
    ],
    ['a term at the start', '<li><button>Widgets</button> are small.</li>', '- Widgets are small.'],
    ['a button to copy', '<p>Run <code>x</code> <button>Copy</button> now</p>', 'Run `x` now'],
    ['a button behind the text', '<p>Prices <button>Show</button></p>', 'Prices'],
    [
      'values to try',
      '<div><button data-x="a"><code>red</code></button><button><code>blue</code> </button><button>Reset</button></div>',
      '`red` `blue`',
    ],
    ['a command to copy', '<div><button class="copy"><code>npm i tea</code></button></div>', '`npm i tea`'],
    ['a label beside code', '<div>Tea <button><code>x</code> Copy</button></div>', 'Tea'],
    ['a tab', '<div>Tea <button role="tab"><code>npm</code></button></div>', 'Tea'],
    ['a bar of buttons', '<div>10 of 20 <button>Next</button> page</div>', '10 of 20 page'],
    ['an icon', '<p>Go <i class="material-icons">arrow_back</i> there</p>', 'Go there'],
    ['words in the font of icons', '<p>Go <b class="material-icons">To Start</b></p>', 'Go **To Start**'],
  ])('%s', (_, html, line) => expect(seen(html)[0]).toBe(line));

  it.each([
    [
      'a tooltip',
      '<p>A <span class="tooltip">term<span class="tooltiptext">Tip words</span></span> here.</p>',
      'A term (Tip words) here.',
    ],
    [
      'a note in the margin',
      '<p>Tea<label class="margin-toggle" for="a"></label><input type="checkbox" id="a"><span class="sidenote">Or milk.</span> is hot.</p>',
      'Tea (Or milk.) is hot.',
    ],
    ['a note in parentheses', '<p>Tea <span class="sidenote">(hot)</span></p>', 'Tea (hot)'],
    ['a tooltip by its role', '<p>Tea<span role="tooltip">a drink</span></p>', 'Tea (a drink)'],
  ])('%s stands in parentheses', (_, html, line) => expect(seen(html)).toEqual([line]));

  it.each([
    ['with a label', 'Click <i class="fa fa-save" aria-label="Save"></i> to save.', 'Click Save to save.'],
    ['with a title', 'Click <span class="icon plus" title="Add"></span> to add.', 'Click Add to add.'],
    [
      'drawn as SVG',
      'Open <svg viewBox="0 0 16 16"><title>Settings</title></svg>, then go.',
      'Open Settings, then go.',
    ],
    [
      'drawn inside of a named box',
      'Select <span role="img" aria-label="More options"><svg aria-hidden="true"></svg></span> to go on.',
      'Select More options to go on.',
    ],
    [
      'alone in bold',
      'Click <strong><svg aria-label="Gear"></svg></strong> to set it up.',
      'Click **Gear** to set it up.',
    ],
    [
      'that fills a button',
      'Press <button aria-label="Save"><svg></svg></button> to save.',
      'Press Save to save.',
    ],
  ])('an icon %s that stands for a word of a sentence is its name', (_, html, line) =>
    expect(seen(`<p>${html}</p>`)).toEqual([line]),
  );

  it.each([
    ['before a sentence', '<i class="fa" aria-label="Info"></i> Know this.', 'Know this.'],
    [
      'beside its own name',
      'Click <i class="fa" aria-hidden="true" title="Save"></i> <b>Save</b>.',
      'Click **Save**.',
    ],
    [
      'at a link',
      'The <a href="https://e.example/">shop</a> <svg aria-label="(opens in a new tab)"></svg> sells tea.',
      'The [shop](https://e.example/) sells tea.',
    ],
    ['attached to a word', 'Tea<svg aria-label="Leaf mark"></svg> is hot.', 'Tea is hot.'],
  ])('an icon %s is decoration', (_, html, line) => expect(seen(`<p>${html}</p>`)).toEqual([line]));

  it('an icon alone in a cell is its name', () => {
    const cell = (html: string) => seen(`<table><tr><th>A</th></tr><tr><td>${html}</td></tr></table>`).at(-1);
    expect(cell('<mat-icon>check</mat-icon>')).toBe('| check |');
    expect(cell('<mat-icon>check</mat-icon> Yes')).toBe('| Yes |');
  });
});
