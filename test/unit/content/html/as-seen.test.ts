import { describe, expect, it } from 'vitest';
import { seen } from '../../../support/content/html/seen.js';

describe('what a control opens stands open under its label', () => {
  it.each([
    [
      'a heading around the button',
      '<h3><button aria-expanded="false" aria-controls="a">Why?</button></h3><div id="a" hidden>So.</div>',
      ['### Why?', 'So.'],
    ],
    [
      'a button around the heading',
      '<button aria-expanded="false" aria-controls="a"><h3>Why?</h3></button><div id="a" hidden>So.</div>',
      ['### Why?', 'So.'],
    ],
    [
      'a panel hidden by its style',
      '<button aria-controls="a">Why?</button><div id="a" style="color:red;display:none">So.</div>',
      ['**Why?**', 'So.'],
    ],
    [
      'a panel hidden by its wrapper',
      '<div><button aria-controls="a">Why?</button><div hidden><p id="a">So.</p></div></div>',
      ['**Why?**', 'So.'],
    ],
    [
      'a panel in an inner box',
      '<button aria-expanded="false">Why?</button><div><div hidden>So.</div></div>',
      ['**Why?**', 'So.'],
    ],
    [
      'Bootstrap 5',
      '<h2 class="accordion-header"><button class="accordion-button collapsed" data-bs-toggle="collapse" data-bs-target="#a">Why?</button></h2><div id="a" class="accordion-collapse collapse">So.</div>',
      ['## Why?', 'So.'],
    ],
    [
      'Bootstrap 3',
      '<h4 class="panel-title"><a data-toggle="collapse" href="#a">Why?</a></h4><div id="a" class="panel-collapse collapse">So.</div>',
      ['#### Why?', 'So.'],
    ],
    [
      'a list of terms',
      '<dl><dt><button aria-expanded="false" aria-controls="a">Why?</button></dt><dd id="a" hidden>So.</dd></dl>',
      ['- **Why?**', '  So.'],
    ],
    [
      'the accordion of WordPress',
      '<h3><button aria-expanded="false" aria-controls="a"><span>Why?</span><span class="x-icon" aria-hidden="true">+</span></button></h3><div id="a" inert><p>So.</p></div>',
      ['### Why?', 'So.'],
    ],
    [
      'a box that plays a button',
      '<div role="button" aria-expanded="false">Why <em>now</em>?</div><div style="display: none;">So.</div>',
      ['**Why *now*?**', 'So.'],
    ],
    [
      'a button beside a panel by its name',
      '<button class="accordion">Why?</button><div class="panel">So.</div>',
      ['**Why?**', 'So.'],
    ],
    [
      'a script in an attribute',
      '<a href="#" onclick="show(\'a\')">Hint</a><div id="a" style="display:none">So.</div>',
      ['**Hint**', 'So.'],
    ],
    [
      'a checkbox',
      '<input type="checkbox" id="c"><label for="c">Why?</label><div>So.</div>',
      ['**Why?**', 'So.'],
    ],
    [
      'a dialog that a link opens',
      '<p>Ann <a href="#a">About Ann</a></p><div role="dialog" id="a" style="display: none">So.</div>',
      ['Ann **About Ann**', 'So.'],
    ],
    [
      'a popup of Tilda',
      '<p>Ann</p><a href="#popup:a">About Ann</a><div role="dialog" data-tooltip-hook="#popup:a">So.</div>',
      ['Ann', '**About Ann**', 'So.'],
    ],
    [
      'a dialog',
      '<p>Ann <button command="show-modal" commandfor="a">About Ann</button></p><dialog id="a">So.<button>Close</button></dialog>',
      ['Ann **About Ann**', 'So.'],
    ],
    [
      'a label that only says what a click does',
      '<p>Tea</p><button aria-expanded="false" aria-controls="a">Show more</button><div id="a" hidden>So.</div>',
      ['Tea', 'So.'],
    ],
  ])('%s', (_, html, lines) => {
    expect(seen(html)).toEqual(lines);
  });

  it.each([
    ['a text that is hidden for good', '<p>Tea</p><p hidden>Build 4711</p>', ['Tea']],
    [
      'the menu of a button',
      '<p>Tea</p><button aria-haspopup="menu" aria-controls="a">Options</button><div id="a" hidden>Rename</div>',
      ['Tea'],
    ],
    [
      'a menu',
      '<p>Tea</p><nav><button aria-controls="a">Menu</button><div id="a" hidden>Home</div></nav>',
      ['Tea'],
    ],
    ['a button without a panel', '<button class="copy">Copy</button><p>Tea</p>', ['Tea']],
    [
      'a task',
      '<ul class="task-list"><li class="task-list-item"><input type="checkbox" id="c"><label for="c">Brew</label><p>Now.</p></li></ul>',
      ['- [ ] Brew', '  Now.'],
    ],
  ])('but not %s', (_, html, lines) => {
    expect(seen(html)).toEqual(lines);
  });
});

