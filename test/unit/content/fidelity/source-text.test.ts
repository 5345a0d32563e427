import { describe, expect, it } from 'vitest';
import type { BodyFormat } from '../../../../src/content/body/port.js';
import { measure } from '../../../../src/content/fidelity/measure.js';
import { seenOf } from '../../../../src/content/fidelity/source-text.js';

const PATTERNS = new Map([
  [7, '<p>From the pattern</p>'],
  [-7, '<p>From the table</p>'],
]);

function textOf(body: string, format: BodyFormat = 'markdown', ref = 'a.md'): string {
  const parts = { pattern: (id: number) => PATTERNS.get(id) };
  const { pieces } = seenOf({ body, format, ref, title: '' }, parts, []);
  return pieces
    .map(([, text]) => text.replace(/[#>|*\s-]+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' / ');
}

describe('a Markdown source', () => {
  it.each([
    ['Text<!-- note --> goes on', 'Text goes on'],
    ['See [the guide](/a/b.md "Title") and [this][ref].\n\n[ref]: /x', 'See the guide and this.'],
    ['See [this][ref].\n\n[ref]:\n  https://a.example/x', 'See this.'],
    ['/// tab | Use `npm`\nText\n///\n\nMore', 'Use npm / Text / More'],
    ['See [#12]({{ site.repository }}/issues/12) now', 'See 12 now'],
    ['![alternative text](a.png) Text', 'Text'],
    ['{{< ref "other.md" >}} Text', 'Text'],
    ['{% comment %}secret{% endcomment %}Text', 'Text'],
    ['{% if x %}A{% else %}B{% endif %}', 'A'],
    ['{{ "Hello" | upcase }}', 'Hello'],
    ['The 1^st^ of x^2^, 10^3^ and 2^n^, x^2 + y^2', 'The 1st of x2, 10^3^ and 2^n^, x^2 + y^2'],
    ['{{< highlight go >}}\nfunc main()\n{{< /highlight >}}', 'func main()'],
    ['Use `a {{ b }} c`', 'Use a {{ b }} c'],
    ['```js {1,3}\nlet a\n```', 'let a'],
    ['Heading {#own .big}', 'Heading'],
    ['{: .note }\nText', 'Text'],
    ['1. one\n2. two', 'one / two'],
    ['```mdx-code-block\n<Tabs>\n<TabItem>\n\nOne\n```\n\n</TabItem></Tabs>', 'One'],
    ['- [x] done', 'done'],
    ['[[page|shown]] and [[other]]', 'shown and other'],
    ['A note[^1].\n\n[^1]: Below.', 'A note . / Below.'],
    ['<div class="a b">In a box</div>', 'In a box'],
    ['A <span hidden>secret</span>B', 'A B'],
    ['A {{/* secret */}} B', 'A B'],
    ['<div style="display:none">\n\n<div>secret</div>\n\nsecret\n\n</div>\n\nText', 'Text'],
    ['<div class="members-only">secret</div>Text', 'Text'],
    ['<p data-nosnippet>secret</p>Text', 'Text'],
    ['<div hidden>Text without an end', 'Text without an end'],
    ['<style>p {}</style><script setup>import x</script>Text', 'Text'],
    ['<Card class="x y" title="Shown" icon="open-book">Inside</Card>', 'Shown / Inside'],
    ['::: code-tabs#shell\n@tab npm\nText\n:::', 'npm Text'],
    ['<pre><code>```js a\nlet a\n```</code></pre>\n\n[A](/a) text', 'js a let a / A text'],
    ['[TOC]\n\nText', 'Text'],
    ['## Contents\n{: .no_toc }\n\n1. TOC\n{:toc}\n\nText', 'Text'],
    ["import X from './x';\n\n<!-- lint -->\nimport Y from './y';\n\nText", 'Text'],
    ['::: details The `_headers` file\nText\n:::', 'The _headers file / Text'],
    ['::card\n---\ntitle: "Green"\nicon: i-leaf\nto: /green\n---\nText\n::', 'Green Text'],
    ['<TabItem value="npm" label="Use npm">Text</TabItem>', 'Use npm / Text'],
    ['<Icon name="star" />', ''],
    [
      "<Tabs values={[\n{ label: 'Plain', value: 'p', },\n{ label: 'Hot', value: 'h' }\n]}>\n<TabItem value=\"p\">Text</TabItem></Tabs>",
      'Plain Hot / Text',
    ],
    ['![a](b.png){data-zoomable} C', 'C'],
    ['[[Hub]](https://e.org/x) `a`', '[[Hub]] a'],
    ['<Code text={"a b\\nc d"} />', 'a b c d'],
    ['<Links all={[{"id":"css","label":"Sheets of style","href":"/css/"}]} />', 'Sheets of style'],
    ['- [A][] [b](\n  https://e.org/x) c\n\n      [A]: https://e.org/a', 'A b c'],
    ['## Steep{#steep-it}\n\nB', 'Steep / B'],
    ['A\n\n<!---\nsecret\n\n```js\nsecret\n```\n--->\n\nB', 'A / B'],
    ['A\n\n{% comment %}\n\n```js\nsecret\n```\n{% endcomment %}\n\nB', 'A / B'],
    ['[block:callout]\n{"type": "info", "title": "Hot", "body": "Mind **it**"}\n[/block]', 'Hot / Mind it'],
    ['<Card title="Konfigurations&shy;referenz" />', 'Konfigurations\u00adreferenz'],
    ['<Grid items={[{ title: "A", href: "https://e.org/x", img: "b.png" }, "c"]} />', 'A c'],
    ['```js\n// highlight-next-line\na() // [!code ++]\n```', 'a()'],
    [
      '```ts twoslash\n// @filename: a.ts\nhidden\n// ---cut---\na()\n//  ^?\n// ---cut-start---\nb()\n// ---cut-end---\nc()\n// ---cut-after---\nd\n```\n\n```twoslash include x\ny\n```',
      'a() // c()',
    ],
    ["import X from './x';\n\n```js\nimport a from 'a'\n\nb\n```", "import a from 'a' b"],
    ["import X from './x';\n\nexport const leaf = 'oolong';\n\nA {leaf}", 'oolong / A'],
    ['> [!NOTE]\n> Watch out', 'Watch out'],
  ])('%j', (body, expected) => {
    expect(textOf(body)).toBe(expected);
  });

  it.each([
    ["import A from 'a'\nimport { B } from 'b'\n\nText", 'Text'],
    ["export const meta = {\n  a: 'hidden words',\n\n  b: 1\n}\n\nText", 'Text'],
    ['{/* a comment */}Text', 'Text'],
    ['<Tabs items={["Tea time", "Coffee time"]}><Tab>In it</Tab></Tabs>', 'Tea time Coffee time / In it'],
    ['<p style={{color: "dark red"}} className="x">Text</p>', 'Text'],
  ])('of MDX: %j', (body, expected) => {
    expect(textOf(body, 'markdown', 'a.mdx')).toBe(expected);
  });

  it('of HTML with templates', () => {
    expect(textOf('<p>Text {{ page.x }}</p>{% note "Words in it" %}', 'markdown', 'a.html')).toBe(
      'Text / Words in it',
    );
  });
});

describe('a WordPress source', () => {
  it.each([
    ['<!-- wp:paragraph {"className":"big words here"} --><p>Text</p><!-- /wp:paragraph -->', 'Text'],
    ['<!-- wp:block {"ref":7} /-->', 'From the pattern'],
    [
      '<!-- wp:query --><div><h2>News</h2><!-- wp:query-no-results --><p>None</p><!-- /wp:query-no-results --></div><!-- /wp:query -->',
      'News',
    ],
    ['<!-- wp:acme/box {"fontFamily":"Old Sans"} --><p>Text</p><!-- /wp:acme/box -->', 'Text'],
    ['[wprm-recipe id="7"]', 'From the pattern'],
    ['<!-- wp:wp-tasty/tasty-recipe {"id":7} /-->', 'From the pattern'],
    [
      '<!-- wp:wp-recipe-maker/recipe {"id":7} -->[wprm-recipe id="7"]<!-- /wp:wp-recipe-maker/recipe -->',
      'From the pattern',
    ],
    ['[table id=7 /]', 'From the table'],
    ['[vc_row][vc_text]One[/vc_text][vc_text]Two[/vc_text][rule][/vc_row]', 'One Two'],
    ['list[0][first_name]', 'list[0][first_name]'],
    [
      '<!-- wp:dock/list {"items":[{"text":"u003cbu003eTwo boatsu003c/bu003e"}]} --><ul><li><b>Two boats</b></li></ul><!-- /wp:dock/list -->',
      'Two boats',
    ],
    ['[caption width="300"]A cup[/caption]', 'A cup'],
    ['[button label="Buy tea" url="/buy now"]', 'Buy tea'],
    [
      '$_POST[user_name] and [[gallery]] and [not a shortcode]',
      '$_POST[user_name] and [gallery] and [not a shortcode]',
    ],
    ['[tds_title title_text="T3VyJTIwdGVhbQ=="]', 'Our team'],
    ['[acme_map]%5B%7B%22address%22%3A%221%20Low%20Quay%22%7D%5D[/acme_map]', '1 Low Quay'],
    ['[acme_box title="Our<br />boats"]', 'Our boats'],
    ['[acme_rows rows="%5B%7B%22title%22%3A%22Low%20tide%22%7D%5D"]', 'Low tide'],
    ['[vc_raw_html]JTNDcCUzRUxvdyUyMHRpZGUlM0MlMkZwJTNF[/vc_raw_html]', 'Low tide'],
    ['<!-- wp:acme/row {"gradient":"linear-gradient(135deg,var(--sea,#ffffff) 35%)"} /-->', ''],
    ['x [or <b style="y">y</b> then] [Key(At=0)]', 'x [or y then] [Key(At=0)]'],
    ['[form id="1" title="false"]', ''],
    ['Before [member]secret[/member] after', 'Before after'],
    [
      '<!-- wp:members/gate --><p>secret</p><!-- wp:group --><p>too</p><!-- /wp:group --><!-- /wp:members/gate --><p>Text</p>',
      'Text',
    ],
    ['<p>Open</p><!-- wp:jetpack/paywall /--><p>secret</p>', 'Open'],
    ['<!-- wp:html --><div class="members-only">secret</div><p>Text</p><!-- /wp:html -->', 'Text'],
  ])('%j', (body, expected) => {
    expect(textOf(body, 'wordpress')).toBe(expected);
  });
});

it('a page that was read wins over the source', () => {
  const seen = { pieces: [['p', 'As shown']] as const, also: ['menu'] };
  const entry = { body: '<p>Other</p>', format: 'html' as const, ref: 'a.html', title: 'Tea', seen };
  expect(seenOf(entry, { pattern: () => undefined }, ['mia'])).toEqual({
    pieces: seen.pieces,
    also: ['Tea mia', 'menu'],
  });
});

describe('the place of a table of contents', () => {
  it.each([
    ['kramdown', '* TOC\n{:toc}'],
    ['kramdown, in one line', '- TOC {:toc}'],
    ['kramdown, numbered, with settings', '1. Table of contents\n{: toc max_level=2}'],
    ['kramdown, in other words', '* will be replaced\n{:toc .no_toc}'],
    ['Python-Markdown', '[TOC]'],
    ['GitLab', '[[_TOC_]]'],
    ['VitePress', '[[toc]]'],
  ])('is no text of the page: %s', (_, place) => {
    const body = `Words.\n\n${place}\n\n## Nests\n\nMore words.\n`;
    const seen = seenOf(
      { body, format: 'markdown', ref: 'a.md', title: 'T' },
      { pattern: () => undefined },
      [],
    );
    const { counts, findings } = measure(seen, '# T\n\nWords.\n\n## Nests\n\nMore words.\n');
    expect([counts.lost, findings]).toEqual([0, undefined]);
  });

  it('is a list where nothing says so', () => {
    const body = '* TOC\n{:.wide}\n';
    const seen = seenOf(
      { body, format: 'markdown', ref: 'a.md', title: 'T' },
      { pattern: () => undefined },
      [],
    );
    expect(measure(seen, '# T\n').counts.lost).toBe(1);
  });
});
