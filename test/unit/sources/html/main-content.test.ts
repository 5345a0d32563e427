import { describe, expect, it } from 'vitest';
import { markdownOf, page, readOne, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const OWN = [
  'alder bark tans leather',
  'birch sap runs in March',
  'cedar keeps moths away',
  'dogwood makes good arrows',
  'elm boards bend in steam',
  'fir cones open when dry',
  'gorse burns green',
  'hazel rods find water',
];
const words = (name: string) =>
  `<p>Of all things said of trees, ${name}, and few people know it by heart.</p>`;

/** The Markdown of the first page of a site that has one page for each text. */
async function firstOf(
  layout: (text: string, number: number) => string,
  pages = OWN.length,
): Promise<string> {
  const files = OWN.slice(0, pages).map((text, number) => {
    const title = `<title>${text.split(' ')[0]}</title>`;
    return [`${'abcdefgh'[number]}.html`, page(layout(words(text), number), title)] as const;
  });
  const { byFile } = await readSite(siteWith(Object.fromEntries(files)));
  return markdownOf(byFile.get('a.html'));
}

const alone = (html: string) => firstOf(() => html, 1);

it('the dialog that holds the text of a page is content', async () => {
  const text = await alone(
    `<div class="overlay"><div role="dialog"><h1>alder</h1>${words('alder')}</div></div><div>Beech Inc.</div>`,
  );
  expect(text).toContain('of trees, alder');
});

describe('names of parts say nothing', () => {
  it.each([
    'comments',
    'share',
    'related-posts',
    'cookie-notice',
    'toc',
    'breadcrumbs',
    'newsletter',
    'sidebar',
    'post-meta',
    'advertisement',
  ])('a section called %s is content', async (name) => {
    const section = (attribute: string) =>
      `<section ${attribute}="${name}"><h2>Part</h2><p>Kept text.</p></section>`;
    for (const attribute of ['id', 'class'])
      expect(await alone(`<main>${words('x')}${section(attribute)}</main>`)).toContain('Kept text.');
    const around = (text: string) =>
      `<section id="one">${text}</section>${section('id')}<section id="two">${text}</section>`;
    expect(await firstOf((text) => `<main>${around(text)}</main>`)).toContain('Kept text.');
  });
});

describe('parts that a generator adds for itself', () => {
  it.each([
    '<section class="phpdocumentor-on-this-page__sidebar"><strong>On this page</strong><ul><li>wood</li></ul></section><span class="method-click-advice">wood</span><div class="printfooter">wood</div>',
    '<div class="tocset"><div class="tocsub">On this page: <a href="#b">wood</a></div></div><div class="navsettop"><a href="b.html">wood</a></div>',
    '<table><tr><td><pre class="lines">wood</pre></td></tr></table>',
    '<div id="siteSub">From wood</div><div id="contentSub">(Redirected from <a href="/b.html">wood</a>)</div>',
    '<footer class="article-time"><div><time class="article-time--reading">wood: 1 minute</time></div></footer>',
    '<footer class="theme-doc-footer"><div class="row theme-doc-footer-tags-row"><b>Tags:</b><ul><li>wood</li></ul></div></footer>',
    '<footer><div class="row theme-blog-footer-edit-meta-row"><b>Tags:</b><ul><li>wood</li></ul></div></footer>',
    '<div class="slick-track"><div class="slick-slide slick-cloned">wood</div></div><div class="owl-stage"><div class="owl-item cloned">wood</div></div>',
    '<div class="page__related"><h4>You may also enjoy</h4><article><h2>wood</h2></article></div>',
    '<table><tr><td class="NavBarCell2">PREV <a href="/b.html">wood</a></td></tr></table>',
    '<div class="bottomNav"><ul class="navList"><li><a href="/b.html">Prev wood</a></li></ul></div><div class="subNav"><ul class="navList"><li>wood</li></ul></div>',
    '<div class="language"><p class="aside-title">wood</p><pre>a()</pre></div>',
    '<a href="#" id="nav-button">wood</a><div class="toc-wrapper"><img alt="wood"><ul><li><a href="#b">wood</a></li></ul></div>',
    '<div class="input_prompt">In wood:</div><pre>a()</pre>',
    '<div class="copy-popup-wrapper"><span>Link copied to clipboard</span></div><div class="nav_wrap"><iframe src="/wood.html"></iframe></div>',
    '<h2>Methods <small><a href="#" class="summary_toggle">wood</a></small></h2>',
    '<div class="article-meta"><time>2024-01-10</time> wood</div><footer class="article-footer">Share wood</footer>',
    '<div class="post-meta-container">Posted on wood</div><footer class="post-footer"><div class="post-nav">wood</div></footer>',
    '<div id="post-meta">發表於 wood</div><div class="relatedPosts"><a href="/b.html">wood</a></div><div class="tag_share">wood</div>',
    '<div class="columns"><div class="column column-left"><p>wood</p></div></div><div class="article-licensing"><h6>Author</h6><p>wood</p></div><a id="back-to-top" title="wood" href="javascript:;"></a>',
    '<div class="body-content"><div class="sidenav"><a class="btn toc-toggle" data-toggle="collapse" href="#side">wood</a><div id="side"></div></div></div>',
    '<div class="phpdocumentor-content"><ul class="phpdocumentor-breadcrumbs"><li><a href="/b.html">wood</a></li></ul></div><span id="sidebar-toggle-span"><a href="#">wood</a></span>',
    '<div id="topbar-wrapper"><span><a href="/b.html">wood</a></span><span>wood</span></div>',
    '<p><a href="/b.html" class="tooltip"><span>wood</span> fell</a></p>',
    '<div fs-cc="banner" class="fs-cc-banner_component"><div>wood</div></div><div class="documentableFilter"><button>x</button><span>wood</span></div>',
    '<footer class="page-edit"><div class="edit-link"><a href="https://e.org/">Edit</a> <span class="sr-only">(wood)</span></div></footer>',
    '<section><span><a href="/b.html"><i class="fa-angle-double-left"></i> Oak wood</a></span> <span><a href="/c.html"><b>Ash wood</b><i class="fa-angle-double-right"></i></a></span></section>',
    '<div class="license-box">wood</div><div class="post-prevnext"><article><a href="/b.html">wood</a></article></div>',
    '<div class="sphinxsidebar"><div><h4>Next topic</h4><p class="topless"><a href="b.html" title="next chapter">wood</a></p></div></div>',
    '<div class="post_meta"><span class="post_time">1 min</span> <a href="/tags/wood/">wood</a></div>',
    '<div class="footer-relations"><div class="pull-left"><a href="b.html">wood</a></div></div>',
    '<div class="vp-page-title"><div class="page-info"><span>Ida wood</span><span>4/13/24</span></div></div>',
    '<span class="trm-scroll-hint-frame">wood</span><div class="trm-post-next-prev"><h5>Other wood</h5><ul><li>24/04/13</li></ul></div>',
    '<div class="article-meta-info">wood</div><div class="post-copyright-info"><ul><li>Title: wood</li></ul></div>',
    '<div class="bd-header-article"><a href="/src/a.md.txt"><button>.md</button> wood</a></div>',
    '<div id="post-comment"><div class="comment-head">wood</div></div><ol class="breadcrumb"><li><a href="/b.html">wood</a></li></ol>',
    '<div class="col-md-3 hidden-xs"><div id="sidebar"><h3>Contents</h3>wood</div></div><a class="graph-help">wood</a>',
    '<div class="listing-no-matching d-none">No matching wood</div>',
    '<pre><a class="jxr_linenumber" href="#L1">wood</a> a()</pre>',
    '<div class="meta"><div class="seo_title">wood</div><span id="qode_page_id">wood</span><div class="body_classes">wood</div></div>',
    '<span>Comments Off<span class="screen-reader-text"> on wood</span></span>',
  ])('are left out of the only page too: %s', async (part) => {
    const text = await alone(`<main><article>${words('x')}${part}</article></main>`);
    expect(text).toContain('Of all things');
    expect(text).not.toContain('wood');
  });

  it('are links to comments, but not those to a place about them', async () => {
    const link = (href: string, text: string) => `<p>Sets ${words('y')} <a href="${href}">${text}</a></p>`;
    expect(await alone(`<main>${link('#comments', '2 Comments on oak')}</main>`)).not.toContain('oak');
    expect(await alone(`<main>${link('#cmdoption-arg-comments', '+comments')}</main>`)).toContain(
      '+comments',
    );
  });

  it('are left out of the bar of a theme only', async () => {
    const bar = '<div class="topbar"><a href="/src/a.md.txt"><button>.md</button> wood</a></div>';
    expect(await alone(`<main class="bd-content">${bar}${words('x')}</main>`)).not.toContain('wood');
    expect(await alone(`<main>${bar}${words('x')}</main>`)).toContain('wood');
  });
});

describe('an aside of links', () => {
  const links = ['a', 'b', 'c', 'd', 'e'].map((name) => `<li><a href="/${name}">Tree ${name}</a></li>`);
  const aside = (items: readonly string[], more = '') => `<aside><ul>${items.join('')}</ul>${more}</aside>`;
  const text = `<div><h1>Alder</h1>${words('x')}</div>`;

  it('before the title is the menu of the site', async () => {
    expect(await alone(`${aside(links)}${text}`)).not.toContain('Tree');
  });

  it('may be a box with the name of a menu, also where the title is of another level', async () => {
    const menu = (name: string) => `<div id="${name}"><ul>${links.join('')}</ul></div>`;
    const section = `<h2>Alder</h2>${words('x')}`;
    expect(await alone(`${menu('sidebar')}${section}`)).not.toContain('Tree');
    expect(await alone(`${menu('trees')}${section}`)).toContain('Tree');
    expect(await alone(`${menu('sidebar')}${words('x')}`)).toContain('Tree');
  });

  it.each([
    ['behind the title', `${text}${aside(links)}`],
    ['on a page without a title', `${aside(links)}${words('x')}`],
    ['with few of them', `${aside(links.slice(1))}${text}`],
    ['with text of its own', `${aside(links, words('y'))}${text}`],
  ])('is content %s', async (_, html) => {
    expect(await alone(html)).toContain('Tree');
  });
});

describe('the message of a copy button', () => {
  const box = (text: string, name: string) => `<main>${words('x')}<div class="${name}">${text}</div></main>`;

  it('is no content', async () => {
    for (const text of ['Copied!', 'Copy', 'Link copied to clipboard'])
      expect(await alone(box(text, 'copy-popup'))).not.toContain(text);
  });

  it.each([
    ['Copied from the book of trees.', 'copy-popup'],
    ['Copied!', 'status'],
  ])('is not %j in a box called %s', async (text, name) => {
    expect(await alone(box(text, name))).toContain(text);
  });
});

describe('a trail to the page', () => {
  const title = `<h1>Class Grove::Alder</h1>${words('x')}`;

  it.each([
    ['<div id="menu"><a href="/">Index</a> &raquo; <a href="/g">Grove</a> &raquo; <span>Alder</span></div>'],
    [
      '<p class="crumbs"><a href="/">Trees</a> <img src="/carat.png" alt=""> Class Grove::Alder Reference</p>',
    ],
    ['<ol><li><a href="/">Trees</a></li><li>Alder</li></ol>'],
  ])('is no content before the title: %s', async (trail) => {
    expect(await alone(`${trail}${title}`)).not.toMatch(/Index|Trees/);
    expect(await alone(`${title}${trail}`)).toMatch(/Index|Trees/);
  });

  it.each([
    ['<p><a href="/">Trees</a> Alder</p>'],
    ['<p>See <a href="/">Trees</a> &gt; Alder</p>'],
    ['<p><a href="/">Trees</a> &gt; Birch</p>'],
  ])('is not %s', async (text) => {
    expect(await alone(`${text}${title}`)).toContain('Trees');
  });
});

describe('the line that says who wrote the pages with what', () => {
  const imprint = (number: number) =>
    `Generated on Mon Jul ${number + 1} 09:1${number}:44 2020 by <a href="https://tool.example">tool</a> 0.${number}.25`;

  it('is frame although its date differs', async () => {
    const markdown = await firstOf((text, number) => `<main>${text}<div>${imprint(number)}</div></main>`);
    expect(markdown).toContain('Of all things');
    expect(markdown).not.toContain('Generated');
  });

  it('differs where more than dates does', async () => {
    expect(
      await firstOf(
        (text, number) => `<main>${text}<div>Generated on tree ${'abcdefgh'[number]}</div></main>`,
      ),
    ).toContain('Generated');
  });
});

describe('labels of controls that open text', () => {
  it.each([
    ['a heading', '<h3><button aria-expanded="false">Kept?</button></h3><div>Yes.</div>'],
    ['a box in a heading', '<h3><button><span>Kept?</span></button></h3><div>Yes.</div>'],
    ['a summary', '<details><summary><button>Kept?</button></summary><p>Yes.</p></details>'],
    [
      'a term',
      '<dl><dt><button aria-expanded="false" aria-controls="a">Kept?</button></dt><dd id="a">Yes.</dd></dl>',
    ],
  ])('stay in %s', async (_, html) => {
    expect(await alone(`<main>${words('x')}${html}</main>`)).toContain('Kept?');
  });

  it.each([
    '<button>Gone</button>',
    '<button aria-expanded="false" aria-controls="n">Gone</button><nav id="n">Gone</nav>',
    '<button aria-expanded="false" aria-controls="nothing">Gone</button>',
  ])('go with %s', async (html) => {
    expect(await alone(`<main>${words('x')}${html}</main>`)).not.toContain('Gone');
  });
});

describe('text beside the largest box', () => {
  const long = words('x').repeat(20);

  it.each([
    ['in front of the article', `<main><p>Kept text.</p><article>${long}</article></main>`],
    ['behind the article', `<main><article>${long}</article><div><p>Kept text.</p></div></main>`],
    ['another article', `<main><article>${long}</article><article><p>Kept text.</p></article></main>`],
    ['in front of the article of a body', `<div><p>Kept text.</p></div><article>${long}</article>`],
    ['a box in front', `<div><h1>Entry</h1><div><p>Kept text.</p></div><div>${long}</div></div>`],
    ['a box behind', `<div><div>${long}</div><div><h2>Sources</h2><ul><li>Kept text.</li></ul></div></div>`],
    ['a list of definitions', `<div><p>Kept text.</p><dl><dt>Term</dt><dd>${long}</dd></dl></div>`],
    ['a second main', `<main><p>Kept text.</p></main><main>${long}</main>`],
    [
      'a main in a caption',
      `<figure><figcaption><main>Tern</main></figcaption></figure>${long}<p>Kept text.</p>`,
    ],
    ['the footer of an article', `<article>${long}<footer>Kept text.</footer></article>`],
    ['an aside', `<main>${long}<aside>Kept text.</aside></main>`],
    ['a header with the title alone', `<header><h1>T</h1><p>Kept text.</p></header>${long}`],
    [
      'the introduction in the header that also has the menu',
      `<header><a href="/">Site</a><nav>MENU</nav><div><h1>T</h1><p>Kept text.</p></div></header>${long}`,
    ],
    ['a header behind the title', `<div><h1>T</h1><header><p>Kept text.</p></header>${long}</div>`],
    ['a header with all of the text', `<nav>MENU</nav><div><header><p>Kept text.</p>${long}</header></div>`],
    ['a form around the page', `<form action="/"><div>${long}<p>Kept text.</p></div></form>`],
    ['a page laid out as a table', `<table><tr><td><p>Kept text.</p>${long}</td></tr></table>`],
  ])('stays: %s', async (_, html) => {
    const markdown = await alone(html);
    expect(markdown).toContain('Kept text.');
    expect(markdown).toContain('by heart');
    expect(markdown).not.toMatch(/^\||MENU|Site/m);
  });

  it.each([
    ['a page with a title of its own', `<header><nav></nav><h1>FRAME</h1></header><h1>T</h1>${long}`],
    ['a title that leads to the site', `<header><nav></nav><h1><a href="/">FRAME</a></h1></header>${long}`],
    ['no title', `<header><nav></nav><p>FRAME</p></header>${long}`],
  ])('a header with a menu goes: %s', async (_, html) => {
    expect(await alone(html)).not.toContain('FRAME');
  });
});

describe('a box that many pages show with the heading of their own text', () => {
  const label = '<div class="head"><h2>Questions</h2><p>Asked often.</p></div>';

  it.each([
    (text: string) => `<div>${text}</div>`,
    (text: string, at: number) => `<div><h3>Question ${at}</h3>${text}</div>`,
  ])('stays above it: %s', async (answer) => {
    const section = (text: string, at: number) => `<section>${label}${answer(text, at)}</section>`;
    const markdown = await firstOf((text, at) => `<main>${text}${section(text, at)}</main>`);
    expect(markdown).toContain('## Questions\n\nAsked often.');
  });

  it('goes where a heading of the same level follows', async () => {
    const markdown = await firstOf(
      (text, at) => `<main><h2>A ${at}</h2>${text}${label}<div><h2>B ${at}</h2>${text}</div></main>`,
    );
    expect(markdown).not.toContain('Asked often.');
  });
});

describe('what many pages show', () => {
  it.each([
    ['in front', (text: string) => `<div class="a"><p>FRAME</p></div><div class="b">${text}</div>`],
    ['behind', (text: string) => `<div class="b">${text}</div><p>FRAME</p>`],
    [
      'behind, with a heading',
      (text: string) => `<main>${text}<section><h2>FRAME</h2><p>FRAME</p></section></main>`,
    ],
    [
      'between',
      (text: string) =>
        `<main><article>${text}</article><div class="ad">FRAME</div><article>${text}</article></main>`,
    ],
    ['with pictures', (text: string) => `<div><img src="logo.png" alt="FRAME"></div><div>${text}</div>`],
    [
      'as a list with one open part',
      (text: string, number: number) =>
        `<div><h1>T${number}</h1>${text}</div><div class="side"><ul>${['One', 'Two', 'Three', 'Four', 'Five']
          .map((name) => `<li><a href="/${name}">FRAME ${name}</a></li>`)
          .join('')}<li><a href="/x">FRAME own ${number}</a></li></ul></div><p>Own end ${number}.</p>`,
    ],
    [
      'as a box beside a menu of the same look',
      (text: string, number: number) =>
        `<h2>FRAME site</h2><div><div class="box"><ul>${['One', 'Two', 'Three', 'Four']
          .map((name) => `<li><a href="/${name}">FRAME ${name}</a></li>`)
          .join(
            '',
          )}<li>FRAME twice</li><li><a href="/x">FRAME twice</a></li></ul></div><div class="box"><p>FRAME, join</p></div></div><h1>T${number}</h1>${text}`,
    ],
    [
      'as links with counts, of which one is in a list and in a cloud',
      (text: string, number: number) =>
        `<div><h1>T${number}</h1>${text}</div><div><ul>${['One', 'Two', 'Three', 'Twice']
          .map((name) => `<li><a href="/${name}">FRAME ${name}</a><span>40 posts in all</span></li>`)
          .join('')}</ul><ul>${['Twice', 'Six']
          .map((name) => `<li><a href="/${name}">FRAME ${name}</a><span>40 posts in all</span></li>`)
          .join('')}</ul></div>`,
    ],
    ...['<h3>More</h3><p>Own.</p>', ''].map((below): [string, (text: string) => string] => [
      `as three links under a heading, before ${below || 'the end'}`,
      (text) =>
        `<main><div>${text}<h3>FRAME list</h3><ul>${['One', 'Two', 'Three']
          .map((name) => `<li><a href="/${name}">FRAME ${name}</a></li>`)
          .join('')}</ul>${below}</div>${text}</main>`,
    ]),
    [
      'with code behind its text',
      (text: string) => `<main>${text}<ul><p>FRAME: set this</p><pre>FRAME code</pre></ul></main>`,
    ],
    [
      'with one file for all icons',
      (text: string) =>
        `<main>${text}<div><ul>${'<li><img src="/icons.png" alt="FRAME"></li>'.repeat(3)}</ul><p>FRAME</p></div></main>`,
    ],
    [
      'with words of its own for each page, above the heading',
      (text: string, number: number) =>
        `<div class="path"><a href="/">FRAME</a> › <a href="/${number}">FRAME ${number}</a></div><h1>T${number}</h1>${text}`,
    ],
  ])('is no content: %s', async (_, layout) => {
    const markdown = await firstOf(layout);
    expect(markdown).toContain('alder bark');
    expect(markdown).not.toContain('FRAME');
    // A smaller site says too little to tell.
    expect(await firstOf(layout, 3)).toContain('FRAME');
  });

  it.each([
    ['a heading in front', (text: string) => `<main><h2>Kept</h2>${text}</main>`],
    ['headings between', (text: string) => `<main>${text}<h2>Kept</h2>${text}</main>`],
    ['a line between', (text: string) => `<main>${text}<p>Kept</p>${text}</main>`],
    [
      'a row of a table',
      (text: string) => `<main>${text}<table><tr><td>Kept</td></tr><tr><td>${text}</td></tr></table></main>`,
    ],
    [
      'a list of three links of which one is its own',
      (text: string, number: number) =>
        `<main>${text}<h2>Kept</h2><ul><li><a href="/a">One</a></li><li><a href="/b">Two</a></li><li><a href="/c">Own ${number}</a></li></ul>${text}</main>`,
    ],
    [
      'the heading of a list and of text',
      (text: string) =>
        `<main>${text}<h2>Kept</h2><ul>${['A1', 'B2', 'C3'].map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul>${text}</main>`,
    ],
    ['code at the end', (text: string) => `<main>${text}<h2>Use</h2><pre><code>Kept</code></pre></main>`],
    [
      'a box like those beside it',
      (text: string) => `<main><div>${text}</div><div><p>Kept</p></div><div>${text}</div></main>`,
    ],
    [
      'what is on a quarter only',
      (text: string, number: number) => `<main>${text}${number < 2 ? '<p>Kept</p>' : ''}</main>`,
    ],
    [
      'a short text beside a long menu',
      (text: string, number: number) =>
        `<div><ul>${Array.from({ length: 300 }, (_, at) => `<li><a href="/part/${at}">Part ${at}</a></li>`).join('')}</ul><div><h1>T${number}</h1>${text}<p>Kept ${number}</p></div></div>`,
    ],
    ['what is on one page twice', (text: string) => `<main>${text}<p>Kept</p>${text}<p>Kept</p></main>`],
  ])('is content: %s', async (_, layout) => {
    const markdown = await firstOf(layout);
    expect(markdown).toContain('Kept');
    expect(markdown).toContain('alder bark');
  });
});

describe('a list of contents with a single link', () => {
  const list = (id: string) =>
    `<h3>Topics</h3><ul${id}><li><img alt="" src="down.gif"> <a href="#log">Listed</a></li></ul><h2 id="log">Log</h2>`;

  it('is one where its name says so', async () => {
    const html = (id: string) => `<main><h1>News</h1>${words('x')}${list(id)}${words('y')}</main>`;
    expect(await alone(html(' id="toc"'))).not.toMatch(/Listed|Topics|down/);
    expect(await alone(html(''))).toContain('Listed');
  });
});

it('links that only call a script are no list of contents', async () => {
  const list = '<ul><li><a href="#" onclick="a()">Rope 1</a></li><li><a href="#">Rope 2</a></li></ul>';
  expect(await alone(`<main><h1>News</h1>${words('x')}${list}${words('y')}</main>`)).toContain('Rope 1');
});

it('the content of a page of FrontPage is the cell that a comment marks', async () => {
  const bar = '<td><img src="tea.gif" alt="Tea"> <a href="b.html">Milk</a></td>';
  const row = (cells: string) => `<!--msnavigation--><table><tr>${cells}</tr><!--msnavigation--></table>`;
  const html = row(bar) + row(`${bar}<!--msnavigation--><td>${words('x')}<!--msnavigation--></td>`);
  expect(await alone(html)).toBe(await alone(words('x')));
});

it('rules and bullets of a theme of FrontPage are no content', async () => {
  const rule = '<p><img src="../_themes/global/rule.gif" alt="horizontal rule"></p>';
  expect(await alone(`<h1>News</h1>${words('x')}${rule}${words('y')}`)).not.toContain('horizontal');
});

it('headings have no link to the top of the page, as RDoc writes it', async () => {
  const heading = '<h2 id="t">Terns<span><a href="#t">¶</a> <a href="#doc">↑</a></span></h2>';
  expect(await alone(`<main>${words('x')}<div id="doc">${heading}${words('y')}</div></main>`)).toContain(
    '## Terns\n',
  );
});

describe('headings that are links', () => {
  const linked = (level: string, more = '') =>
    `<${level} id="k"><a href="#toc-1">Kept text</a><a href="#k">¶</a></${level}>${more}`;

  it.each([
    ['a section without text', `<section>${linked('h2')}</section>`],
    ['a section with a short text', `<section>${linked('h2', '<p>None.</p>')}</section>`],
    ['a section with a link', `<section>${linked('h2', '<p><a href="#k">See</a></p>')}</section>`],
  ])('are no list of contents: %s', async (_, html) => {
    expect(await alone(`<main>${words('x')}${html}${words('y')}</main>`)).toContain('Kept text');
  });

  it('may stand above several, as in the index of a class', async () => {
    const part = (id: string) =>
      `<section><h3 id="${id}s">GONE ${id} of this class</h3><a href="#${id}">GONE</a></section>`;
    const index = (more: string) =>
      `<details open><summary><h5>GONE</h5></summary>${part('a')}${part('b')}${more}</details>`;
    const html = (more: string) => `<main><h1>Tern</h1>${words('x')}${index(more)}${words('y')}</main>`;
    expect(await alone(html(''))).not.toContain('GONE');
    expect(await alone(html('<p>Text</p>'))).toContain('GONE a of this class');
  });

  it('may stand above one', async () => {
    const list = '<ul><li><a href="#a">GONE</a></li><li><a href="#b">GONE</a></li></ul>';
    const html = `<main>${words('x')}<div><h2><a href="#c">GONE</a></h2>${list}</div>${words('y')}</main>`;
    expect(await alone(html)).not.toContain('GONE');
  });
});

describe('a list of links within the page after a line with a colon', () => {
  const list = (...ids: readonly string[]) =>
    `<p>New features of this year:</p><ul>${ids.map((id) => `<li><a href="#${id}">Listed ${id}</a></li>`).join('')}</ul>`;
  const sections = ['a', 'b', 'c']
    .map((id) => `<section id="${id}"><h2>Head ${id}</h2>${words(id)}</section>`)
    .join('');

  it('is text where it leads further down', async () => {
    expect(await alone(`<main><h1>News</h1>${words('x')}${list('b', 'c')}${sections}</main>`)).toContain(
      'Listed b',
    );
  });

  it('is a list of contents where it begins with the next heading', async () => {
    expect(
      await alone(`<main><h1>News</h1>${words('x')}${list('a', 'b', 'c')}${sections}</main>`),
    ).not.toContain('Listed');
  });
});

describe('a short text in one box with', () => {
  it.each([
    [
      'links to the neighbours',
      '<footer><a rel="prev" href="/p">Pine</a> <a rel="next" href="/n">Nut</a></footer>',
    ],
    [
      'links to other languages',
      '<div><a hreflang="de" rel="alternate" href="/de/x">Deutsch</a> <a hreflang="fr" rel="alternate" href="/fr/x">Français</a></div>',
    ],
    ['its tags', '<div class="tags">Tags: <a rel="tag" href="/tags/bark">bark</a></div>'],
    [
      'links to share it',
      '<div><p>Share this:</p><a href="https://twitter.com/intent/tweet?url=x">Tweet</a></div>',
    ],
  ])('%s stays, and they go', async (_, links) => {
    for (const text of [
      '<p>Soon</p>',
      '<ul><li>Salt</li></ul>',
      '<h2>Heat</h2>',
      '<pre><code>bake</code></pre>',
      '<div>Closed on Sunday.</div>',
      '<p>See <a href="/oak">oaks</a> first.</p>',
    ]) {
      const entry = await readOne(page(`<main><h1>Alder</h1><div>${text}${links}</div></main>`));
      expect(markdownOf(entry)).toMatch(
        /^[-#*\s]*(?:Soon|Salt|Heat|```\s+bake\s+```|Closed on Sunday\.|See \[oaks\]\(\/oak\) first\.)$/,
      );
    }
  });
});

it('cards with a link to share them keep their labels', async () => {
  const cards = ['Rye', 'Spelt'].map(
    (name) =>
      `<div><img src="/a.png" alt=""><div>${name}</div><a href="https://twitter.com/share?url=x"></a></div>`,
  );
  const entry = await readOne(page(`<main><h1>Alder</h1>${words('x')}<div>${cards.join('')}</div></main>`));
  expect(markdownOf(entry)).toMatch(/Rye[\s\S]*Spelt/);
});

it('a link to the top without an address is no text', async () => {
  const entry = await readOne(
    page(`<main><h1>Alder</h1><p>Soon</p><p><a href="#">Back to top</a></p></main>`),
  );
  expect(markdownOf(entry)).toBe('Soon');
});

describe('the box to which a link past the menus leads', () => {
  const pageWith = (link: string, box: string, after = '') =>
    readOne(
      page(
        `<div><a class="skip" href="/x#c">${link}</a><div class="bar"><b>GONE</b><button>Menu</button></div>${box}${after}</div>`,
      ),
    );
  const box = `<div id="c"><h1>Alder</h1>${words('x')}</div>`;

  it('is the content of a page without main, and nothing beside it is counted as lost', async () => {
    for (const link of ['Skip to content', 'Skip to main content', 'Zum Inhalt springen']) {
      const entry = await pageWith(link, box, '<div>GONE too</div>');
      expect(markdownOf(entry) + JSON.stringify(entry.seen)).not.toMatch(/gone/i);
    }
  });

  it.each([
    ['without the heading of the page', `<h1>Alder</h1><p>Kept</p><div id="c">${words('x')}</div>`],
    ['with the heading alone', `<div id="c"><h1>Alder</h1></div><div><p>Kept</p>${words('x')}</div>`],
    ['that is a heading', `<p>Kept</p><h1 id="c">Alder</h1>${words('x')}`],
    ['that the page lacks', `<p>Kept</p><h1>Alder</h1>${words('x')}`],
  ])('is not all of the content %s', async (_, html) => {
    expect(markdownOf(await pageWith('Skip to content', html))).toContain('Kept');
  });

  it('is not what another link names', async () => {
    expect(markdownOf(await pageWith('Skip the intro', box, '<p>Kept</p>'))).toContain('Kept');
  });
});

it('a trail above a heading of any level is frame, which is not counted as lost', async () => {
  for (const last of ['Alder', '<span>Alder</span>']) {
    const trail = `<p><a href="/">GONE</a> ＞ <a href="/c">GONE</a> ＞ ${last}</p>`;
    const entry = await readOne(page(`<div>${trail}<h2>Alder</h2>${words('x')}</div>`));
    expect(markdownOf(entry) + JSON.stringify(entry.seen)).not.toMatch(/gone/i);
  }
});

describe('links to the neighbours', () => {
  const linksNamed = (...names: string[]) => names.map((name, at) => `<a href="${at}.html">${name}</a>`);

  it.each([
    ['brackets', linksNamed('[Prev]', '[Home]', '[Next]').join(' ')],
    ['separators', linksNamed('Previous', 'Up', 'Next').join(' | ')],
    ['titles', linksNamed('Previous: GONE', 'Next chapter: GONE').join(' ')],
    ['titles between arrows', linksNamed('&lt;&lt; GONE', 'Contents', 'GONE &gt;&gt;').join(' | ')],
    ['arrows alone', linksNamed('Contents', 'Up', '&lt;&lt;', '&gt;&gt;').join(' ')],
    ['words beside them', `Previous: ${linksNamed('GONE', 'GONE').join(' Next: ')}`],
    [
      'words without colons above them',
      `<b>Newer</b>${linksNamed('GONE').join('')}<b>Older</b>${linksNamed('GONE').join('')}`,
    ],
    ['Chinese words beside them', `上一篇：${linksNamed('GONE', 'GONE').join(' 下一篇：')}`],
    ['German words', linksNamed('Zurück', 'Inhalt', 'Weiter').join(' · ')],
    ['Japanese words', linksNamed('前へ', '目次', '次へ').join(' | ')],
    ['a single one', linksNamed('Next page →').join('')],
    ['an icon', `<a href="n"><i class="fa fa-angle-right" title="Next: GONE"></i></a>`],
    [
      'an icon beside another',
      `<a href="n"><i class="fa" title="Next: GONE"></i></a> <a href="b"><i class="fa" title="GONE"></i></a>`,
    ],
    ['"Up" alone', linksNamed('Up').join('')],
    ['pictures', `<a href="p"><img src="p" alt="[Prev]"></a> <a href="n"><img src="n" alt="[Next]"></a>`],
  ])('are known by their own names: %s', async (_, links) => {
    const entry = await readOne(page(`<center>${links}</center><h1>Alder</h1>${words('x')}`));
    expect(markdownOf(entry)).not.toMatch(/GONE|prev|next|weiter|次へ|newer|\bup\b/i);
  });

  it('are known without a box of their own, as LaTeX2HTML writes them', async () => {
    const icons = ['next', 'up', 'previous'].map(
      (name) => `<a href="${name}"><img src="i.png" alt="${name}"></a>`,
    );
    const titles = ['Next', 'Up', 'Previous'].map((name) => `<b>${name}:</b> <a href="${name}">GONE</a>`);
    const lines = `${icons.join('\n')}<br>${titles.join('\n')}<br><br>`;
    const html = `<!doctype html><title>Alder</title><body>${lines}<h1>Alder</h1>${words('x')}<hr>${lines}</body>`;
    expect(markdownOf(await readOne(html))).not.toMatch(/GONE|next|up\]/i);
  });

  it.each([
    ['a sentence', `<p>In the ${linksNamed('Next', 'Previous').join(' or the ')} chapter.</p>`, 'Next'],
    ['methods', `<ul><li>${linksNamed('next', 'previous').join('</li><li>')}</li></ul>`, 'previous'],
    ['members', `<ul><li>${linksNamed('Add', 'Next', 'Count').join('</li><li>')}</li></ul>`, 'Next'],
    ['a step', `<p>Next, read ${linksNamed('how to prune').join('')}.</p>`, 'prune'],
    ['a call to act', `<p>${linksNamed('Read the guide →').join('')}</p>`, 'guide'],
  ])('are not the links of %s', async (_, html, kept) => {
    const entry = await readOne(page(`<h1>Alder</h1>${words('x')}${html}${words('y')}`));
    expect(markdownOf(entry)).toContain(kept);
  });

  const bar = (key: string) =>
    `<table><tr><th colspan="2">Trees</th></tr><tr><td><a ${key} href="p.html">GONE</a></td><td><a href="n.html">GONE</a></td></tr></table>`;

  it('are those that the head of a page names', async () => {
    const head = '<link rel="prev" href="p.html"><link rel="next" href="n.html"><title>Alder</title>';
    const { byFile } = await readSite(
      siteWith({ 'a.html': page(`${bar('')}<h1>Alder</h1>${words('x')}`, head) }),
    );
    expect(markdownOf(byFile.get('a.html'))).not.toContain('GONE');
  });

  it('stand twice in a panel of LaTeX2HTML, as images and as titles, which is not counted as lost', async () => {
    const name = (word: string, file: string) => `<b>${word}:</b> <a href="${file}">GONE ${file}</a>`;
    const image = (word: string, file: string) => `<a href="${file}"><img src="i.png" alt="${word}"></a>`;
    const rows = [image, name].map((link) =>
      [link('next', 'n.html'), link('up', 'u.html'), link('previous', 'p.html')].join(''),
    );
    const panel = `<div class="navigation">${rows.join('<br>')} <b><a href="c.html">GONE</a></b></div>`;
    const head = '<link rel="previous" href="p.html"><link rel="next" href="n.html"><title>Alder</title>';
    const { byFile } = await readSite(
      siteWith({ 'a.html': page(`${panel}<h1>Alder</h1>${words('x')}${panel}`, head) }),
    );
    expect(markdownOf(byFile.get('a.html'))).not.toContain('GONE');
    expect(JSON.stringify(byFile.get('a.html')?.seen)).not.toContain('gone');
  });

  it('are not counted as lost with a word nobody knows beside known ones, or with the keys of DocBook', async () => {
    const ways = ['Suivant:', 'Monter:', 'Précédent:'].map(
      (way) => `<b>${way}</b> <a href="x.html">GONE</a>`,
    );
    const panel = `<div class="navigation">${ways.join('\n')}</div>`;
    const key = (name: string, text: string) =>
      `<li class="${name}"><a accesskey="${name[0]}" href="${name}.html"><b>GONE</b>${text}</a></li>`;
    const list = `<ul class="docnav">${key('previous', 'Pine')}${key('next', 'Nut')}</ul>`;
    const entry = await readOne(page(`${panel}<h1>Alder</h1>${words('x')}${list}`));
    expect(markdownOf(entry) + JSON.stringify(entry.seen)).not.toMatch(/gone|monter/i);
  });

  it.each([
    [
      'a paragraph that leads on',
      '<p>Read on in the <a href="n.html">next chapter, which has Kept text</a>.</p>',
    ],
    [
      'a list that begins with the next page',
      '<ul><li><a href="n.html">Kept text</a></li><li><a href="m.html">Kept</a></li></ul>',
    ],
    [
      'a note that names both',
      '<div><p>Kept text is not safe in any season, just like its equals in <a href="p.html">pines</a> and <a href="n.html">nuts</a> never were.</p></div>',
    ],
    [
      'a table of data that names both',
      '<table><thead><tr><th>Tree</th></tr></thead><tr><td>Kept text of the two neighbours of alder, which are <a href="p.html">pines</a></td></tr><tr><td><a href="n.html">nuts</a></td></tr></table>',
    ],
    ['links to places of both', '<div><a href="p.html#a">Kept text</a>, <a href="n.html#b">Kept</a></div>'],
    ['a list of other pages at the end', '<h2>See also</h2><p><a href="m.html">Kept text</a></p>'],
  ])('are not %s', async (_, html) => {
    const head = '<link rel="prev" href="p.html"><link rel="next" href="n.html"><title>Alder</title>';
    const { byFile } = await readSite(
      siteWith({ 'a.html': page(`<h1>Alder</h1>${words('x')}${html}`, head) }),
    );
    expect(markdownOf(byFile.get('a.html'))).toContain('Kept text');
  });
});

describe('the introduction of a page before its main element', () => {
  const main = '<main><h2>Part</h2><p>Text of the part.</p></main>';
  const hero = (tag: string) =>
    `<${tag} class="hero"><div><h1>Trees of Kew</h1><p>Which of them to see first.</p><a href="/map.html">Map</a></div></${tag}>`;

  it.each(['section', 'header', 'div'])('a %s with the only title and a lead is content', async (tag) => {
    const text = await alone(`<header><nav><a href="/">Kew</a></nav></header>${hero(tag)}${main}`);
    expect(text).toContain('Which of them to see first.\n\n[Map](');
    expect(text.indexOf('Which of them')).toBeLessThan(text.indexOf('Text of the part.'));
    expect(text).not.toContain('[Kew]');
  });

  it('a paragraph between the title and the main element belongs to it', async () => {
    const text = await alone(`<h1>Trees of Kew</h1><p>Which of them to see first.</p>${main}`);
    expect(text).toContain('Which of them to see first.');
  });

  it.each([
    ['main has a title', `${hero('section')}<main><h1>Oaks</h1><p>Text of the part.</p></main>`],
    [
      'the title links to the site',
      `<header><h1><a href="/">Kew</a></h1><p>Which of them</p></header>${main}`,
    ],
    ['it is in a landmark', `<aside>${hero('div')}</aside>${main}`],
    ['it stands behind main', `${main}${hero('section')}`],
  ])('it is frame where %s', async (_, html) => {
    expect(await alone(html)).not.toContain('Which of them');
  });

  it('the name of the site on every page stays frame', async () => {
    const header = '<header><h1>Kew</h1><p>A garden by the river.</p></header>';
    expect(await firstOf((text) => `${header}<main>${text}</main>`)).not.toContain('A garden by the river');
  });
});

it('an open dialog is content, a closed one is not', async () => {
  const text = await alone(
    `<main>${words('x')}<dialog open><p>Seen at once.</p></dialog><dialog><p>Seen later.</p></dialog></main>`,
  );
  expect(text).toContain('Seen at once.');
  expect(text).not.toContain('Seen later.');
});