const PANELS = ['**npm**', 'one', '**yarn**', 'two'];

it('what a control of Webflow opens is text', () => {
  expect(
    seen('<div class="w-dropdown-toggle">Is it hot?</div><nav class="w-dropdown-list"><p>Yes.</p></nav>'),
  ).toEqual(['Is it hot?', 'Yes.']);
});

describe('each panel of tabs stands under its label', () => {
  it.each([
    [
      'Webflow',
      '<div class="w-tabs"><div class="w-tab-menu"><a data-w-tab="1" class="w-tab-link"><div>npm</div></a><a data-w-tab="2" class="w-tab-link"><div>yarn</div></a></div><div class="w-tab-content"><div data-w-tab="1" class="w-tab-pane">one</div><div data-w-tab="2" class="w-tab-pane">two</div></div></div>',
    ],
    [
      'Docusaurus',
      '<div><ul role="tablist"><li role="tab" aria-selected="true">npm</li><li role="tab">yarn</li></ul><div><div role="tabpanel">one</div><div role="tabpanel" hidden>two</div></div></div>',
    ],
    [
      'Starlight',
      '<starlight-tabs><ul role="tablist"><li class="tab" role="presentation"><a role="tab" href="#p0" id="t0">npm</a></li><li class="tab" role="presentation"><a role="tab" href="#p1" id="t1">yarn</a></li></ul><div id="p0" aria-labelledby="t0" role="tabpanel">one</div><div id="p1" aria-labelledby="t1" role="tabpanel" hidden>two</div></starlight-tabs>',
    ],
    [
      'Bootstrap 5',
      '<nav><div class="nav nav-tabs" role="tablist"><button data-bs-toggle="tab" data-bs-target="#a" role="tab">npm</button><button data-bs-toggle="tab" data-bs-target="#b" role="tab">yarn</button></div></nav><div class="tab-content"><div class="tab-pane" id="a" role="tabpanel">one</div><div class="tab-pane" id="b" role="tabpanel">two</div></div>',
    ],
    [
      'Bootstrap 3',
      '<ul class="nav nav-tabs"><li><a data-toggle="tab" href="#a">npm</a></li><li><a data-toggle="tab" href="#b">yarn</a></li></ul><div class="tab-content"><div id="a" class="tab-pane">one</div><div id="b" class="tab-pane">two</div></div>',
    ],
    [
      'AsciiDoctor',
      '<div class="tabs"><div class="ulist tablist"><ul><li id="a" class="tab"><p>npm</p></li><li id="b" class="tab"><p>yarn</p></li></ul></div><div class="tabpanel" aria-labelledby="a">one</div><div class="tabpanel" aria-labelledby="b">two</div></div>',
    ],
    [
      'Relearn',
      '<div class="tab-panel"><div class="tab-nav"><div>\u200b</div><button data-tab-item="a"><span>npm</span></button><button data-tab-item="b"><span>yarn</span></button></div><div class="tab-content-container"><div data-tab-item="a">one</div><div data-tab-item="b">two</div></div></div>',
    ],
    [
      'AsciiDoctor before its script runs',
      '<div class="tabset is-loading"><div class="ulist tabs"><ul><li id="a" class="tab"><p>npm</p></li><li id="b" class="tab"><p>yarn</p></li></ul></div><div class="tabpanel" aria-labelledby="a">one</div><div class="tabpanel" aria-labelledby="b">two</div></div>',
    ],
    [
      'MkDocs Material',
      '<div class="tabbed-set"><input id="a" name="x" type="radio" checked><input id="b" name="x" type="radio"><div class="tabbed-labels"><label for="a">npm</label><label for="b">yarn</label></div><div class="tabbed-content"><div class="tabbed-block">one</div><div class="tabbed-block">two</div></div></div>',
    ],
    [
      'elements of a program with their labels as attributes',
      '<x-tabs><x-tab label="npm" selected>one</x-tab><x-tab label="yarn">two</x-tab></x-tabs>',
    ],
    [
      'elements of a program that name their panels',
      '<x-tabs><x-tab panel="a">npm</x-tab><x-tab panel="b">yarn</x-tab><x-tab-panel name="a">one</x-tab-panel><x-tab-panel name="b">two</x-tab-panel></x-tabs>',
    ],
    [
      'labels and panels in turn',
      '<div class="sd-tab-set"><input id="a" name="x" type="radio"><label for="a">npm</label><div>one</div><input id="b" name="x" type="radio"><label for="b">yarn</label><div>two</div></div>',
    ],
    [
      'buttons that only a script knows',
      '<div><button class="active">npm</button><button>yarn</button></div><div><div>one</div><div style="display:none">two</div></div>',
    ],
    [
      'panels that begin with their labels',
      '<div role="tablist"><b role="tab">npm</b><b role="tab">yarn</b></div><div role="tabpanel"><p><b>npm</b></p>one</div><div role="tabpanel"><p><b>yarn</b></p>two</div>',
    ],
    [
      'panels in another order',
      '<div role="tablist"><a role="tab" aria-controls="b">npm</a><a role="tab" aria-controls="a">yarn</a></div><div role="tabpanel" id="b">one</div><div role="tabpanel" id="a" hidden>two</div>',
    ],
  ])('%s', (_, html) => {
    expect(seen(html)).toEqual(PANELS);
  });

  it('code groups of VitePress', () => {
    const html =
      '<div class="vp-code-group"><div class="tabs"><input type="radio" name="g" id="a" checked><label for="a">npm</label><input type="radio" name="g" id="b"><label for="b">yarn</label></div><div class="blocks"><div class="language-sh active"><pre><code>npm i</code></pre></div><div class="language-sh"><pre><code>yarn add</code></pre></div></div></div>';
    expect(seen(html)).toEqual(['**npm**', '```sh', 'npm i', '```', '**yarn**', '```sh', 'yarn add', '```']);
  });

  it('tabs in tabs', () => {
    const html =
      '<div><ul role="tablist"><li role="tab">A</li><li role="tab">B</li></ul><div role="tabpanel"><div><ul role="tablist"><li role="tab">C</li><li role="tab">D</li></ul><div role="tabpanel">c</div><div role="tabpanel" hidden>d</div></div></div><div role="tabpanel" hidden>b</div></div>';
    expect(seen(html)).toEqual(['**A**', '**C**', 'c', '**D**', 'd', '**B**', 'b']);
  });

  it('questions that are called tabs keep their answers, also beside the panels of others', () => {
    const html =
      '<div><div role="tablist"><div role="tab"><div><span>Which?</span></div><div><p>This.</p></div></div></div><div><p>After.</p></div></div>';
    expect(seen(html)).toEqual(['Which?', 'This.', 'After.']);
  });

  it('a label of two lines keeps its words apart', () => {
    const tab = (one: string) =>
      `<li role="tab"><div><span>${one}</span><span class="sub">for Node</span></div></li>`;
    const html = `<ul role="tablist">${tab('npm')}${tab('yarn')}</ul><div role="tabpanel">one</div><div role="tabpanel">two</div>`;
    expect(seen(html)).toEqual(['**npm for Node**', 'one', '**yarn for Node**', 'two']);
  });

  it('questions that are called tabs keep their answers', () => {
    const html =
      '<div><div role="tab"><span>Which?</span><div role="tabpanel"><p>This.</p></div></div><div role="tab"><span>When?</span><div role="tabpanel"><p>Now.</p></div></div></div>';
    expect(seen(html)).toEqual(['Which?', 'This.', 'When?', 'Now.']);
  });

  it('the chosen label for the one panel that is there', () => {
    const html =
      '<ul role="tablist"><li role="tab">npm</li><li role="tab" aria-selected="true">yarn</li></ul><div role="tabpanel">two</div>';
    expect(seen(html)).toEqual(['**yarn**', 'two']);
  });
});

