/** Invented constructs that enclose text and do not sound like a restriction; `TERN` stands for the text. */

/** A construct, and how the report lists it; undefined where it is no tag of its own. */
export type Enclosing = readonly [source: string, listed: string | undefined];

/** In content folders. */
export const IN_FOLDERS: readonly Enclosing[] = [
  ['{{< tidebox >}}\nTERN\n{{< /tidebox >}}', '{{< tidebox >}}'],
  ['{{% harbourlog title="Log" %}}\nTERN\n{{% /harbourlog %}}', '{{% harbourlog %}}'],
  ['{{< outer-buoy >}}{{< inner-buoy >}}TERN{{< /inner-buoy >}}{{< /outer-buoy >}}', '{{< inner-buoy >}}'],
  ['{% moorings %}\nTERN\n{% endmoorings %}', '{% moorings %}'],
  ['{% ropework width="3" %}\nTERN\n{% endropework %}', '{% ropework %}'],
  ['{% knot %}\nTERN\n{% /knot %}', '{% knot %}'],
  ['{% splice(kind="long") %}\nTERN\n{% end %}', undefined],
  ['{% if page.season %}\nTERN\n{% endif %}', undefined],
  [':::driftwood\nTERN\n:::', ':::driftwood'],
  ['::::lagoon\n:::reef\nTERN\n:::\n::::', ':::reef'],
  [':::{.seagrass}\nTERN\n:::', ':::seagrass'],
  ['/// barnacle | Title\nTERN\n///', ':::barnacle'],
  ['!!! kelp "Title"\n\n    TERN', '!!! kelp'],
  ['??? sandbar "Title"\n\n    TERN', '??? sandbar'],
  ['> [!PLANKTON]\n> TERN', '[!PLANKTON]'],
  ['<TideTable>\n\nTERN\n\n</TideTable>', '<TideTable>'],
  ['<Lighthouse height={30}>\n\nTERN\n\n</Lighthouse>', '<Lighthouse>'],
  ['<Pier.Plank>\n\nTERN\n\n</Pier.Plank>', '<Pier.Plank>'],
  ['<sea-shell>\n\nTERN\n\n</sea-shell>', '<sea-shell>'],
  ['<!-- gallery:start -->\n\nTERN\n\n<!-- gallery:end -->', undefined],
];

/** In WordPress exports. */
export const IN_WORDPRESS: readonly Enclosing[] = [
  ['[tidebox]TERN[/tidebox]', '[tidebox]'],
  ['[harbour_log style="wide"]<p>TERN</p>[/harbour_log]', '[harbour_log]'],
  ['[outer_buoy][inner_buoy]TERN[/inner_buoy][/outer_buoy]', '[inner_buoy]'],
  ['<p>[moorings]</p><p>TERN</p><p>[/moorings]</p>', '[moorings]'],
  ['[Ropework]TERN[/Ropework]', '[Ropework]'],
  ['<!-- wp:acme/driftwood --><div><p>TERN</p></div><!-- /wp:acme/driftwood -->', undefined],
  [
    '<!-- wp:acme/reef {"wide":true} --><div><!-- wp:paragraph --><p>TERN</p><!-- /wp:paragraph --></div><!-- /wp:acme/reef -->',
    undefined,
  ],
  ['<!-- wp:acme/kelp {"text":"The TERN is here"} /-->', undefined],
  ['<!-- begin: gallery --><p>TERN</p><!-- end: gallery -->', undefined],
];

/** In Ghost exports. */
export const IN_GHOST: readonly string[] = [
  '<!--kg-card-begin: html--><div class="driftwood"><p>TERN</p></div><!--kg-card-end: html-->',
  '<!--kg-card-begin: lagoon--><p>TERN</p><!--kg-card-end: lagoon-->',
  '<div class="kg-card kg-reef-card"><p>TERN</p></div>',
  '<!-- gallery:start --><p>TERN</p><!-- gallery:end -->',
  '<sea-shell><p>TERN</p></sea-shell>',
];
