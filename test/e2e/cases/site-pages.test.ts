import {
  anywhere,
  at,
  describeKind,
  document,
  has,
  lacks,
  listed,
  notListed,
  SITE,
  withheld,
} from '../../support/cases/kinds.js';

const LONG =
  '<p>The birds rest on the pier at night and leave it with the first boat in the morning.</p>'.repeat(6);

describeKind('twin-42: links of headings, and the language of code', SITE, [
  [
    'Docusaurus',
    '<h2 id="a">North<a href="#a" class="hash-link" aria-label="Direct link to North" title="Direct link to North">​</a></h2><div class="language-toml codeBlockContainer"><pre><code>depth = 4</code></pre><button>Copy</button></div>',
    has(/^## North$/m),
    has(/^```toml\ndepth = 4\n```$/m),
    lacks('Copy'),
  ],
  [
    'Sphinx',
    '<h2>South<a class="headerlink" href="#s" title="Link to this heading">¶</a></h2><div class="highlight-sh"><div class="highlight"><pre>ls</pre></div></div>',
    has(/^## South$/m),
    has(/^```sh\nls\n```$/m),
  ],
  [
    'VitePress',
    '<h2 id="w">West <a class="header-anchor" href="#w">​</a></h2><div class="language-js"><button class="copy"></button><span class="lang">js</span><pre class="shiki"><code>a()</code></pre></div>',
    has(/^## West$/m),
    has(/^```js\na\(\)\n```$/m),
  ],
]);

describeKind('twin-44: pages about searching, tags and archives', SITE, [
  [
    'search',
    document('Search syntax', `${LONG}<h2>Words</h2><p>Case does not count.</p>`),
    anywhere('Case does not count.'),
  ],
  [
    'tags',
    document('The tags of a page', `${LONG}<p>A tag has a name and a colour.</p>`),
    anywhere('A tag has a name and a colour.'),
  ],
  [
    'archives',
    document('Archives', `${LONG}<p>Each file ends with a sum.</p>`),
    anywhere('Each file ends with a sum.'),
  ],
]);

describeKind('twin-48: labels for screen readers', SITE, [
  [
    'Starlight',
    `<div class="sl-heading-wrapper"><h2 id="c">Colour</h2><a class="sl-anchor-link" href="#c"><span class="sr-only">Section titled “Colour”</span></a></div><p>Grey.</p>`,
    has('## Colour'),
    notListed('Section titled'),
    lacks('Section titled'),
  ],
  [
    'a class of a framework',
    '<h2>Depth <span class="visually-hidden">Link to this part</span></h2><p>Four.</p>',
    lacks('Link to this part'),
  ],
  [
    'one that is read by all',
    '<h2>Width</h2><p><span class="label">Part named by us.</span></p>',
    has('Part named by us.'),
  ],
]);

const refresh = (content: string) =>
  document('Live', '<p>Now 30 boats.</p>', `<meta http-equiv="refresh" content="${content}">`);
describeKind('twin-49: pages that refresh themselves', SITE, [
  ['by time alone', refresh('60'), has('Now 30 boats.')],
  ['with their own address', refresh('300; url=https://tern.example/page-1/'), has('Now 30 boats.')],
  ['elsewhere', refresh('0; url=https://tern.example/'), at('llms.txt', lacks('page-2'))],
]);

describeKind('twin-53: text around an article', SITE, [
  ['in front', `<p>In short: fog.</p><article>${LONG}</article>`, has('In short: fog.'), has('first boat')],
  ['behind', `<article>${LONG}</article><p>Later: sun.</p>`, has('Later: sun.')],
  [
    'between two',
    `<article>${LONG}</article><p>Break.</p><article><p>Second part.</p></article>`,
    has('Break.'),
    has('Second part.'),
  ],
]);

const bare = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Entry</title></head><body><header><nav><a href="/">Start</a></nav></header>${body}</body></html>`;
describeKind('twin-55: boxes beside the longest box', SITE, [
  [
    'an introduction',
    bare(`<div><h1>Entry</h1><div id="intro"><p>First of all.</p></div><div>${LONG}</div></div>`),
    has('First of all.'),
    has('first boat'),
  ],
  [
    'sources',
    bare(
      `<div><h1>Entry</h1><div>${LONG}</div><div id="biblio"><ul><li>Sea Press, 1999</li></ul></div></div>`,
    ),
    has('Sea Press, 1999'),
  ],
  [
    'a list of parts of the page',
    bare(
      `<div><h1>Entry</h1><div id="toc"><ul><li><a href="#a">Part A</a></li><li><a href="#b">Part B</a></li></ul></div><div><h2 id="a">Part A</h2>${LONG}<h2 id="b">Part B</h2><p>End.</p></div></div>`,
    ),
    has('End.'),
    lacks('(#a)'),
    listed('Entry'),
  ],
]);

describeKind('pages that a tag keeps crawlers from', SITE, [
  ['several names', page('<meta name="robots, googlebot" content="noindex">'), withheld],
  ['a language model', page('<meta name="GPTBot" content="noindex, nofollow">'), withheld],
  ['without scripts', page('<noscript><meta name="robots" content="noindex"></noscript>'), withheld],
  ['the news of a search engine', page('<meta name="googlebot-news" content="noindex">'), has('Tern shed')],
  ['a theme', page('<meta name="theme" content="none">'), has('Tern shed')],
]);

function page(head: string): string {
  return document('Shed', '<p>Tern shed by the pier, open to all.</p>', head);
}