describe('what only a script knows', () => {
  it.each([
    [
      'an answer after a question, by their class names',
      '<div><div class="faq-question">Who?</div><div class="faq-answer" style="display:none">Ida.</div></div>',
      ['**Who?**', 'Ida.'],
    ],
    [
      'panels with conditions, after a row of buttons',
      '<div><button>A</button><button>B</button></div><div x-show="a">One</div><div x-show="!a">Two</div>',
      ['**A**', 'One', '**B**', 'Two'],
    ],
    [
      'panels with conditions, after buttons in the same box',
      '<div><button>A</button><button>B</button><div x-show="a">One</div><div x-show="b" style="display:none">Two</div></div>',
      ['**A**', 'One', '**B**', 'Two'],
    ],
    [
      'the rest of a text before a button to read more',
      '<p>Tea is<span style="display:none"> hot.</span></p><button onclick="more()">Read more</button>',
      ['Tea is hot.'],
    ],
    [
      'panels that repeat the name of their tab',
      '<div><span data-tab="x">A</span><span data-tab="y">B</span></div><div data-tab-content="x">One</div><div data-tab-content="y" hidden>Two</div>',
      ['**A**', 'One', '**B**', 'Two'],
    ],
    [
      'panels whose ids tabs name in an attribute',
      '<ul class="tabs"><li data-tab="x">A</li><li data-tab="y">B</li></ul><div id="x">One</div><div id="y" hidden>Two</div>',
      ['**A**', 'One', '**B**', 'Two'],
    ],
    [
      'panels whose ids buttons hand to a function',
      `<div><button onclick="open(event, 'x')">A</button><button onclick="open(event, 'y')">B</button></div><div id="x">One</div><div id="y">Two</div>`,
      ['**A**', 'One', '**B**', 'Two'],
    ],
    [
      'a box that two buttons name, which are no tabs',
      `<p>Pick <button onclick="play('x')">A</button> <button onclick="play('x')">B</button></p><div id="x">One</div>`,
      ['Pick **A** **B**', 'One'],
    ],
    [
      'a note in a sentence that a button opens',
      '<p>Tea<button popovertarget="n">why</button> is hot.<span popover id="n">Freshly made</span> Mind it.</p>',
      ['Tea**why** is hot. (Freshly made) Mind it.'],
    ],
    [
      'a note in the margin, without the sign that opens it',
      '<p>Tea<label for="n">⊕</label><input type="checkbox" id="n"><span class="marginnote">Hot.</span> it is.</p>',
      ['Tea (Hot.) it is.'],
    ],
  ])('is shown: %s', (_, html, lines) => {
    expect(seen(html)).toEqual(lines);
  });

  it('stays hidden with everything around it', () => {
    const tabs =
      '<div role="tablist"><button role="tab" aria-controls="a">A</button><button role="tab" aria-controls="b">B</button></div>' +
      '<div role="tabpanel" id="a">One</div><div role="tabpanel" id="b" hidden>Two</div>';
    expect(seen(`<p>Tea</p><div hidden><div>${tabs}</div></div>`)).toEqual(['Tea']);
  });

  it('stays hidden without a sign that something opens it', () => {
    expect(seen('<div class="lead">Who?</div><div style="display:none">Ida.</div>')).toEqual(['Who?']);
  });
});

