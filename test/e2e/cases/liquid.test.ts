/** Templates of Jekyll and Eleventy whose values lie in the project. */
import { at, describeKind, folderOf, has, lacks } from '../../support/cases/kinds.js';

const JEKYLL = folderOf('md', {
  'content/_config.yml': 'title: Island\n',
  'content/_data/boats.yml':
    '- {name: Auk, kind: sail, length: 9}\n- {name: Tern, kind: oars, length: 4}\n- {name: Gull, kind: sail, length: 7}\n',
  'content/_includes/note.html': '<div class="note">{{ include.text | markdownify }}</div>\n',
});
const page = (body: string, more = '') => `---\ntitle: A page\n${more}---\n${body}\n`;

describeKind('branches and loops of Liquid', JEKYLL, [
  [
    'case',
    {
      'a.md': page(
        "{% case page.level %}{% when 'low' %}Ebb{% when 'mid', 'high' %}Flood{% else %}Slack{% endcase %}",
        'level: high\n',
      ),
    },
    at('a.html.md', has('Flood')),
    at('a.html.md', lacks(/Ebb|Slack/)),
  ],
  [
    'the rest of a case',
    { 'b.md': page("{% case page.level %}{% when 'low' %}Ebb{% else %}Slack{% endcase %}", 'level: 3\n') },
    at('b.html.md', has('Slack')),
  ],
  [
    'unless and cycle',
    {
      'c.md': page(
        "{% for b in site.data.boats %}{{ b.name }} {% cycle 'port', 'starboard' %}{% unless forloop.last %}; {% endunless %}{% endfor %}.",
      ),
    },
    at('c.html.md', has('Auk port; Tern starboard; Gull port.')),
  ],
  [
    'ranges, continue and break',
    {
      'd.md': page(
        '{% for n in (1..9) %}{% if n == 2 %}{% continue %}{% endif %}{% if n > 4 %}{% break %}{% endif %}<{{ n }}>{% endfor %}',
      ),
    },
    at('d.html.md', has(/<1\\?><?\\?<?3\\?>|1.*3.*4/)),
    at('d.html.md', lacks('5')),
  ],
  [
    'lines of a loop',
    {
      'e.md': page(
        '{% assign g = site.data.boats | group_by: "kind" %}{% for k in g %}\n* {{ k.name }}: {{ k.size }}{% endfor %}',
      ),
    },
    at('e.html.md', has('- sail: 2\n- oars: 1\n')),
  ],
  [
    'cells of a table',
    {
      'f.md': page('<table>{% tablerow b in site.data.boats cols:2 %}{{ b.name }}{% endtablerow %}</table>'),
    },
    at('f.html.md', has(/Auk\s*\|\s*Tern/)),
  ],
]);

describeKind('filters of Liquid', JEKYLL, [
  [
    'dates',
    {
      'a.md': page(
        '{{ page.date | date: "%-d %B %Y" }}; {{ page.date | date_to_string }}',
        'date: 2024-03-05 10:00:00 +0000\n',
      ),
    },
    at('a.html.md', has('5 March 2024; 05 Mar 2024')),
  ],
  [
    'numbers',
    {
      'b.md': page(
        '{{ 7 | divided_by: 2 }} {{ 7 | modulo: 4 }} {{ 4.567 | round: 1 }} {{ 1.2 | ceil }} {{ 3 | times: 5 | minus: 1 }}',
      ),
    },
    at('b.html.md', has('3 3 4.6 2 14')),
  ],
  [
    'texts',
    {
      'c.md': page(
        '{{ "Out to the far sea" | truncatewords: 3 }} {{ "tide" | slice: 0, 2 | upcase }} {{ "a b" | url_encode }}',
      ),
    },
    at('c.html.md', has('Out to the... TI a+b')),
  ],
  [
    'lists',
    {
      'd.md': page(
        '{{ site.data.boats | where: "kind", "sail" | map: "name" | sort | array_to_sentence_string }}',
      ),
    },
    at('d.html.md', has('Auk and Gull')),
  ],
  [
    'Markdown in an include',
    { 'e.md': page('{% include note.html text="Mind the **gap**" %}') },
    at('e.html.md', has('Mind the **gap**')),
  ],
  [
    'the time of the build',
    { 'f.md': page('Now: {{ "now" | date: "%Y" }}.') },
    at('f.html.md', lacks(/\b20\d\d\b/)),
  ],
]);

describeKind(
  'values of Eleventy',
  folderOf('md', {
    'content/eleventy.config.js': "export default () => ({ dir: { input: 'src' } });",
    'content/src/_data/site.json': '{"name":"Isle","piers":{"north":1,"south":2}}',
  }),
  [
    [
      'of the data folder',
      { 'src/a.md': '---\ntitle: A\n---\n{{ site.name | upper }}' },
      at('a.md', has('ISLE')),
    ],
    [
      'of the front matter',
      { 'src/b.md': '---\ntitle: B\nwind: west\n---\nWind from the {{ wind }}.' },
      at('b.md', has('Wind from the west.')),
    ],
    [
      'keys and values',
      {
        'src/c.md':
          '---\ntitle: C\n---\n{% for k, v in site.piers %}{{ loop.index }} {{ k }}={{ v }} {% endfor %}',
      },
      at('c.md', has('1 north=1 2 south=2')),
    ],
  ],
);
