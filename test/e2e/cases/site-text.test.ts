import { describeKind, has, lacks, SITE } from '../../support/cases/kinds.js';

describeKind('twin-01: sections called like a part of the frame', SITE, [
  [
    'banner',
    '<section id="banner"><h2>Banner</h2><p>The call paints a strip.</p></section>',
    has('The call paints a strip.'),
  ],
  [
    'related',
    '<div class="related"><h2>Related</h2><p>Two words with one root.</p></div>',
    has('Two words with one root.'),
  ],
  [
    'sidebar',
    '<section id="sidebar"><h2>Sidebar</h2><p>It stands at the left.</p></section>',
    has('It stands at the left.'),
  ],
  ['share', '<div id="share"><h2>Share</h2><p>Each gets a third.</p></div>', has('Each gets a third.')],
]);

describeKind('twin-03: headings in buttons', SITE, [
  [
    'a button in a heading',
    '<h3><button aria-expanded="false" aria-controls="q">Is it cold?</button></h3><div id="q">In May.</div>',
    has('Is it cold?'),
    has('In May.'),
  ],
  [
    'a summary',
    '<details><summary><button>Is it wet?</button></summary><p>Always.</p></details>',
    has('Is it wet?'),
    has('Always.'),
  ],
  [
    'a box',
    '<div role="button" aria-expanded="false">Is it far?</div><div>Ten miles.</div>',
    has('Is it far?'),
    has('Ten miles.'),
  ],
  ['one that opens nothing', '<p>Words.</p><button>Copy</button>', lacks('Copy')],
]);

describeKind('twin-04: panels that a click opens', SITE, [
  [
    'hidden',
    '<h3><button aria-expanded="false" aria-controls="p1">When?</button></h3><div id="p1" hidden><p>At noon.</p></div>',
    has('At noon.'),
  ],
  [
    'by a style',
    '<h3><button aria-controls="p2">Where?</button></h3><div id="p2" style="display:none"><p>At the pier.</p></div>',
    has('At the pier.'),
  ],
  [
    'collapsed',
    '<h2><button data-bs-toggle="collapse" data-bs-target="#p3">Who?</button></h2><div id="p3" class="collapse">The crew.</div>',
    has('The crew.'),
  ],
  ['what nothing opens', '<p>Words.</p><p hidden>Build 12</p>', lacks('Build 12')],
]);

describeKind('twin-20: tabs with their labels', SITE, [
  [
    'Docusaurus',
    '<div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab" aria-selected="true">Linux</li><li role="tab">BSD</li></ul><div><div role="tabpanel"><p>Use apt.</p></div><div role="tabpanel" hidden><p>Use pkg.</p></div></div></div>',
    has(/Linux[\s\S]*Use apt\.[\s\S]*BSD[\s\S]*Use pkg\./),
  ],
  [
    'by id',
    '<div role="tablist"><button role="tab" aria-controls="t1" id="l1">Rope</button><button role="tab" aria-controls="t2" id="l2">Chain</button></div><div role="tabpanel" id="t1" aria-labelledby="l1">Light.</div><div role="tabpanel" id="t2" aria-labelledby="l2" hidden>Heavy.</div>',
    has(/Rope[\s\S]*Light\.[\s\S]*Chain[\s\S]*Heavy\./),
  ],
  [
    'MkDocs',
    '<div class="tabbed-set tabbed-alternate"><input checked id="a1" name="a" type="radio"><input id="a2" name="a" type="radio"><div class="tabbed-labels"><label for="a1">North</label><label for="a2">South</label></div><div class="tabbed-content"><div class="tabbed-block"><p>Cold.</p></div><div class="tabbed-block"><p>Warm.</p></div></div></div>',
    has(/North[\s\S]*Cold\.[\s\S]*South[\s\S]*Warm\./),
  ],
]);

describeKind('twin-22: documents in a page', SITE, [
  [
    'an object',
    '<object data="/chart.pdf" type="application/pdf"><p>Your browser is old.</p></object>',
    has('https://tern.example/chart.pdf'),
  ],
  ['an embed', '<embed src="/map.pdf" type="application/pdf">', has('https://tern.example/map.pdf')],
  [
    'a frame',
    '<iframe src="https://maps.example/pier" title="The pier"></iframe>',
    has('https://maps.example/pier'),
  ],
]);

