import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../../../../src/content/body/hugo/parse-template.js';
import { render } from '../../../../support/content/body/markdown/render.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

/** What a page with this body shows, with the templates of a site. */
async function shown(body: string, files: Readonly<Record<string, string>>): Promise<string> {
  const root = folderWith({
    'hugo.toml': 'title = "Tea"\ntheme = "leaf"\n[params]\nowner = "Ada"\n',
    'content/page.md': `---\ntitle: Page\ncolour: green\n---\n${body}`,
    ...files,
  });
  const { byKey } = await readFolder(root);
  const html = render(byKey.get('content/page.md')?.body ?? '');
  return html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

describe('the shortcode for a parameter', () => {
  const page = (body: string) => ({
    'content/page.md': `---\ntitle: Page\ncup: { size: 2 }\nparams:\n  minTea: 3 g\n---\n${body}`,
  });

  it.each([
    ['Take {{% param "mintea" %}} of {{< param cup.size >}}.', '<p>Take 3 g of 2.</p>'],
    ['By {{< param "owner" />}}: `{{% param minTea %}}`', '<p>By Ada: <code>3 g</code></p>'],
    ['{{< param "milk" >}}No {{%/* param "minTea" */%}}', '<p>No {{% param "minTea" %}}</p>'],
  ])('prints that of the page, else of the site: %s', async (body, html) => {
    expect(await shown('', page(body))).toBe(html);
  });

  it('prints one that a section passes down', async () => {
    const files = {
      'content/docs/_index.md': '---\ntitle: Docs\ncascade:\n  version: v3\n  params: { min: 2 g }\n---\n',
      'content/docs/page.md': '---\ntitle: A\n---\n{{< param version >}} {{< param "min" >}}',
    };
    const { byKey } = await readFolder(folderWith({ 'hugo.toml': '', ...files }));
    expect(byKey.get('content/docs/page.md')?.body).toBe('v3 2 g');
  });
});

describe("the site's own shortcodes", () => {
  it.each([
    ['<a href="{{ "docs" | relURL }}">D</a>', '<a href="/docs">D</a>'],
    ['<a href="{{ "/docs/" | relLangURL }}">{{ i18n "all" }}</a>', '<a href="/docs/">All pages</a>'],
    ['<p>{{ T "plain" }}{{ i18n "count" 3 }}{{ i18n "none" }}</p>', '<p>Plain</p>'],
  ])('have addresses from the root, and texts of translations: %s', async (template, html) => {
    const texts = '[all]\nother = "All pages"\n[count]\nother = "{{ .Count }} cups"\n';
    const files = { 'layouts/shortcodes/box.html': template, 'i18n/en.toml': `plain = "Plain"\n${texts}` };
    expect(await shown('{{< box >}}', files)).toContain(html);
  });

  it('enclose text after one that ends itself', async () => {
    const files = { 'layouts/shortcodes/box.html': '<p>[{{ .Inner }}]</p>' };
    expect(await shown('{{< box />}}\n\n{{< box >}}A{{< /box >}}', files)).toBe('<p>[]</p><p>[A]</p>');
  });

  it('keep the lines of code that only Hugo can compute', async () => {
    const files = { 'layouts/shortcodes/code-box.html': '<p>x</p>{{ .Inner | transform.Remarshal "yaml" }}' };
    expect(await shown('{{< code-box >}}\n[a]\nb = 1\n{{< /code-box >}}', files)).toBe(
      '<pre><code class="language-toml">[a]\nb = 1</code></pre>',
    );
  });

  it('have addresses and texts of the language of the page', async () => {
    const root = folderWith({
      'hugo.toml': 'defaultContentLanguage = "en"\n[languages.en]\n[languages.de]\n',
      'content/page.de.md': '---\ntitle: Seite\n---\n{{< box >}}',
      'layouts/shortcodes/box.html': '<a href="{{ "docs" | relLangURL }}">{{ i18n "all" }}</a>',
      'i18n/en.yaml': 'all: All pages\n',
      'i18n/de.yaml': 'all: Alle Seiten\n',
    });
    const { byKey } = await readFolder(root);
    expect(render(byKey.get('content/page.de.md')?.body ?? '')).toContain(
      '<a href="/de/docs">Alle Seiten</a>',
    );
  });

  it.each([
    ['<p class="x">{{ .Get "label" }}</p>', '{{< box label="Hot water" >}}', '<p class="x">Hot water</p>'],
    ['<p>{{ .Get 0 }} {{ .Get 1 | upper }}</p>', '{{< box a "b c" >}}', '<p>a B C</p>'],
    ['<div>{{ .Inner | markdownify }}</div>', '{{< box >}}A *b*{{< /box >}}', '<div>A <em>b</em></div>'],
    ['<div>{{ .Page.RenderString .Inner }}</div>', '{{< box >}}`c`{{< /box >}}', '<div><code>c</code></div>'],
    [
      '{{ with .Get "a" }}<b>{{ . }}</b>{{ else }}<i>none</i>{{ end }}',
      'x {{< box >}} y',
      '<p>x <i>none</i> y</p>',
    ],
    [
      '{{ $t := .Get "t" | default "note" }}<p>{{ if eq $t "note" }}N{{ else if eq $t "x" }}X{{ else }}O{{ end }}</p>',
      '{{< box >}}\n\n{{< box t=x >}}',
      '<p>N</p><p>X</p>',
    ],
    [
      '<ul>{{ range $i, $v := split (.Get 0) "," }}<li>{{ add $i 1 }}{{ $v }}</li>{{ end }}</ul>',
      '{{< box "a,b" >}}',
      '<ul><li>1a</li><li>2b</li></ul>',
    ],
    [
      '{{- /* note */ -}} {{ printf "%s-%d" .Page.Title 3 }} {{ site.Params.owner }} {{ .Page.Params.colour }}',
      'a {{< box >}}',
      '<p>a Page-3 Ada green</p>',
    ],
    ['{{ .Get 0 }}', 'a {{< box "<b>*x*</b>" >}}', '<p>a &#x3C;b>*x*&#x3C;/b></p>'],
    ['**{{ .Get 0 }}**', 'a {{% box y %}}', '<p>a <strong>y</strong></p>'],
    ['<p>{{ (index site.Data.teas (.Get 0)).origin }}</p>', '{{< box oolong >}}', '<p>Fujian</p>'],
    ['<pre>{{ .Inner }}</pre>', '{{< box >}}\na\n\nb\n{{< /box >}}', '<pre>\na\n\nb\n</pre>'],
    ['<p>{{ partial "p.html" (dict "x" (.Get 0)) }}</p>', '{{< box y >}}', '<p>[y]</p>'],
  ])('%s', async (template, body, expected) => {
    const files = {
      'layouts/_shortcodes/box.html': template,
      'layouts/_partials/p.html': '[{{ .x }}]',
      'data/teas.yaml': 'oolong:\n  origin: Fujian\n',
    };
    expect(await shown(body, files)).toBe(expected);
  });

  it('come from the older folder and from the theme, and may be nested', async () => {
    const files = {
      'layouts/shortcodes/tabs.html': '<div>{{ .Inner }}</div>',
      'themes/leaf/layouts/shortcodes/tab.html': '<h3>{{ .Get "name" }}</h3>{{ .Inner | markdownify }}',
    };
    const body =
      '{{< tabs >}}\n{{< tab name="npm" >}}a `b`{{< /tab >}}\n{{< tab name="bun" >}}c{{< /tab >}}\n{{< /tabs >}}';
    expect(await shown(body, files)).toBe('<div> <h3>npm</h3>a <code>b</code> <h3>bun</h3>c </div>');
  });

  it('keep texts that only Hugo could place', async () => {
    const template =
      '{{ with resources.Get "x" }}<img src="{{ .RelPermalink }}">{{ end }}{{ partial "gone" . }}';
    const body = '{{< box caption="Leaves in water" >}}Inner words{{ .Inner }}{{< /box >}}';
    const html = await shown(body, { 'layouts/shortcodes/box.html': `${template}{{/* .Inner */}}` });
    expect(html).toContain('Leaves in water');
    expect(html).toContain('Inner words');
    expect(html).not.toContain('svcunresolved');
  });

  it('are expanded in code as well, and stay as examples', async () => {
    const files = { 'layouts/shortcodes/box.html': 'X' };
    expect(await shown('`{{< box >}}` {{</* box */>}}', files)).toBe(
      '<p><code>X</code> {{&#x3C; box >}}</p>',
    );
  });

  it('include content that is no page of its own, and no draft', async () => {
    const files = {
      'content/_common/a.md': '---\nbuild: {render: never, list: never}\n---\nShared *text*',
      'content/b.md': '---\ndraft: true\n---\nSECRET',
    };
    expect(await shown('{{% include "/_common/a.md" %}}\n\n{{% include "b.md" %}}', files)).toBe(
      '<p>Shared <em>text</em></p>',
    );
  });

  it('end in time, whatever their templates do', async () => {
    const files = {
      'layouts/shortcodes/box.html':
        '{{ range seq 1000 }}{{ range seq 1000 }}{{ range seq 1000 }}x{{ end }}{{ end }}{{ end }}',
    };
    const start = performance.now();
    await shown('{{< box >}}', files);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

describe('the parser of templates', () => {
  it('never throws on any mixture of signs', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{{-',
      ' -}}',
      'if ',
      'else',
      'end',
      'range ',
      '$x := ',
      '.Get',
      ' "a"',
      '`',
      '"',
      '(',
      ')',
      '|',
      '/*',
      '*/',
      ' ',
      '\n',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(parseTemplate(pieces.join(''))).toBeInstanceOf(Array);
      }),
      { numRuns: 500 },
    );
  });

  it('takes time in proportion to the template', () => {
    for (const part of ['{{', '{{ if x }}', '{{ (', '{{ "', '{{/*', '{{ end }}']) {
      const start = performance.now();
      parseTemplate(part.repeat(5000));
      expect(performance.now() - start, part).toBeLessThan(3000);
    }
  });
});
