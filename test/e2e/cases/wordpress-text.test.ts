import { expect } from 'vitest';
import {
  anywhere,
  at,
  describeKind,
  has,
  lacks,
  listed,
  notListed,
  nowhere,
  WORDPRESS,
  warned,
} from '../../support/cases/kinds.js';

const slot = (name: string) =>
  `{"metadata":{"name":"${name}","bindings":{"__default":{"source":"core/pattern-overrides"}}}}`;
const PATTERN = `<!-- wp:heading ${slot('Top')} --><h2>Plain top</h2><!-- /wp:heading --><!-- wp:paragraph ${slot('Line')} --><p>Plain line.</p><!-- /wp:paragraph --><!-- wp:paragraph --><p>Same for all.</p><!-- /wp:paragraph -->`;
const use = (content: object) => `<!-- wp:block ${JSON.stringify({ ref: 70, content })} /-->`;

describeKind('cms-10: a synced pattern with texts of the page', WORDPRESS, [
  [
    'both texts',
    use({ Top: { content: 'Own top' }, Line: { content: 'Own <em>line</em>.' } }),
    has('## Own top'),
    has('Own *line*.'),
    has('Same for all.'),
    lacks('Plain'),
  ],
  [
    'one text',
    use({ Line: { content: 'Own line.' } }),
    has('Plain top'),
    has('Own line.'),
    lacks('Plain line'),
  ],
  ['none', use({}), has('Plain top'), has('Plain line.')],
  [
    'the pattern',
    { id: 70, slug: 'pattern', type: 'wp_block', body: PATTERN },
    at('page-0.md', has('Same for all.')),
  ],
]);

describeKind('cms-11: blocks whose text is in their attributes', WORDPRESS, [
  [
    'fields',
    '<!-- wp:acf/quote {"data":{"words":"The boat came late.","_words":"field_1"}} /-->',
    has('The boat came late.'),
    lacks('field_1'),
  ],
  [
    'a card',
    '<!-- wp:dock/card {"heading":"Moorings","text":"Free in winter \\u0026 spring","color":"#fff"} /-->',
    has('Moorings'),
    has('Free in winter & spring'),
    lacks('#fff'),
  ],
  [
    'questions',
    '<!-- wp:dock/faq {"items":[{"question":"Is it deep?","answer":"Four metres."}]} /-->',
    has('Is it deep?'),
    has('Four metres.'),
  ],
]);

describeKind('cms-12: blocks of namespaces that begin like one of the editor', WORDPRESS, [
  [
    'query',
    '<!-- wp:query-kit/box --><div><p>Words in it.</p></div><!-- /wp:query-kit/box -->',
    has('Words in it.'),
  ],
  [
    'comments',
    '<!-- wp:comments-pro/note {"a":1} --><p>Words in it.</p><!-- /wp:comments-pro/note -->',
    has('Words in it.'),
  ],
  [
    'post',
    '<!-- wp:post-tools/panel --><section><p>Words in it.</p></section><!-- /wp:post-tools/panel -->',
    has('Words in it.'),
  ],
]);

describeKind('cms-14: words in square brackets', WORDPRESS, [
  [
    'an index in code',
    '<p>Read $_GET[page_id] and rows[last_row].</p>',
    has(/GET\\?\[page\\?_id\\?\]/),
    has(/rows\\?\[last\\?_row\\?\]/),
  ],
  ['a line of a log', '<p>[worker_3] started at nine</p>', has(/\[worker\\?_3\\?\] started at nine/)],
  [
    'an editorial mark',
    '<p>He said it [sic] twice, [laughs] and left.</p>',
    has(/\[sic\\?\] twice/),
    has(/\[laughs\\?\] and left/),
  ],
  ['a placeholder', '<p>Write [your_name] here.</p>', has(/\[your\\?_name\\?\] here/)],
]);

describeKind('cms-16: a shortcode of an extension that is gone', WORDPRESS, [
  [
    'curly quotes',
    '<p>The way: [port_map zoom=”3″ pin=”54,10″] is short.</p>',
    has('The way:'),
    has('is short.'),
    nowhere('port_map'),
  ],
  [
    'a line of its own',
    '<p>Before.</p>\n[tide_chart id="4"]\n<p>After.</p>',
    has('Before.'),
    has('After.'),
    nowhere('tide_chart'),
  ],
  [
    'one that encloses',
    '<p>[boat_box color="red"]Words inside.[/boat_box]</p>',
    has('Words inside.'),
    lacks('boat_box'),
  ],
]);

