import { describe, expect, it } from 'vitest';
import { pagesOf } from '../../../../support/sources/files/public-pages.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const CONFIG = 'base_url = "https://tea.example/"\ntitle = "Tea"\n';
const page = (...lines: readonly string[]) =>
  `+++\n${['title = "Tea"', ...lines].join('\n')}\n+++\n\nText.\n`;

describe('addresses of Zola', () => {
  it('follow the place of the file', async () => {
    const files = {
      'config.toml': `${CONFIG}ignored_content = ["*.skip.md"]\n[languages.fr]\n`,
      'content/_index.md': page(),
      'content/blog/_index.md': page(),
      'content/blog/2020-01-02-Größe & Tea.md': page(),
      'content/blog/2020-01-03_bundle/index.md': page(),
      'content/blog/tea.fr.md': page(),
      'content/blog/slug.md': page('slug = "Own Slug"'),
      'content/blog/path.md': page('path = "/other/place"'),
      'content/README.md': page(),
      'content/a.skip.md': page(),
    };
    expect(Object.values(await pagesOf(files)).sort()).toEqual([
      '/',
      '/blog/',
      '/blog/bundle/',
      '/blog/grosse-tea/',
      '/blog/own-slug/',
      '/fr/blog/tea/',
      '/other/place/',
      '/readme/',
    ]);
  });

  it('have the names of folders as they are, and no dates', async () => {
    const files = {
      'config.toml': CONFIG,
      'content/Up_per/_index.md': page(),
      'content/Up_per/Fi_le.md': page(),
      'content/Up_per/2020-01-02 - spaced.md': page(),
      'content/Up_per/2020-01-03T10:20:30Z-second.md': page(),
      'content/Up_per/2020-01-04-Bun_dle/index.md': page(),
    };
    expect(Object.values(await pagesOf(files)).sort()).toEqual([
      '/Up_per/',
      '/Up_per/bun-dle/',
      '/Up_per/fi-le/',
      '/Up_per/second/',
      '/Up_per/spaced/',
    ]);
    const { entries } = await readFolder(folderWith(files));
    const dates = entries.flatMap(({ published }) =>
      published ? new Date(published * 1000).getUTCDate() : [],
    );
    expect(dates.toSorted()).toEqual([2, 3, 4]);
  });

  it('keep their letters where the configuration says so', async () => {
    const files = { 'config.toml': `${CONFIG}[slugify]\npaths = "off"\n`, 'content/A b.md': page() };
    expect(await pagesOf(files)).toEqual({ 'content/A b.md': '/A b/' });
  });
});

it('pages of Zola follow their sections, by weight', async () => {
  const { entries } = await readFolder(
    folderWith({
      'config.toml': CONFIG,
      'content/docs/_index.md': page(),
      'content/docs/a/_index.md': page('weight = 2'),
      'content/docs/a/first.md': page('weight = 1'),
      'content/docs/b/_index.md': page('weight = 1'),
      'content/docs/b/last.md': page('weight = 7'),
      'content/docs/b/first/index.md': page('weight = 3'),
    }),
  );
  const order = entries.toSorted((a, b) => (a.navOrder ?? 0) - (b.navOrder ?? 0));
  expect(order.map(({ url }) => url)).toEqual([
    '/docs/',
    '/docs/b/',
    '/docs/b/first/',
    '/docs/b/last/',
    '/docs/a/',
    '/docs/a/first/',
  ]);
});

describe('pages that Zola does not build', () => {
  it.each([
    ['a draft', page('draft = true')],
    ['render = false', page('render = false')],
  ])('%s', async (_, text) => {
    expect(await pagesOf({ 'config.toml': CONFIG, 'content/a.md': text, 'content/b.md': page() })).toEqual({
      'content/b.md': '/b/',
    });
  });

  it('are told apart from those of Hugo', async () => {
    const { site } = await readFolder(folderWith({ 'config.toml': CONFIG, 'content/a.md': page() }));
    expect(site).toEqual({ title: 'Tea', baseUrl: 'https://tea.example' });
    const hugo = { 'config.toml': 'baseURL = "https://tea.example/"', 'content/A_b.md': page() };
    expect(await pagesOf(hugo)).toEqual({ 'content/A_b.md': '/a_b/' });
  });
});

describe('shortcodes of Zola', () => {
  const shown = async (body: string) => {
    const root = folderWith({
      'config.toml': 'base_url = "https://tea.example/docs/"\ntitle = "Tea"\n',
      'content/tea/index.md': `${page()}${body}`,
      'content/tea/own.png': 'x',
      'static/img/cup.png': 'x',
    });
    return (await readFolder(root)).byKey
      .get('content/tea/index.md')
      ?.body.replace(/^\s*Text\.\s+/, '')
      .trim();
  };

  it.each([
    ['{{ box(text="A \\"b\\" (c)", n=2, wide=true) }}', '{{< box text="A \\"b\\" (c)" n="2" wide="true" >}}'],
    ["{% note(kind='tip') %}\n*A*\n{% end %}", '{{% note kind="tip" %}}\n*A*\n{{% /note %}}'],
    ['{% a() %}{% b::c() %}A{% end %}{% end %}', '{{% a %}}{{% c %}}A{{% /c %}}{{% /a %}}'],
    ['{{ image(src="own.png") }}', '{{< image src="own.png" >}}'],
    ['{{ image(src="img/cup.png") }}', '{{< image src="/docs/img/cup.png" >}}'],
    ['Write {{/* box() */}}: `{%/* a() */%}`', 'Write {% raw %}{{ box() }}{% endraw %}: `{% a() %}`'],
  ])('are read in the form of Hugo: %s', async (body, text) => {
    expect(await shown(body)).toBe(text);
  });

  it.each([
    ['{{ price(amount=5) }} each', '<b>5 EUR</b> each'],
    ['{% aside(title="Note") %}\nIn **it**\n{% end %}', '<aside>Note: In <strong>it</strong></aside>'],
    ['{% aside() %}{{ price(amount=5) }}{% end %}', '<aside><b>5 EUR</b></aside>'],
    ['{{ list(items=["one", "two"]) }}', '<ul><li>1: ONE</li><li>2: TWO</li></ul>'],
    ['{{ mark(text="**hey**") }}', 'Version 1.2: **hey**'],
    ['{{ look(path="a.json") }}', '{{< look path="a.json" >}}'],
  ])('are read by their templates: %s', async (body, text) => {
    const templates = {
      'price.html': '<b>{{ amount }} EUR</b>',
      'aside.html':
        '{# A box #}<aside>{% if title is defined %}{{ title }}: {% endif %}{{ body | markdown(inline=true) | safe }}</aside>',
      'list.html': '<ul>{% for one in items %}<li>{{ loop.index }}: {{ one | upper }}</li>{% endfor %}</ul>',
      'mark.md': 'Version {{ config.extra.version }}: {{ text | default(value="none") }}\n',
      'look.html': '{% set data = load_data(path=path) %}{{ data.name }}',
    };
    const files = Object.entries(templates).map(([name, one]) => [`templates/shortcodes/${name}`, one]);
    const root = folderWith({
      'config.toml': `${CONFIG}[extra]\nversion = "1.2"\n`,
      'content/a.md': `${page()}${body}`,
      ...Object.fromEntries(files),
    });
    const shownBody = (await readFolder(root)).byKey.get('content/a.md')?.body ?? '';
    expect(shownBody.replace(/^\s*Text\.\s+/, '').trim()).toBe(text);
  });
});
