import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateLiquid } from '../../../../../src/content/body/liquid/evaluate.js';
import { UNKNOWN } from '../../../../../src/content/body/template-values.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const FILES = {
  '_config.yml': 'title: Tea\nrepository: a/b\nteas: [green, black]\n',
  '_data/teas.yml': '- name: Oolong\n  origin: Fujian\n- name: Assam\n  origin: India\n',
  '_data/team/lead.json': '{"name": "Ada"}',
  '_includes/box.html': '<p>{{ include.text }}{% if include.mark %}!{% endif %}</p>',
  '_includes/line.html': '<p>A line.</p>\n',
  '_includes/deep/outer.md': 'A {% include box.html text=include.x %}',
};

async function body(text: string, files: Readonly<Record<string, string>> = FILES): Promise<string> {
  const { byKey } = await readFolder(
    folderWith({ ...files, 'page.md': `---\ntitle: P\ncolour: red\n---\n${text}` }),
  );
  return (byKey.get('page.md')?.body ?? '').trim();
}

it('kramdown and Python-Markdown set text bold between letters, where CommonMark leaves the marks', async () => {
  const text =
    '**가(a)**는 x**(b)**y **`c`**d **e** (f)**g** [a](/x**(b)**y) `**가(a)**는`\n\n    **나(b)**는\n- A\n    - **나(b)**는';
  const bold =
    '<strong>가(a)</strong>는 x<strong>(b)</strong>y <strong>`c`</strong>d **e** (f)**g** [a](/x**(b)**y) `**가(a)**는`\n\n    **나(b)**는\n- A\n    - <strong>나(b)</strong>는';
  expect(await body(text)).toBe(bold);
  const mkdocs = folderWith({ 'mkdocs.yml': 'site_name: A\n', 'docs/a.md': text });
  expect((await readFolder(mkdocs)).entries[0]?.body).toBe(bold);
  const hugo = folderWith({ 'hugo.toml': '', 'content/a.md': text });
  expect((await readFolder(hugo)).entries[0]?.body).toContain('**가(a)**는 x**(b)**y');
});

it('assignments in loops and includes count after them, as in Liquid', async () => {
  const files = {
    ...FILES,
    '_includes/set.html': '{% assign kind = include.kind | upcase %}{% capture c %}!{% endcapture %}',
  };
  const text =
    '{% assign n = 0 %}{% for t in site.teas %}{% assign n = n | plus: 1 %}{% endfor %}{{ n }} {% include set.html kind="oolong" %}{{ kind }}{{ c }}\n' +
    '{% assign m = 0 %}{% for p in site.posts %}{% assign m = m | plus: 1 %}{% endfor %}{{ m }}';
  const shown = await body(text, files);
  expect(shown).toMatch(/^2 OOLONG!\n/);
  expect(shown).toMatch(/\{\{ m \}\}$/);
});

it('known values are inserted in the branch that is kept where the condition is not known', async () => {
  expect(await body('{% if jekyll.version %}{{ site.teas[0] }}{% else %}{{ site.teas[1] }}{% endif %}')).toBe(
    '{% if jekyll.version %}green{% else %}{{ site.teas[1] }}{% endif %}',
  );
  expect(
    await body('{% if 1 == 2 %}A{% elsif jekyll.version %}{{ page.colour }}{% else %}C{% endif %}'),
  ).toBe('{% if jekyll.version %}red{% else %}C{% endif %}');
});

it('tags count in the code of includes and of loops', async () => {
  const code = '<pre class="{% if forloop.first %}a{% endif %}">{{ t }}</pre>';
  const files = {
    ...FILES,
    '_includes/code.html': '<pre>{% if include.x %}{{ include.x }}{% endif %}</pre>',
  };
  expect(await body(`{% for t in site.teas %}${code}{% endfor %}{% include code.html x="1" %}`, files)).toBe(
    '<pre class="a">green</pre><pre class="">black</pre><pre>1</pre>',
  );
});

it('a page of Eleventy includes files of the folder that its configuration names', async () => {
  const config = "export default { dir: { includes: '_parts' } };\n";
  const files = { 'eleventy.config.js': config, '_parts/a.md': 'A *b*', '_includes/a.md': 'No' };
  expect(await body('{% include "a.md" %}', files)).toBe('A *b*');
});