describeKind('cms-17: a shortcode that a page shows', WORDPRESS, [
  [
    'in prose',
    '<p>Write [[gallery columns="2"]] for it.</p>',
    has(/\[gallery columns="2"\\?\]/),
    lacks(/\[\\?\[gallery/),
  ],
  ['in code', '<p>Write <code>[[video src="a.mp4"]]</code>.</p>', has('`[video src="a.mp4"]`')],
  ['one that encloses', '<p>[[caption]A boat[/caption]]</p>', has(/\[caption\\?\]A boat\\?\[\/caption\\?\]/)],
]);

describeKind('cms-18: code in a classic element', WORDPRESS, [
  [
    'a language in a class',
    '<pre class="lang:python">def f():\n\n    return a[0]</pre>\nTail',
    has('def f():\n\n    return a[0]'),
    has('Tail'),
  ],
  [
    'a language in an attribute',
    '<pre lang="go">a := 1\n\nb := 2</pre>',
    has('```go\na := 1\n\nb := 2\n```'),
  ],
  ['none', '<pre>one\n  two\n\nthree</pre>', has('one\n  two\n\nthree')],
]);

describeKind('cms-21: a classic table without a head', WORDPRESS, [
  [
    'rows alone',
    '<table><tr><td>Sat</td><td>05:20</td></tr><tr><td>Sun</td><td></td></tr></table><p>Tail</p>',
    has(/\| *Sat *\| *05:20 *\|/),
    has(/\| *Sun *\| *\|/),
    has('Tail'),
  ],
  ['a body', '<table><tbody><tr><td>Low</td><td>1.2</td></tr></tbody></table>', has(/\| *Low *\| *1\.2 *\|/)],
  ['one column', '<table><tr><td>North</td></tr><tr><td>South</td></tr></table>', has('North'), has('South')],
]);

describeKind('cms-22: control characters', WORDPRESS, [
  ['in a body', 'One\u0008two and \u000Bthree.', has('two and'), warned(/control|invalid|not allowed/i)],
  ['in a title', { title: 'A\u0002 title', body: 'Words.' }, has('Words.'), nowhere('\u0002')],
  ['behind it', 'The next one is read.', has('The next one is read.')],
]);

const canonical = (url: string) => ({ body: 'Words.', meta: { _yoast_wpseo_canonical: url } });
const SITEMAP = 'svc-sitemap-post-1.xml';
describeKind('cms-24: a canonical address elsewhere', WORDPRESS, [
  [
    'another site',
    canonical('https://paper.example/first/'),
    has('https://paper.example/first/'),
    at(SITEMAP, lacks('/page-0/')),
  ],
  [
    'another plugin',
    { body: 'Words.', meta: { rank_math_canonical_url: 'https://paper.example/second/' } },
    at(SITEMAP, lacks('/page-1/')),
  ],
  ['its own', canonical('https://old.example/page-2/'), at(SITEMAP, has('/page-2/'))],
  ['none', 'Words.', at(SITEMAP, has('/page-3/'))],
]);

describeKind('cms-25: links by id', WORDPRESS, [
  [
    'a post',
    '<p><a href="https://old.example/?p=2">second</a></p>',
    has(/\[second\]\(https:\/\/tern\.example\/page-1\/?(?:\.md)?\)/),
  ],
  [
    'a page, in short',
    '<p><a href="/?page_id=3">third</a></p>',
    has(/\[third\]\(https:\/\/tern\.example\/page-2\/?(?:\.md)?\)/),
  ],
  [
    'with a fragment',
    '<p><a href="/?p=1#top">first</a></p>',
    has(/\[first\]\(https:\/\/tern\.example\/page-0\/?(?:\.md)?#top\)/),
  ],
  [
    'from the page itself',
    '<p><a href="?p=1">first</a> <a href="index.php?page_id=2">second</a></p>',
    has(/\[first\]\(https:\/\/tern\.example\/page-0\/?(?:\.md)?\)/),
    has(/\[second\]\(https:\/\/tern\.example\/page-1\/?(?:\.md)?\)/),
  ],
  [
    'embedded',
    '<!-- wp:embed {"url":"https://old.example/?p=1"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://old.example/?p=1\n</div></figure><!-- /wp:embed -->',
    has(/\]\(https:\/\/tern\.example\/page-0\/?(?:\.md)?\)/),
  ],
]);

describeKind('cms-27: titles in the index', WORDPRESS, [
  [
    'brackets',
    { title: '[New] Boats' },
    listed(/\\\[New\\?\] Boats\]\(https:\/\/tern\.example\/page-0\.md\)/),
  ],
  ['parentheses and stops', { title: 'Tides (spring). At last!' }, listed('[Tides (spring). At last!](')],
  ['marks of XML', { title: 'Rope &amp; knots &lt;old&gt;' }, listed(/\[Rope & knots \\?<old\\?>\]/)],
]);

const noted = '<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup>';
describeKind('cms-28: footnote marks in descriptions', WORDPRESS, [
  [
    'of the editor',
    {
      body: `<!-- wp:paragraph --><p>The wind rose${noted}.</p><!-- /wp:paragraph --><!-- wp:footnotes /-->`,
      meta: { footnotes: '[{"content":"At six.","id":"n1"}]' },
    },
    has('The wind rose[^1].'),
    has(/^\[\^1\]: At six\./m),
    notListed('rose1'),
  ],
  [
    'of a plugin',
    '<p>The sea fell<sup><a href="#fn-7">7</a></sup> at noon.</p><ol><li id="fn-7">By a metre. <a href="#ref">↩</a></li></ol>',
    notListed('fell7'),
    notListed('↩'),
  ],
  [
    'whose notes are not on the page',
    '<p>The gulls left<sup><a href="#n7">*</a></sup> early<a href="#n8"><sup>8</sup></a>, the terns<sup class="fn">a</sup> later<sup>[9]</sup> still.</p>',
    listed('The gulls left early, the terns later still.'),
    has(/gulls left\[\\\*\]\(#n7\) early/),
  ],
  [
    'in an excerpt',
    {
      body: '<p>Long words about boats and piers in the harbour.</p>',
      excerpt:
        'The pier<sup id="r1"><a href="#f1">1</a></sup> sank<sup>†</sup>[fn]In May.[/fn] and rose[^2]. <a href="#r1">↩</a>',
    },
    listed('The pier sank and rose.'),
    has('> The pier sank and rose.'),
  ],
  ['exponents', '<p>The field of 4 km<sup>2</sup> and 3 ha<sup>1</sup>.</p>', listed('4 km2 and 3 ha1')],
  ['a power', '<p>It is 10<sup>3</sup> metres long.</p>', listed(/10(?:³|\^3)/), anywhere('metres long')],
]);

describeKind('shortcodes and marks without a space around them', WORDPRESS, [
  [
    'columns',
    '[one_half]Left words.[/one_half][one_half_last]Right words.[/one_half_last]',
    has(/^Left words\.\n\nRight words\.$/m),
    ({ report }) => expect(report.fidelity.lost).toBe(0),
  ],
  [
    'columns with a number',
    '[row][column size="1"]East[/column][column]West[/column][/row]',
    has(/^East\n\nWest$/m),
  ],
  ['a page break', 'Page one. <!--nextpage-->Page two.', has(/^Page one\.\n\nPage two\.$/m)],
]);

describeKind('code of CodeColorer', WORDPRESS, [
  [
    'in a line',
    'Use [cci lang="php"]a &lt; b[/cci] or [cci_php]x();[/cci_php].',
    has('Use `a < b` or `x();`.'),
  ],
  ['a block', '[cc lang="php"]\n<?php echo 1;\n[/cc]', has('```php\n<?php echo 1;\n```')],
  ['switches and language in the name', '[ccN_bash]ls [x][/ccN_bash]', has('```bash\nls [x]\n```')],
  ['a word in brackets', 'See [ccc] of array[cc].', has(/See \\?\[ccc\\?\] of array\\?\[cc\\?\]\./)],
]);

describeKind('cms-18: program text stored as it is, in an element with its language', WORDPRESS, [
  [
    'a page of PHP',
    '<pre lang="php" line="1"><?php if ($day) { ?>\n\n<h2 class="a">Day</h2>\n<?php } echo "&lt;b&gt;"; ?></pre>\n\nTail.',
    has('```php\n<?php if ($day) { ?>\n\n<h2 class="a">Day</h2>\n<?php } echo "&lt;b&gt;"; ?>\n```'),
    has('Tail.'),
  ],
  ['tags in a line', 'Write <code lang="html"><form id="a"></code> first.', has('`<form id="a">`')],
  ['an element with code', '<code lang="C++">#include <map>\nint a;</code>', has('```c++\n#include <map>')],
  ['escaped already', '<pre lang="html" escaped="true">&lt;p&gt;Hi</pre>', has('```html\n<p>Hi\n```')],
  ['coloured', '<pre lang="ruby"><span class="k">def</span> foo</pre>', has('```ruby\ndef foo\n```')],
  [
    'in a script of SyntaxHighlighter',
    `<script type="syntaxhighlighter" class="brush: csharp"><![CDATA[\n[DataMember] List<int> a;\n\nint b = 1 && 2;\n]]></script>\n\nTail.`,
    has('```csharp\n[DataMember] List<int> a;\n\nint b = 1 && 2;\n```'),
    has('Tail.'),
  ],
  [
    'attributes of a program in a shortcode',
    'Before.\n\n[csharp]\n[DataMember] public long Number;\n\n[Private]\nclass A\n[/csharp]\n\nTail.',
    has('[DataMember] public long Number;'),
    has('Tail.'),
  ],
  ['a language that people speak', '<pre lang="fr"><p>Bonjour</p></pre>', has('Bonjour'), lacks('<p>')],
]);