describe('templates', () => {
  it.each([
    [
      'with a shadow tree are drawn',
      '<x-a><template shadowrootmode="open"><p>In</p></template></x-a>',
      ['In'],
    ],
    [
      'closed ones too',
      '<x-a><template shadowrootmode="closed"><style>p{}</style><p>In</p></template></x-a>',
      ['In'],
    ],
    [
      'with the text of the page in their slots',
      '<x-a><template shadowrootmode="open"><h2><slot name="t">None</slot></h2><slot></slot></template><span slot="t">Top</span><p>Light</p></x-a>',
      ['## Top', 'Light'],
    ],
    [
      'with their own text in an empty slot',
      '<x-a><template shadowrootmode="open"><p><slot>Own</slot></p></template></x-a>',
      ['Own'],
    ],
    ['of any other kind are no text', '<template><p>No</p></template><p>Yes</p>', ['Yes']],
  ])('%s', (_, html, lines) => {
    expect(seen(html)).toEqual(lines);
  });
});

describe('of pictures', () => {
  it.each([
    [
      'the copy without scripts stays where a style hides the other',
      '<img data-cfsrc="/a.png" alt="A" style="display:none"><noscript><img src="/a.png" alt="A"></noscript>',
      '![A](/a.png)',
    ],
    ['a turning wheel is none', '<img src="/spinner.svg" data-lazyload="/a.png" alt="A">', '![A](/a.png)'],
    [
      'the light one of GitHub stays',
      '<img src="/l.png#gh-light-mode-only" alt="A"><img src="/d.png#gh-dark-mode-only" alt="A">',
      '![A](/l.png)',
    ],
    [
      'the light one of MkDocs stays',
      '<p><img src="/d.png#only-dark" alt="A"></p><p><img src="/l.png#only-light" alt="A"></p>',
      '![A](/l.png)',
    ],
    [
      'the light one of Tailwind stays',
      '<img class="block dark:hidden" src="/l.png" alt="A"><img class="hidden dark:block" src="/d.png" alt="A">',
      '![A](/l.png)',
    ],
    [
      'the light one of Docusaurus stays',
      '<img class="themedComponent--light_x" src="/l.png" alt="A"><img class="themedComponent--dark_y" src="/d.png" alt="A">',
      '![A](/l.png)',
    ],
    [
      'the light one of a Sphinx theme stays',
      '<div class="only-light"><img src="/l.png" alt="A light"></div><div class="only-dark"><img src="/d.png" alt="A dark"></div>',
      '![A light](/l.png)',
    ],
    [
      'the light one of a picture element stays',
      '<picture><source media="(prefers-color-scheme: dark)" srcset="/d.png"><img src="/l.png" alt="A"></picture>',
      '![A](/l.png)',
    ],
    ['a dark one alone stays', '<img class="only-dark" src="/d.png" alt="A">', '![A](/d.png)'],
    [
      'a lazy one has its address',
      '<img src="data:image/gif;base64,AA" data-lazy="/a.jpg" alt="A">',
      '![A](/a.jpg)',
    ],
    [
      'a lazy one has it under any name',
      '<img src="/img/blank.gif" data-original-src="/a.jpg" alt="A">',
      '![A](/a.jpg)',
    ],
    [
      'a lazy one has the largest of its set',
      '<img data-lazy-srcset="/s.jpg 1x, /a.jpg 2x" alt="A">',
      '![A](/a.jpg)',
    ],
    [
      'nor is the small one that a figure shows at first',
      '<figure><div><img src="/60/a.jpg?q=20"></div><img><noscript><img src="/900/a.jpg"></noscript></figure>',
      '![](/900/a.jpg)',
    ],
    [
      'the copy for browsers without scripts stands in for one without address',
      '<img src="data:image/gif;base64,AA" alt="A"><noscript><img src="/a.jpg" alt="A"></noscript>',
      '![A](/a.jpg)',
    ],
    [
      'that copy is no second picture',
      '<img data-src="/a.jpg" alt="A"><noscript><img src="/a-800.jpg" alt="A"></noscript>',
      '![A](/a.jpg)',
    ],
    [
      'that copy is no second picture in AMP',
      '<amp-img src="/a.jpg" alt="A"></amp-img><noscript><img src="/a.jpg" alt="A"></noscript>',
      '![A](/a.jpg)',
    ],
    [
      'a copy in full size is no second picture',
      '<label><input type="checkbox"><img src="/a.jpg" alt="A"><span><img src="/a.jpg" alt="A"></span></label>',
      '![A](/a.jpg)',
    ],
    [
      'the same sign may be written twice',
      '<p><img src="/star.svg" alt="star"> <img src="/star.svg" alt="star"></p>',
      '![star](/star.svg) ![star](/star.svg)',
    ],
    [
      'an object with a drawing is one',
      '<object data="/a.svg" type="image/svg+xml" aria-label="A"></object>',
      '![A](/a.svg)',
    ],
    [
      'named by the text in its place',
      '<object data="/a.svg">Nests by year</object><object data="/b.svg">Your browser can’t show it</object>',
      '![Nests by year](/a.svg)![](/b.svg)',
    ],
  ])('%s', (_, html, markdown) => {
    expect(seen(html)).toEqual([markdown]);
  });
});