it('a page of Eleventy has what macros of Nunjucks print', async () => {
  const files = {
    'eleventy.config.js': '',
    '_includes/m.njk':
      '{% macro run(p) -%}\n```sh\n{% if p.note %}# {{ p.note }}{{ "\\n" }}{% endif -%}\nrun {{ p.name | safe }}{% for a in p.args %} {{ a }}{% endfor %}\n```\n{%- endmacro %}\n{% macro b(x, y="z") %}<b>{{ x }} {{ y }}</b>{% endmacro %}',
  };
  const text =
    '{%- from "m.njk" import run, b as bold with context %}{% import "m.njk" as all %}{{ run ({\n name: "a {b}", note: "N",\n args: ["-c"]\n}) }}\n\n{{ bold("x") }} {{ all.b(\'x\', y=colour) | safe }} {{ other("x") }}';
  expect(await body(text, files)).toBe(
    '```sh\n# N\nrun a {b} -c\n```\n\n<b>x z</b> <b>x red</b> {{ other("x") }}',
  );
});

it('sums, products and joined texts of Nunjucks are computed where their values are known', async () => {
  const text =
    '{% set n = 4 %}{{ n + 1 }} {{ n - 1 * 2 }} {{ n // 3 }} {{ "a" ~ n }} {{ "a - b" + "c" }} {{ other + 1 }} {{ n / 0 }} {{ n + }}';
  expect(await body(text, { 'eleventy.config.js': '' })).toBe(
    '5 2 1 a4 a - bc {{ other + 1 }} {{ n / 0 }} {{ n + }}',
  );
});

it('a formula of kramdown in a line of text is no block', async () => {
  expect(await body('A $$x_1$$, \\$$5$$ and `$$y$$`.\n\n$$z$$\n\n- $$a$$\n- $$ b $$ c')).toBe(
    'A $x_1$, \\$$5$$ and `$$y$$`.\n\n$$z$$\n\n- $$a$$\n- $b$ c',
  );
});

describe('known values in the templates of Jekyll', () => {
  it.each([
    ['{% include box.html text="Hot *water*" %}', '<p>Hot *water*</p>'],
    ['{% include box.html text="a" mark=true %}', '<p>a!</p>'],
    ['{% include deep/outer.md x="y" %}', 'A <p>y</p>'],
    ['{% include line.html %}\nThen *this*.', '<p>A line.</p>\n\nThen *this*.'],
    ['{{ site.repository }} {{ page.colour | upcase }}', 'a/b RED'],
    ['{{ site.title | upcase }}{% if site.title == "Tea" %}!{% endif %}', 'TEA!'],
    [
      '{{ site.data.team.lead.name }} {{ site.data.teas[1].origin }} {{ site.data.teas.size }}',
      'Ada India 2',
    ],
    [
      '{% for t in site.data.teas %}\n- {{ t.name }} (`{{ t.origin }}`)\n{% endfor %}',
      '- Oolong (`Fujian`)\n- Assam (`India`)',
    ],
    ['{% for t in site.data.teas reversed limit: 1 %}{{ forloop.index }}{{ t.name }}{% endfor %}', '1Oolong'],
    [
      '{% assign x = "a" | append: "b" %}{{ x }}{% if x == "ab" and page.colour != "blue" %}yes{% else %}no{% endif %}',
      'abyes',
    ],
    ['{% capture x %}c{{ page.colour }}{% endcapture %}{{ x }}', 'cred'],
    ['a {%- if page.colour -%} b {%- endif -%} c', 'abc'],
    ['{% unless site.teas contains "green" %}no{% else %}has{% endunless %}', 'has'],
    ['{% assign x = site.teas | join: ", " %}{{ x }}', 'green, black'],
    ['{% raw %}{{ site.repository }}{% endraw %}', '{% raw %}{{ site.repository }}{% endraw %}'],
    ['`{{ site.repository }}`', '`{{ site.repository }}`'],
    ['{{ site.posts }} {{ site.time | date: "%Y" }}', '{{ site.posts }} {{ site.time | date: "%Y" }}'],
    ['{% if site.unknown %}a{% else %}b{% endif %}', '{% if site.unknown %}a{% else %}b{% endif %}'],
    ['{% include gone.html %}', '{% include gone.html %}'],
  ])('%s', async (text, expected) => {
    expect(await body(text)).toBe(expected);
  });

  it('includes no page that is a draft', async () => {
    const files = { ...FILES, '_includes/d.md': '---\npublished: false\n---\nSECRET' };
    expect(await body('{% include d.md %}', files)).toBe('{% include d.md %}');
  });

  it.each(['draft: true', 'password: x', 'date: 2999-01-01'])(
    'includes no template with %s',
    async (line) => {
      const files = {
        'eleventy.config.js': 'export default {}',
        '_includes/part.njk': `---\n${line}\n---\nSECRET`,
      };
      expect(await body('{% include "part.njk" %}', files)).toBe('{% include "part.njk" %}');
    },
  );

  it('reads the data files and includes of Eleventy', async () => {
    const files = {
      'eleventy.config.js': 'export default {}',
      '_data/metadata.json': '{"author": {"name": "Ada"}}',
      '_includes/note.njk': 'Note by {{ metadata.author.name }}',
    };
    expect(await body('{% include "note.njk" %}. {{ other }}', files)).toBe('Note by Ada. {{ other }}');
  });
});