describeKind('twin-24: numbers of lists', SITE, [
  [
    'a value',
    '<ol><li>Nets</li><li value="7">Lines</li><li>Hooks</li></ol>',
    has(/\b7[.)\\]+ *Lines/),
    has(/\b8[.)\\]+ *Hooks/),
  ],
  [
    'a start',
    '<ol start="4"><li>Bow</li><li>Stern</li></ol>',
    has(/\b4[.)\\]+ *Bow/),
    has(/\b5[.)\\]+ *Stern/),
  ],
  [
    'backwards',
    '<ol reversed><li>Gold</li><li>Silver</li><li>Bronze</li></ol>',
    has(/\b3[.)\\]+ *Gold/),
    has(/\b1[.)\\]+ *Bronze/),
  ],
]);

describeKind('twin-26: authors of quotations', SITE, [
  [
    'a footer',
    '<blockquote><p>All at sea.</p><footer>Ada Reef, <cite>Notes</cite></footer></blockquote>',
    has('Ada Reef'),
    has('Notes'),
  ],
  [
    'a caption',
    '<figure><blockquote>No wind.</blockquote><figcaption>Bo Sand</figcaption></figure>',
    has('Bo Sand'),
  ],
  [
    'a footer of an article in the page',
    '<article><p>Rain.</p><footer>Written by Cy Dune.</footer></article>',
    has('Cy Dune'),
  ],
]);

describeKind('twin-27: templates', SITE, [
  ['in the page', '<p>Words.</p><template><p>Gone words.</p></template>', lacks('Gone words.')],
  [
    'in a list',
    '<ul><li>One</li></ul><template id="row"><li>Gone words.</li></template>',
    lacks('Gone words.'),
  ],
  [
    'a shadow root that the page declares',
    '<my-box><template shadowrootmode="open"><p>Shown words.</p></template></my-box>',
    has('Shown words.'),
  ],
]);

describeKind('twin-33: images that load late', SITE, [
  [
    'data-src',
    '<img src="data:image/gif;base64,R0lGOD" data-src="/reef.jpg" alt="Reef">',
    has('https://tern.example/reef.jpg'),
    lacks('base64'),
  ],
  [
    'data-lazy',
    '<img src="/blank.gif" data-lazy="/dune.jpg" alt="Dune">',
    has('https://tern.example/dune.jpg'),
  ],
  [
    'a switch',
    '<img src="/cliff.jpg" data-lazy="true" alt="Cliff">',
    has('![Cliff](https://tern.example/cliff.jpg)'),
  ],
  [
    'noscript',
    '<img class="lazy" data-x="1" alt="Sand"><noscript><img src="/sand.jpg" alt="Sand"></noscript>',
    has('https://tern.example/sand.jpg'),
  ],
]);

describeKind('twin-38: tables', SITE, [
  [
    'pipes',
    '<table><tr><th>Type</th></tr><tr><td><code>a | b</code></td></tr><tr><td>c|d</td></tr></table>',
    has(/`a \\\| b`/),
    has('c\\|d'),
  ],
  [
    'a span of columns',
    '<table><tr><th>Day</th><th colspan="2">Tide</th></tr><tr><td>Sat</td><td>5</td><td>17</td></tr></table>',
    has(/^\| *Day *\| *Tide *\| *(?:Tide *)?\|$/m),
    has(/^\| *Sat *\| *5 *\| *17 *\|$/m),
  ],
  [
    'a list in a cell',
    '<table><tr><th>Kit</th></tr><tr><td><ul><li>rope</li><li>knife</li></ul></td></tr></table>',
    has(/^\|[^|]*rope[^|]*knife[^|]*\|$/m),
  ],
]);

describeKind('twin-39: spaces at the edge of marked words', SITE, [
  ['bold', '<p><strong>gulls </strong>cry</p>', has('**gulls** cry')],
  [
    'emphasis and a link',
    '<p><em><a href="https://e.example/">auks</a> </em>dive</p>',
    has('*[auks](https://e.example/)* dive'),
  ],
  [
    'comments of a framework',
    '<p>Seen:<!-- --> <!-- -->9<!-- --> boats</p>',
    has('Seen: 9 boats'),
    lacks('<!--'),
  ],
]);