describe('an embedded file is a link', () => {
  it.each([
    ['object', '<object data="/a.pdf" title="Plan"><p>No preview</p></object>', 'Embedded: [Plan](/a.pdf)'],
    ['embed', '<embed src="/a.pdf">', 'Embedded: [/a.pdf](/a.pdf)'],
    [
      'object with parameters',
      '<object><param name="movie" value="/a.swf"><embed src="/a.swf"></object>',
      'Embedded: [/a.swf](/a.swf)',
    ],
    ['iframe', '<iframe src="/a" title="Map"></iframe>', 'Embedded: [Map](/a)'],
    [
      'player of its own kind',
      '<asciinema-player src="/a.cast" title="Demo"></asciinema-player>',
      'Embedded: [Demo](/a.cast)',
    ],
    ['picture of a framework', '<nuxt-img src="/a.png" alt="A"></nuxt-img>', '![A](/a.png)'],
  ])('%s', (_, html, line) => {
    expect(seen(html)).toEqual([line]);
  });

  it.each(['width="0" height="0"', 'width="1px" height="1px"'])('but a frame of %s counts visits', (size) => {
    expect(seen(`<p>Text.</p><iframe src="/count" ${size}></iframe>`)).toEqual(['Text.']);
  });

  it('or what an object without address holds', () => {
    expect(seen('<object><p>No preview</p></object>')).toEqual(['No preview']);
  });
});