it('a block that a page of Eleventy sets is printed, also as highlighted code', async () => {
  const set =
    '{%- set code %}{% raw %}\na({{ b }});\n{% endraw %}{% endset %}\n{% set c = "d" %}{% set e %}f{% endset %}';
  const shown = await body(`${set}{{ code | highlight("js") | safe }}\n{{ e }}{{ c }}`, {
    'eleventy.config.js': '',
  });
  expect(shown.replace(/\s*\{% (?:end)?raw %\}\s*/g, '')).toBe('```js\na({{ b }});\n```fd');
});

it('an include of Eleventy has its parameters as variables, and captured text keeps its tags', async () => {
  const files = {
    'eleventy.config.js': '',
    '_includes/card.html': '{% capture card %}<b>{{ text }} {% image path %}</b>{% endcapture %}{{ card }}',
  };
  expect(await body('{% include "card.html" text: colour path: x %}', files)).toBe(
    '<b>red {% image path %}</b>',
  );
});

it('highlighted code in a block of HTML is HTML in one line, so that it does not end the block', async () => {
  const files = {
    'eleventy.config.js': '',
    '_includes/box.njk':
      '<my-box>\n\t<div id="{{ page.colour }}">\n{%- if code %}{{ code | highlight("js") | safe }}{% endif %}\n\t</div>\n</my-box>',
  };
  const set = '{% set code %}\na < b;\n\nc();\n{% endset %}';
  expect(await body(`${set}{% include "box.njk" %}`, files)).toBe(
    '<my-box>\n\t<div id="red"><pre><code class="language-js">a &lt; b;&#10;&#10;c();</code></pre>\n\t</div>\n</my-box>',
  );
});

describe('the evaluation of Liquid', () => {
  const host = {
    global: () => [1, 2, 3].map(() => Array.from({ length: 500 }, () => 'x')),
    include: () => undefined,
  };

  it('ends in time', () => {
    const loops = `${'{% for a in x %}'.repeat(20)}{% for b in a %}y{% endfor %}${'{% endfor %}'.repeat(20)}`;
    for (const text of [
      loops,
      '{% if a %}'.repeat(3000),
      '{{ '.repeat(5000),
      '{% for a in x %}'.repeat(3000),
    ]) {
      const start = performance.now();
      evaluateLiquid(text, host);
      expect(performance.now() - start, text.slice(0, 40)).toBeLessThan(4000);
    }
  });

  it('leaves a loop up to an unknown number to the generator', () => {
    const text = '{% for i in (1..site.n) %}a{% endfor %}';
    expect(evaluateLiquid(text, { ...host, global: () => UNKNOWN })).toBe(text);
  });

  it('never throws, and leaves text without tags as it is', () => {
    const piece = fc.constantFrom(
      '{% if x %}',
      '{% else %}',
      '{% endif %}',
      '{% for a in x %}',
      '{% endfor %}',
      '{{ a | first }}',
      '{% raw %}',
      '{% endraw %}',
      '`',
      'w',
      '\n',
      '{% assign x = "1" %}',
      '{% capture c %}',
      '{% endcapture %}',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        expect(typeof evaluateLiquid(pieces.join(''), host)).toBe('string');
      }),
      { numRuns: 300 },
    );
    fc.assert(fc.property(fc.string(), (text) => /\{[{%]/.test(text) || evaluateLiquid(text, host) === text));
  });
});
