/** Text and markup that platforms put around posts, in exports of Ghost, Medium and Substack. */
import {
  anywhere,
  describeKind,
  folderOf,
  GHOST,
  has,
  lacks,
  nowhere,
  SITE,
} from '../../support/cases/kinds.js';

describeKind('cards of Ghost', GHOST, [
  [
    'a callout',
    {
      html: '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind the <b>tide</b>.</div></div>',
    },
    has('💡 Mind the **tide**.'),
  ],
  [
    "a callout in the editor's format",
    lexical({ type: 'callout', calloutEmoji: '💡', calloutText: '<p dir="ltr"><span>Mind.</span></p>' }),
    has('💡 Mind.'),
  ],
  [
    'a part for members inside a card',
    {
      html: '<p>Open.</p><div class="kg-card kg-callout-card"><div data-gh-segment="status:free"><div class="kg-callout-text">HELD72</div></div></div>',
    },
    has('Open.'),
    nowhere('HELD72'),
  ],
  [
    'a header',
    {
      html: '<div class="kg-card kg-header-card kg-v2"><div class="kg-header-card-content"><div class="kg-header-card-text"><h2 class="kg-header-card-heading"><span>Tides</span></h2><p class="kg-header-card-subheading">By day</p><a href="/more/" class="kg-header-card-button">More</a></div></div></div>',
    },
    has(/^## Tides\n\nBy day\n\n\[More\]\(\S+\/more\/\)$/m),
  ],
  [
    'a header of version 1',
    {
      html: '<div class="kg-card kg-header-card kg-size-small"><h2 class="kg-header-card-header">Tides</h2><h3 class="kg-header-card-subheader">By day</h3></div>',
    },
    has(/^## Tides\n\nBy day$/m),
  ],
  [
    'a file',
    {
      html: '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/f.pdf" title="Download" download><div class="kg-file-card-contents"><div class="kg-file-card-title">Chart</div><div class="kg-file-card-caption">Of the bay</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">f.pdf</div></div></div><div class="kg-file-card-icon"><svg></svg></div></a></div>',
    },
    has(/^\[Chart\]\(\S+\/f\.pdf\)\n\nOf the bay\n\nf\.pdf$/m),
  ],
  [
    'a recording',
    {
      html: '<div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="/a.mp3"></audio><div class="kg-audio-title">Bells</div><div class="kg-audio-player">0:00</div></div></div>',
    },
    has(/^Audio: \[Bells\]\(\S+\/a\.mp3\)$/m),
    lacks('0:00'),
  ],
]);

function lexical(...children: object[]): Readonly<Record<string, unknown>> {
  return { html: null, lexical: JSON.stringify({ root: { children } }) };
}

const FRAME =
  '&lt;iframe src=&quot;https://www.youtube.com/embed/abc&quot; title=&quot;Colony&quot;&gt;&lt;/iframe&gt;';
describeKind('frames that a script adds', SITE, [
  [
    'a video of Squarespace',
    `<div class="sqs-video-wrapper" data-provider-name="YouTube" data-html="${FRAME}"></div>`,
    has('[Colony](https://www.youtube.com/embed/abc)'),
  ],
  [
    'a gist',
    '<p>Run this:</p><script src="https://gist.github.com/ann/deadbeef.js?file=a.js"></script>',
    has('(https://gist.github.com/ann/deadbeef)'),
  ],
  [
    'code in an attribute that is no frame',
    '<p data-html="<b>HELD">Words.</p>',
    has('Words.'),
    lacks('HELD'),
  ],
]);

const medium = (name: string, body: string) => ({
  [`posts/2020-05-01_${name}-aa1111111111.html`]: `<!DOCTYPE html><html><head><title>${name}</title></head><body><article class="h-entry"><header><h1 class="p-name">${name}</h1></header><section data-field="body" class="e-content">${body}</section><footer><p>By <a class="p-author">Ann</a> on <time class="dt-published" datetime="2020-05-01T10:00:00.000Z">May 1</time>.</p><p>Exported from <a href="https://medium.com">Medium</a> on March 3, 2024.</p></footer></article></body></html>`,
});

describeKind('posts of Medium', folderOf('md'), [
  [
    'a card about another page',
    medium(
      'Card',
      '<div class="graf graf--mixtapeEmbed"><a href="https://b.example/p"><strong>Knots</strong><br><em>How to tie</em>b.example</a><a href="https://b.example/p" class="js-mixtapeImage"></a></div>',
    ),
    anywhere(/\[Knots\]\(https:\/\/b\.example\/p\)\n\nHow to tie\n/),
    nowhere('How to tie*b.example'),
  ],
  [
    'a gist',
    medium(
      'Gist',
      '<figure class="graf graf--figure graf--iframe"><script src="https://gist.github.com/ann/ropes7.js"></script></figure>',
    ),
    anywhere('(https://gist.github.com/ann/ropes7)'),
  ],
  [
    'code with a language',
    medium('Code', '<pre data-code-block-lang="python"><span class="pre--content">run()</span></pre>'),
    anywhere('```python\nrun()\n```'),
  ],
]);

const attrs = (data: object) => `data-attrs="${JSON.stringify(data).replaceAll('"', '&quot;')}"`;
const button = (href: string, label: string) =>
  `<p class="button-wrapper"><a class="button primary" href="${href}"><span>${label}</span></a></p>`;
const NAMES = ['forms', 'buttons', 'boxes', 'empty', 'files', 'walled'];
const TABLE = `post_id,post_date,is_published,type,audience,title,subtitle\n${NAMES.map(
  (name, at) => `300${at}.${name},2024-03-02T09:30:00.000Z,true,newsletter,everyone,${name},`,
).join('\n')}\n`;
const substack = (name: string, body: string) => ({
  [`posts/300${NAMES.indexOf(name)}.${name}.html`]: body,
});

describeKind('posts of Substack', folderOf('md', { 'content/posts.csv': TABLE }), [
  [
    'forms',
    substack(
      'forms',
      '<p>Open.</p><div class="subscription-widget-wrap"><p class="cta-caption">NOISE1</p></div><div class="install-substack-app-embed"><div>NOISE2</div></div><label class="hide-text">NOISE3</label>',
    ),
    nowhere(/NOISE\d/),
  ],
  [
    'buttons',
    substack(
      'buttons',
      button('https://t.substack.com/subscribe?', 'NOISE4') +
        button('https://t.substack.com/?action=share', 'NOISE5') +
        button('https://shop.example/', 'Buy the book'),
    ),
    nowhere(/NOISE\d/),
    anywhere('[Buy the book](https://shop.example/)'),
  ],
  [
    'boxes',
    substack(
      'boxes',
      '<div class="pullquote"><p>All at sea.</p></div><a class="image-link image2 is-viewable-img" href="https://cdn.example/big.png"><img src="https://cdn.example/a.png" alt="Sea"></a>',
    ),
    anywhere('> All at sea.'),
    anywhere(/^!\[Sea\]\(https:\/\/cdn\.example\/a\.png\)$/m),
  ],
  [
    'boxes with their content in an attribute',
    substack(
      'empty',
      `<p>By <span class="mention-wrap" ${attrs({ name: 'Zed' })}></span>.</p><div class="tweet" ${attrs({ full_text: 'Low <water>', url: 'https://t.example/1', name: 'Ada', username: 'ada' })}></div><div class="latex-rendered" ${attrs({ persistentExpression: 'x^2' })}></div><div class="digest-post-embed" ${attrs({ title: 'Next', canonical_url: 'https://t.example/p' })}></div><div class="image-gallery-embed" ${attrs({ gallery: { images: [{ src: 'https://t.example/g.png' }, null], caption: 'Two' } })}></div><div class="tweet" data-attrs="{"></div>`,
    ),
    anywhere('By Zed.'),
    anywhere(/> Low \\?<water>\n>\n> — \[Ada @ada\]\(https:\/\/t\.example\/1\)/),
    anywhere('$x^2$'),
    anywhere('[Next](https://t.example/p)'),
    anywhere('![](https://t.example/g.png)\n\n*Two*'),
  ],
  [
    'files',
    substack(
      'files',
      '<div class="file-embed-wrapper"><div class="file-embed-details-h1">Chart</div><div class="file-embed-details-h2">1MB</div><a class="file-embed-button" href="https://t.example/1.pdf">Download</a></div>',
    ),
    anywhere('[Chart](https://t.example/1.pdf)\n\n1MB'),
  ],
  [
    'a paywall',
    substack('walled', '<p>Open words.</p><div class="paywall-jump"></div><p>HELD71</p>'),
    anywhere('Open words.'),
    nowhere('HELD71'),
  ],
]);
