/** Parts that themes write in many ways, and their one form in twins. */
import { describeKind, has, lacks, SITE } from '../../support/cases/kinds.js';

describeKind('cards that are links', SITE, [
  [
    'Docusaurus',
    '<p>Below:</p><section class="row"><article class="col"><a class="card padding--lg" href="/rope"><h2 class="cardTitle_x" title="Rope"><span class="cardTitleIcon_x">📄️</span><span>Rope</span></h2><p class="cardDescription_x">How to splice.</p></a></article><article class="col"><a class="card padding--lg" href="/knots"><h2 class="cardTitle_x"><span class="cardTitleIcon_x">🗃</span><span>Knots</span></h2><p>2 items</p></a></article></section>',
    has(
      '- [Rope](https://tern.example/rope): How to splice.\n- [Knots](https://tern.example/knots): 2 items\n',
    ),
  ],
  [
    'Starlight',
    '<div class="sl-link-card"><span class="sl-flex stack"><a href="/tide/"><span class="title">Tide</span></a><span class="description">High and <em>low</em>.</span></span><svg></svg></div>',
    has('- [Tide](https://tern.example/tide/): High and *low*.'),
  ],
  [
    'Nextra',
    '<div class="nextra-cards"><a class="nextra-card" href="/a"><span title="A"><svg></svg><span>Anchor</span></span></a><a class="nextra-card" href="/b"><span>Buoy</span></a></div>',
    has('- [Anchor](https://tern.example/a)\n- [Buoy](https://tern.example/b)\n'),
  ],
  [
    'Sphinx',
    '<div class="sd-card docutils"><div class="sd-card-body docutils"><div class="sd-card-title docutils">Crew</div><p class="sd-card-text">Who rows.</p></div><a class="sd-stretched-link sd-hide-link-text" href="https://e.example/crew"><span>https://e.example/crew</span></a></div>',
    has('- [Crew](https://e.example/crew): Who rows.'),
  ],
  [
    'Hextra, whose icon holds the title',
    '<div class="hextra-cards"><a class="hextra-card hx-group" href="/oar"><span class="hextra-card-icon"><svg></svg>Oars</span><div class="hextra-card-subtitle">Of ash.</div></a></div>',
    has('- [Oars](https://tern.example/oar): Of ash.'),
  ],
  [
    'items of a list',
    '<ul><li class="card-item"><a href="/p1"><h3 class="card-title">Post one</h3></a><p>Of one.</p></li><li class="card-item"><a href="/p2"><h3 class="card-title">Post two</h3></a><p>Of two.</p></li></ul>',
    has('- [Post one](https://tern.example/p1): Of one.\n- [Post two](https://tern.example/p2): Of two.'),
  ],
  [
    'a card with a picture and a button stays as it is',
    '<div class="card"><img src="/x.png" alt="Cape"><div class="card-body"><h5 class="card-title">The cape</h5><p>Windy.</p><a href="/go" class="btn">Sail there</a></div></div>',
    has('##### The cape'),
    has('[Sail there](https://tern.example/go)'),
  ],
]);

describeKind('cards with a title', SITE, [
  [
    'Starlight',
    '<article class="card sl-flex"><p class="title"><svg></svg> <span>Stars</span></p><div class="body"><p>They <b>shine</b>.</p></div></article>',
    has('**Stars**\n\nThey **shine**.'),
  ],
  [
    'Sphinx',
    '<div class="sd-card docutils"><div class="sd-card-body docutils"><div class="sd-card-title docutils">Oars</div><p class="sd-card-text">Of <em>ash</em>.</p></div></div>',
    has('**Oars**\n\nOf *ash*.'),
  ],
  ['a heading', '<div class="card"><h3>Sails</h3><p>Of canvas.</p><p>And more.</p></div>', has('### Sails')],
]);

describeKind('boxes of themes', SITE, [
  [
    'Nextra',
    '<div class="nextra-callout x:flex"><div data-pagefind-ignore="all">⚠️</div><div><p>Mind the gap.</p></div></div>',
    has('> [!WARNING]\n> Mind the gap.'),
    lacks('⚠'),
  ],
  [
    'GitLab, with a title',
    '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">Data deletion</p><p>Gone for good.</p></div>',
    has('> [!WARNING]\n> **Data deletion**\n>\n> Gone for good.'),
  ],
  [
    'Docusaurus, whose style writes the label in capitals',
    '<div class="theme-admonition theme-admonition-danger admonition alert"><div class="admonitionHeading_x"><span class="admonitionIcon_x"><svg></svg></span>danger</div><div class="admonitionContent_x"><p>Deep water.</p></div></div>',
    has('> [!CAUTION]\n> **Danger**\n>\n> Deep water.'),
  ],
]);

describeKind('boxes of frameworks', SITE, [
  [
    'by an attribute',
    '<div class="chakra-alert" role="alert" data-status="warning"><div class="chakra-alert__title">Careful</div><div>Hot water.</div></div>',
    has('> [!WARNING]\n> **Careful**\n>\n> Hot water.'),
  ],
  [
    'by a name of its own',
    '<div class="MuiAlert-root MuiAlert-standardError" role="alert"><div class="MuiAlert-message"><div class="MuiAlertTitle-root">Leak</div>Bail out.</div></div>',
    has('> [!CAUTION]\n> **Leak**'),
  ],
  [
    'of two kinds the one that is no box',
    '<div class="hint alert alert-info"><div class="hint-content"><p>Ebb at six.</p></div></div>',
    has('> [!NOTE]\n> Ebb at six.'),
  ],
  [
    'a quotation with a heading',
    '<blockquote class="callout callout_warn"><h3 class="callout-heading"><span class="callout-icon">🚧</span>Slippery</h3><p>Hold on.</p></blockquote>',
    has('> [!WARNING]\n> **Slippery**\n>\n> Hold on.'),
  ],
  [
    'a primary alert',
    '<div class="alert alert-primary"><h4 class="alert-heading">Bell</h4><p>Rings.</p></div>',
    has('> **Bell**'),
  ],
]);

