/** What extensions of WordPress keep in shortcodes, attributes and items of their own. */
import { describeKind, folderOf, has, lacks, nowhere, WORDPRESS } from '../../support/cases/kinds.js';

describeKind('footnotes in shortcodes', WORDPRESS, [
  [
    'one',
    '<p>The tide turned[footnote]At nine.[/footnote] early.</p>',
    has('turned[^1] early.'),
    has(/^\[\^1\]: At nine\.$/m),
  ],
  [
    'several extensions',
    '<p>Ebb[efn_note]One[/efn_note] and flow[mfn]Two <em>so</em>[/mfn].</p>\n\n[footnotes]',
    has('Ebb[^1] and flow[^2].'),
    has(/^\[\^2\]: Two \*so\*$/m),
    lacks('[footnotes]'),
  ],
  [
    'in blocks',
    '<!-- wp:paragraph --><p>Rope[ref]Hemp.[/ref]</p><!-- /wp:paragraph -->',
    has('Rope[^1]'),
    has(/^\[\^1\]: Hemp\.$/m),
  ],
  [
    'for members',
    '<p>Open[footnote]Free.[members] HELD91[/members][/footnote]</p>',
    has('Free.'),
    nowhere('HELD91'),
  ],
]);

const table = (id: string, body: string, more: object = {}) => ({
  type: 'tablepress_table',
  body,
  meta: { _tablepress_export_table_id: id, ...more },
});

describeKind('tables of TablePress', WORDPRESS, [
  [
    'a page',
    '<p>Tides:</p>\n\n[table id=3 /]\n\nAfter.',
    has('| Day | High |'),
    has('| Mon | 4 \\| 5 |'),
    has('After.'),
  ],
  ['without a head', '[table id="4" /]', has(/\| Mon *\| 04:10 *\|/)],
  [
    'rows and columns that the author hides',
    '[table id=5]',
    has('| Day |'),
    nowhere('HELD92'),
    nowhere('HELD93'),
  ],
  ['a draft', '<p>Open.</p>[table id=6 /]', has('Open.'), nowhere('HELD94')],
  ['the tables', table('3', '[["Day","High"],["Mon","4 | 5"]]')],
  [
    'the second',
    table('4', '[["Mon","04:10"],["Tue","05:00"]]', { _tablepress_table_options: '{"table_head":false}' }),
  ],
  [
    'the third',
    table('5', '[["Day","HELD92"],["HELD93","x"],["Mon","y"]]', {
      _tablepress_table_visibility: '{"rows":[1,0,1],"columns":[1,0]}',
    }),
  ],
  ['the fourth', { ...table('6', '[["HELD94"]]'), status: 'draft' }],
]);

describeKind('code and formulas', WORDPRESS, [
  [
    'the language of a block',
    '<!-- wp:syntaxhighlighter/code {"language":"python"} --><pre class="wp-block-syntaxhighlighter-code">pass</pre><!-- /wp:syntaxhighlighter/code -->',
    has('```python\npass\n```'),
  ],
  ['a formula of WordPress.com', '<p>So $latex x_1 * y_2$ holds.</p>', has('So $x_1 * y_2$ holds.')],
  ['a formula in a shortcode', '<p>Half: [latex]\\frac{1}{2}[/latex].</p>', has('Half: $\\frac{1}{2}$.')],
  ['a listing of LaTeX', '[latex]\n\\begin{document}\nHi\n[/latex]', has('```latex\n\\begin{document}')],
]);

describeKind('keys with capitals', folderOf(), [
  ['a title', '---\nTitle: Tide table\nTags: [spring]\n---\nText.', has('# Tide table'), has('spring')],
  ['a date', '---\nTITLE: Ropes\nDate: 2024-02-03\n---\nText.', has('# Ropes'), has('2024-02-03')],
  ['both spellings', '---\nTitle: No\ntitle: Yes\n---\nText.', has('# Yes')],
]);