describe('a quotation keeps its author', () => {
  it.each([
    [
      'in a footer',
      '<blockquote><p>Sea.</p><footer>Ida, <cite>Letters</cite></footer></blockquote>',
      ['> Sea.', '>', '> Ida, Letters'],
    ],
    [
      'in the footer of a figure',
      '<figure><blockquote>Sea.</blockquote><footer>Ida</footer></figure>',
      ['> Sea.', 'Ida'],
    ],
    [
      'in a caption',
      '<figure><blockquote>Sea.</blockquote><figcaption>Ida</figcaption></figure>',
      ['> Sea.', '*Ida*'],
    ],
    ['in a line with cite', '<blockquote><p>Sea.</p><cite>Ida</cite></blockquote>', ['> Sea.', '>', '> Ida']],
  ])('%s', (_, html, lines) => {
    expect(seen(html)).toEqual(lines);
  });
});

describe('the label of a footnote goes into its mark', () => {
  it.each([
    [
      'Sphinx',
      '<p>A<a class="footnote-reference brackets" href="#f" id="r" role="doc-noteref">[1]</a></p><aside class="footnote-list brackets"><aside class="footnote brackets" id="f" role="doc-footnote"><span class="label">[<a role="doc-backlink" href="#r">1</a>]</span><p>Note.</p></aside></aside>',
    ],
    [
      'Sphinx with several references',
      '<p>A<a class="footnote-reference brackets" href="#f" id="r" role="doc-noteref">[1]</a></p><aside class="footnote brackets" id="f" role="doc-footnote"><span class="label">[1]</span><span class="backrefs">(<a role="doc-backlink" href="#r">1</a>,<a role="doc-backlink" href="#s">2</a>)</span><p>Note.</p></aside>',
    ],
    [
      'Sphinx with a list',
      '<p>A<a class="footnote-reference brackets" href="#f" id="r">1</a></p><dl class="footnote brackets"><dt class="label" id="f"><span class="brackets"><a class="fn-backref" href="#r">1</a></span></dt><dd><p>Note.</p></dd></dl>',
    ],
    [
      'Docutils',
      '<p>A<a class="footnote-reference" href="#f" id="r">[1]</a></p><table class="docutils footnote" id="f"><tbody><tr><td class="label"><a class="fn-backref" href="#r">[1]</a></td><td>Note.</td></tr></tbody></table>',
    ],
    [
      'AsciiDoctor',
      '<p>A<sup class="footnote">[<a id="r" class="footnote" href="#f" title="View footnote.">1</a>]</sup></p><div id="footnotes"><hr><div class="footnote" id="f"><a href="#r">1</a>. Note.</div></div>',
    ],
    [
      'DocBook',
      '<p>A<a href="#f" class="footnote"><sup class="footnote" id="r">[1]</sup></a></p><div id="f" class="footnote"><p><a href="#r" class="para"><sup class="para">[1] </sup></a>Note.</p></div>',
    ],
  ])('%s', (_, html) => {
    expect(seen(html)).toEqual(['A[^1]', '[^1]: Note.']);
  });
});