describeKind('tabs and icons of frameworks', SITE, [
  [
    'Foundation',
    '<ul class="tabs" data-tabs id="ex"><li class="tabs-title is-active"><a href="#p1">East</a></li><li class="tabs-title"><a href="#p2">West</a></li></ul><div class="tabs-content"><div class="tabs-panel is-active" id="p1"><p>Sunrise.</p></div><div class="tabs-panel" id="p2"><p>Sunset.</p></div></div>',
    has(/\*\*East\*\*\s+Sunrise\.\s+\*\*West\*\*\s+Sunset\./),
  ],
  [
    'icons that say yes and no',
    '<table><tr><th>Kit</th><th>Free</th></tr><tr><td>Rope</td><td><svg role="img" aria-label="Included"></svg></td></tr><tr><td>Mast</td><td><svg><title>Extra</title></svg></td></tr></table>',
    has('| Rope | Included |'),
    has('| Mast | Extra |'),
  ],
  [
    'an icon beside words',
    '<table><tr><td><svg aria-label="Anchor"></svg> Harbour</td><td>Deep</td></tr><tr><td>Bay</td><td>Flat</td></tr></table>',
    has('| Harbour | Deep |'),
  ],
]);

describeKind('a single tab', SITE, [
  [
    'Material',
    '<div class="tabbed-set tabbed-alternate"><input checked id="s1" name="s" type="radio"><div class="tabbed-labels"><label for="s1">Only</label></div><div class="tabbed-content"><div class="tabbed-block"><p>One way.</p></div></div></div>',
    has('**Only**\n\nOne way.'),
  ],
  [
    'in another one',
    '<div class="tabbed-set"><input checked id="o1" name="o" type="radio"><input id="o2" name="o" type="radio"><div class="tabbed-labels"><label for="o1">Out</label><label for="o2">Off</label></div><div class="tabbed-content"><div class="tabbed-block"><div class="tabbed-set"><input checked id="i1" name="i" type="radio"><div class="tabbed-labels"><label for="i1">In</label></div><div class="tabbed-content"><div class="tabbed-block"><p>Deep.</p></div></div></div></div><div class="tabbed-block"><p>Far.</p></div></div></div>',
    has(/\*\*Out\*\*\s+\*\*In\*\*\s+Deep\.\s+\*\*Off\*\*\s+Far\./),
  ],
  [
    'Sphinx',
    '<div class="sd-tab-set"><input checked id="d1" name="d" type="radio"><label class="sd-tab-label" for="d1">Sole</label><div class="sd-tab-content"><p>This.</p></div></div>',
    has('**Sole**\n\nThis.'),
  ],
]);

describeKind('pictures of emoji', SITE, [
  [
    'Material',
    '<p>Sun <img alt="☀️" class="twemoji" src="https://cdn.example/svg/2600.svg" title=":sunny:"> up.</p>',
    has('Sun ☀️ up.'),
  ],
  [
    'GitHub',
    '<p>Fish <img class="emoji" title=":fish:" alt=":fish:" src="https://i.example/unicode/1f41f.png" height="20">!</p>',
    has('Fish 🐟!'),
  ],
  [
    'a picture of its own',
    '<p>The <img class="emoji" title=":octocat:" alt=":octocat:" src="https://i.example/octocat.png"> swims.</p>',
    has('The :octocat: swims.'),
  ],
]);

const FOLDERS =
  '<starlight-file-tree><ul><li class="file"><span class="tree-entry">boat.md</span></li><li class="directory"><details open><summary><span class="tree-entry"><span><span aria-hidden="true"></span><span class="sr-only">Directory</span></span>hold</span></summary><ul><li class="file">rope.md</li></ul></details></li></ul></starlight-file-tree>';
describeKind('code and trees of files', SITE, [
  ['Starlight', FOLDERS, has('- boat.md\n- hold\n  - rope.md\n'), lacks('Directory')],
  [
    'a box to open in a list',
    '<ul><li><details><summary>More</summary><p>Words.</p></details></li><li>Less</li></ul>',
    has('**More**'),
  ],
  [
    'marks of annotations',
    '<div class="highlight"><pre><code>go()  <span class="c1"># (1)!</span>\nx<span class="o">(</span>1<span class="o">)!</span>\n</code></pre></div><ol><li>Row.</li></ol>',
    has('# (1)\n'),
    has('x(1)!'),
  ],
]);

describeKind('tables for layout', SITE, [
  [
    'a title beside a picture',
    '<!doctype html><html><head><title>Keel</title></head><body><main><div><table width="100%"><tr><td><h2>Keel</h2><p>Keel — what holds a boat upright</p></td><td class="gallery"></td></tr></table></div><h2>Parts</h2><p>Wood and lead.</p></main></body></html>',
    has('Keel — what holds a boat upright'),
    lacks('| Keel'),
  ],
  [
    'by role and by an empty summary',
    '<table role="presentation"><tr><td>Port</td><td>Starboard</td></tr></table><table summary=""><tr><td>Fore</td><td>Aft</td></tr></table>',
    lacks('| Port'),
    lacks('| Fore'),
    has('Starboard'),
  ],
  [
    'data',
    '<table summary="Tides"><tr><td>High</td><td>5</td></tr><tr><td>Low</td><td>1</td></tr></table><table><tr><td>One</td><td>row</td></tr></table>',
    has('| High | 5 |'),
    has('| One | row |'),
  ],
]);