describe('a text for the eye and one for the ear', () => {
  it.each([
    ['count once', '<p><span aria-hidden="true">$5</span><span class="sr-only">5 dollars</span></p>', ['$5']],
    [
      'count both where only one is there',
      '<p>Now <span class="sr-only">on sale</span></p>',
      ['Now on sale'],
    ],
  ])('%s', (_, html, lines) => {
    expect(seen(html)).toEqual(lines);
  });
});

describe('a hidden construct stays hidden', () => {
  const constructs: readonly (readonly [string, string])[] = [
    ['alert', '<div class="alert alert-warning" HIDDEN>Build 4711</div>'],
    [
      'admonition',
      '<div class="admonition note" HIDDEN><p class="admonition-title">Note</p><p>Build 4711</p></div>',
    ],
    ['folded note', '<details class="note" HIDDEN><summary>Note</summary><p>Build 4711</p></details>'],
    ['card', '<div class="card" HIDDEN><a href="/b"><h3>Build</h3><p>4711</p></a></div>'],
    ['embedded file', '<object HIDDEN data="/build.pdf" type="application/pdf">Build 4711</object>'],
    ['emoji', '<p><img class="emoji" alt="4711" src="/e.png" HIDDEN></p>'],
    ['gauge', '<progress value="3" max="5" HIDDEN>4711</progress>'],
    ['field', '<input value="4711" readonly HIDDEN>'],
  ];
  it.each(
    constructs.flatMap(([name, html]) =>
      ['hidden', 'style="display:none"'].map((mark) => [name, mark, html.replace('HIDDEN', mark)] as const),
    ),
  )('%s with %s', (_name, _mark, html) => {
    expect(seen(`<p>Tea</p>${html}`)).toEqual(['Tea']);
  });
});

describe('words that a style sets apart', () => {
  it.each([
    ['a row by its class', '<div class="flex"><span>Tea</span><span>Cup</span></div>', ['Tea Cup']],
    ['a row by its style', '<p style="display: flex"><span>Tea</span><span>Cup</span></p>', ['Tea Cup']],
    ['the number of a heading', '<h3><span class="num">3</span>Tea</h3>', ['### 3 Tea']],
    ['an initial', '<h3><span>3</span>D tea</h3>', ['### 3D tea']],
    [
      'lines of a drawing',
      '<svg width="90" height="90"><text><tspan>Tea</tspan><tspan x="1" dy="12">Cup</tspan></text></svg>',
      ['Tea Cup'],
    ],
    [
      'HTML in a drawing',
      '<svg width="90" height="90"><foreignObject><p>Tea<br>Cup</p><p>Pot</p></foreignObject></svg>',
      ['Tea Cup Pot'],
    ],
    [
      'a button in a sentence',
      '<p>Press it <button><b>Tea</b><div>Cup</div></button> now</p>',
      ['Press it Tea Cup now'],
    ],
  ])('%s', (_, html, lines) => {
    expect(seen(html)).toEqual(lines);
  });
});

it('the number of an item is written once', () => {
  expect(seen('<ol><li><div class="step-num">1</div><p>Tea</p></li><li><div>2</div>Cups</li></ol>')).toEqual([
    '1. Tea',
    '2. 2',
    '   Cups',
  ]);
});
