import { describe, expect, it } from 'vitest';
import { render } from '../../../../support/content/body/markdown/render.js';

describe('Liquid and Nunjucks', () => {
  it.each([
    ['{% raw %}Write {{ page.title }}{% endraw %}', '<p>Write {{ page.title }}</p>'],
    ['{% raw %}{% raw %}{% endraw %}', '<p>{% raw %}</p>'],
    ['`{% raw %}{{ x }}{% endraw %}`', '<p><code>{{ x }}</code></p>'],
    [
      '```liquid\n{% raw %}\n{{ x }}\n{% endraw %}\n```',
      '<pre><code class="language-liquid">{{ x }}</code></pre>',
    ],
    ['```\n{% include a %} {{ x }}\n```', '<pre><code>{% include a %} {{ x }}</code></pre>'],
    [
      '{% highlight ruby linenos %}\nputs "`{{ x }}`"\n{% endhighlight %}',
      '<pre><code class="language-ruby">puts "`{{ x }}`"</code></pre>',
    ],
    [
      '{% highlight c %}\na\n {{ x }}\nb\n{% endhighlight %}',
      '<pre><code class="language-c">a\n {{ x }}\nb</code></pre>',
    ],
    ['{%- highlight c -%}\n```\n{%- endhighlight -%}', '<pre><code class="language-c">```</code></pre>'],
    [
      'a\n\n{% codeblock _.min lang:js mark:2 https://a.example/b The docs %}\nf(a_b_, "*"); // {{ x }}\n\n=> 1\n{% endcodeblock %}\n\nb',
      '<p>a</p><p><em>_.min <a href="https://a.example/b">The docs</a></em></p><pre><code class="language-js">f(a_b_, "*"); // {{ x }}\n\n=&gt; 1</code></pre><p>b</p>',
    ],
    [
      'a\n{% blockquote Ada, Leaves https://a.example/c Cups %}\nDrink *tea*. {{ page.x }}\n{% endblockquote %}\nb',
      '<p>a</p><blockquote><p>Drink <em>tea</em>.</p><p>— Ada, Leaves <a href="https://a.example/c">Cups</a></p></blockquote><p>b</p>',
    ],
    [
      '{% tabs Boats, 2 %}\n<!-- tab Sail@rope -->\na **b**\n<!-- endtab -->\n<!-- tab -->\n\n```\n<!-- tab no -->\n```\n<!-- endtab -->\n{% endtabs %}',
      '<p><strong>Sail</strong></p><p>a <strong>b</strong></p><pre><code>&lt;!-- tab no --&gt;</code></pre>',
    ],
    [
      '{% hideToggle Boats,red,blue %}\na\n{% endhideToggle %}\n\n{% folding green, Ropes %}\nb\n{% endfolding %}\n\n{% fold info @Tar %}\nc\n{% endfold %}',
      '<p><strong>Boats</strong></p><p>a</p><p><strong>Ropes</strong></p><p>b</p><p><strong>Tar</strong></p><p>c</p>',
    ],
    [
      '{% timeline 2022,blue %}\n<!-- timeline 01-02 -->\na\n<!-- endtimeline -->\n{% endtimeline %}\n\n{% timenode 3 %}\nb\n{% endtimenode %}',
      '<p><strong>2022</strong></p><p><strong>01-02</strong></p><p>a</p><p><strong>3</strong></p><p>b</p>',
    ],
    [
      '{% mermaid %}\ngraph TD\nA-->B\n{% endmermaid %}',
      '<pre><code class="language-mermaid">graph TD\nA-->B</code></pre>',
    ],
    [
      '{% span red, A b %} {% kbd Ctrl %} {% u c %} {% p d & e %}',
      '<p>A b <kbd>Ctrl</kbd> <u>c</u> d &amp; e</p>',
    ],
    [
      '1. a\n\n   {% note info %}\n   b\n\n   ```js\n   c\n   ```\n   {% endnote %}\n\n2. d\n\n> {% cq %}\n> e\n> {% endcq %}',
      '<ol><li><p>a</p><blockquote class="callout callout-info"><p>b</p><pre><code class="language-js">c</code></pre></blockquote></li><li><p>d</p></li></ol><blockquote><blockquote><p>e</p></blockquote></blockquote>',
    ],
    ['{% cq %}\na\n{% endcq %} {% hideInline b,Show,red %}', '<blockquote><p>a</p></blockquote><p>b</p>'],
    [
      '{% youtube "https://youtu.be/a" %}\n\n{% tweet https://x.example/1 %}',
      '<p>Video: <a href="https://youtu.be/a">https://youtu.be/a</a></p><p>Embedded: <a href="https://x.example/1">https://x.example/1</a></p>',
    ],
    ['{% pullquote big %}\na\n{% endpullquote %}', '<blockquote><p>a</p></blockquote>'],
    [
      '{% youtube aB-1aB-1aB_ %}',
      '<p>Video: <a href="https://www.youtube.com/watch?v=aB-1aB-1aB_">https://www.youtube.com/watch?v=aB-1aB-1aB_</a></p>',
    ],
    ['a {% youtube page.video %}', '<p>a</p>'],
    ['{% asset_img big a.png 600 400 "At \'noon\'" %}', '<p><img src="a.png" alt="noon"></p>'],
    ['{% asset_img a.png The pier %}', '<p><img src="a.png" alt="The pier"></p>'],
    ['{% note "No end" %}', '<p>No end</p>'],
    ['{% asset_img [left] a.png "The pier" %}', '<p><img src="a.png" alt="The pier"></p>'],
    ['{% img /i/a.png %}\nb *c*', '<p><img src="/i/a.png" alt="">\nb <em>c</em></p>'],
    ['See {% post_link 2024/tides "High tide" %}, {% post_link tides %}.', '<p>See High tide, tides.</p>'],
    ['{% link The docs, https://a.example/ %}', '<p><a href="https://a.example/">The docs</a></p>'],
    ['{% btn /about/, Who we are, home %}', '<p><a href="/about/">Who we are</a></p>'],
    ['{% asset_link a.pdf The plan %}', '<p><a href="a.pdf">The plan</a></p>'],
    ['Is {% label danger@new %}.', '<p>Is new.</p>'],
    [
      '{% swagger method="get" path="/a" baseUrl="https://e.example" summary="List" %}\n{% swagger-parameter name="n" type="int" %}\nb\n{% endswagger-parameter %}\n{% endswagger %}',
      '<p><strong>List</strong></p><p><code>GET https://e.example/a</code></p><p><strong>n int</strong></p><p>b</p>',
    ],
    [
      '{% hint style="warning" %}\nMind *it*.\n{% endhint %}',
      '<blockquote class="callout callout-warning"><p>Mind <em>it</em>.</p></blockquote>',
    ],
    [
      '{% tabs %}\n{% tab title="A & b" %}\nOne.\n{% endtab %}\n{% endtabs %}',
      '<p><strong>A &amp; b</strong></p><p>One.</p>',
    ],
    [
      "{% tabs a_1 class=x %}\n{% tab 'Two' for=a_1 %}\nA\n{% endtab %}\n{% tab a_1 my label %}\nB\n{% endtab %}\n{% tab Go %}\nC\n{% endtab %}\n{% endtabs %}",
      '<p><strong>Two</strong></p><p>A</p><p><strong>my label</strong></p><p>B</p><p><strong>Go</strong></p><p>C</p>',
    ],
    [
      '{% code title="a.sh" lineNumbers="true" %}\n```sh\nls\n```\n{% endcode %}',
      '<p><em>a.sh</em></p><pre><code class="language-sh">ls</code></pre>',
    ],
    [
      '{% embed url="https://a.example/v" %}\nA film\n{% endembed %}\n\n{% embed url="https://a.example/w" %}',
      '<p><a href="https://a.example/v">A film</a></p><p><a href="https://a.example/w">https://a.example/w</a></p>',
    ],
    ['{% content-ref url="b/" %}\n[B](b/)\n{% endcontent-ref %}', '<p><a href="b/">B</a></p>'],
    [
      '{% image "./a.png", "A cup of *tea*", "(min-width: 30em) 50vw, 100vw" %}\n\nb {% svg "arrow-left" %}',
      '<p>A cup of <em>tea</em></p><p>b</p>',
    ],
    ['a\n{% assign x = "Some words here" %}\nb', '<p>a\nb</p>'],
    ['a\n{% include box.html text="b" %}\nc', '<p>a</p><p>c</p>'],
    ['a {% comment %}b `c` d{% endcomment %}e', '<p>a e</p>'],
    ['a {# b #}c', '<p>a c</p>'],
    ['a {# {{ b }} #1\n\n{% c %} #}d', '<p>a d</p>'],
    ['a {%- # b -%} c', '<p>a  c</p>'],
    ['a {% # b %}c {# d', '<p>a c {# d</p>'],
    ['{% if x %}yes{% elsif y %}no{% else %}no{% endif %}', '<p>yes</p>'],
    ['{% if x %}a{% if y %}b{% else %}no{% endif %}c{% else %}no{% endif %}', '<p>abc</p>'],
    ['{% if x %}a{% for y in z %}b{% endfor %}c{% else %}no{% endif %}', '<p>ac</p>'],
    ['{% case x %}{% when 1 %}yes{% when 2 %}no{% endcase %}', '<p>yes</p>'],
    ['a{% for p in site.posts %}{{ p.title }} no{% endfor %}b', '<p>ab</p>'],
    ['{% capture x %}no{% endcapture %}a', '<p>a</p>'],
    ['{% set x = 1 %}a{% set y %}no{% endset %}', '<p>a</p>'],
    ["{% toc %}\n\nimport { a } from 'b';\n{ c }", "<p>import { a } from 'b';\n{ c }</p>"],
    ['{% callout %}\nkept\n{% endcallout %}', '<p>kept</p>'],
    ['a {{ page.secret }} b', '<p>a  b</p>'],
    ['a **{{ page.secret }}** b *c*', '<p>a <strong><!-- --></strong> b <em>c</em></p>'],
    [
      '1. a\n\n   {% highlight js %}\n   x\n   {% endhighlight %}\n\n2. b',
      '<ol><li><p>a</p><pre><code class="language-js">x</code></pre></li><li><p>b</p></li></ol>',
    ],
    ['a {{ "word" | upcase }} b', '<p>a word b</p>'],
    ['see {% link _docs/setup.md %}', '<p>see setup</p>'],
    ['see {% post_url 2026-01-02-green-tea %}', '<p>see green-tea</p>'],
  ])('%j', (source, expected) => {
    expect(render(source)).toBe(expected);
  });

  it.each([
    ['[a]({{ site.baseurl }}/docs/)', '<p><a href="/docs/">a</a></p>'],
    ["[a]({{ '/docs/' | relative_url }})", '<p><a href="/docs/">a</a></p>'],
    ['[a **b**]({% link _docs/setup.md %})', '<p>a <strong>b</strong></p>'],
    ['[a]({{ site.baseurl }}{% post_url 2026-01-02-x %}#y)', '<p>a</p>'],
    ['[a]({{ site.repository }}/issues)', '<p>a</p>'],
    ['![alt]({{ page.image }})', '<p>alt</p>'],
    ['[a][r]\n\n[r]: {{ site.repository }}', '<p>a</p>'],
    ['<a href="{{ page.url }}">a</a>', '<p><a>a</a></p>'],
  ])('never leaves a broken link: %j', (source, expected) => {
    expect(render(source)).toBe(expected);
  });

  it('leaves the HTML of HTML files alone', () => {
    expect(render('<p>*a* {{ x }}<a href="{{ y }}">b</a></p>\n\n    c', 'a.html')).toBe(
      '<p>*a* <a>b</a></p>\n\n    c',
    );
  });

  it('keeps text between signs that open no tag', () => {
    expect(render('100{% of it and {{ never closed')).toBe('<p>100{% of it and {{ never closed</p>');
  });

  it('shows the texts of a tag that is not known, without names of classes', () => {
    expect(render('{% card "flex-align-center mt-4" "A cup of tea" %}')).toBe('<p>A cup of tea</p>');
  });
});

describe("Hugo's shortcodes", () => {
  it.each([
    ['{{< columns >}}\nLeft\n<--->\nRight\n{{< /columns >}}', '<p>Left</p><p>Right</p>'],
    [
      '{{< details title="Click me" closed="true" >}}\nInner.\n{{< /details >}}',
      '<details><summary>Click me</summary><p>Inner.</p></details>',
    ],
    [
      '{{< expand "More" "..." >}}\nInner.\n{{< /expand >}}',
      '<details><summary>More</summary><p>Inner.</p></details>',
    ],
    [
      '{{< tabs >}}\n  {{< tab name="JSON" >}}**J**: one.{{< /tab >}}\n  {{< tab name="YAML" >}}two.{{< /tab >}}\n{{< /tabs >}}',
      '<p><strong>JSON</strong></p><p><strong>J</strong>: one.</p><p><strong>YAML</strong></p><p>two.</p>',
    ],
    [
      '{{< tabs items="A,B" >}}\n{{< tab >}}a{{< /tab >}}\n{{< tab >}}b{{< /tab >}}\n{{< /tabs >}}\n\n- c\n\n  {{< tab "Linux" >}}\n  d\n  {{< /tab >}}',
      '<p><strong>A</strong></p><p>a</p><p><strong>B</strong></p><p>b</p><ul><li><p>c</p><p><strong>Linux</strong></p><p>d</p></li></ul>',
    ],
    [
      '1. A\n\n    {{< note >}} B *c*. {{< /note >}}\n\n2. D\n\n    {{% alert title="T" %}}\n  E\n  f\n    {{% /alert %}}\n\n3. G',
      '<ol><li><p>A</p>\n <blockquote class="callout callout-note"><p><strong>Note</strong></p><p>B <em>c</em>.</p>\n </blockquote></li><li><p>D</p>\n <blockquote class="callout callout-note"><p><strong>T</strong></p><p>E\nf</p>\n </blockquote></li><li><p>G</p></li></ol>',
    ],
    [
      '{{< tabpane lang="go" >}}\n{{< tab header="Go" >}}\nf("*a*")\n{{< /tab >}}\n{{< /tabpane >}}',
      '<p><strong>Go</strong></p><pre><code class="language-go">f("*a*")</code></pre>',
    ],
    [
      '{{< card link="/a" title="Tea \\"A\\"" subtitle="Green" >}}\n\n{{< button href="/b" >}}Go{{< /button >}} {{< badge "new" >}}',
      '<ul><li><a href="/a">Tea "A"</a>: Green</li></ul><p><a href="/b">Go</a></p><p><span class="badge">new</span></p>',
    ],
    [
      '{{< hint warning >}}\nA\n{{< /hint >}}\n\n{{< callout emoji="x y" type="tip" >}}\nB\n{{< /callout >}}',
      '<blockquote class="callout callout-warning"><p><strong>Warning</strong></p><p>A</p></blockquote><blockquote class="callout callout-tip"><p><strong>Tip</strong></p><p>B</p></blockquote>',
    ],
    [
      'A {{< katex >}}a_1 * b_2{{< /katex >}} {{< pdf "https://e.org/a.pdf" >}}',
      '<p>A <span class="math inline">$a_1 * b_2$</span> Embedded: <a href="https://e.org/a.pdf">https://e.org/a.pdf</a></p>',
    ],
    [
      '{{< figure src="a.png" caption="A *b*" attr="Ada" attrlink="https://e.org" >}}',
      '<figure><img src="a.png" alt="A b"><figcaption>A <em>b</em> <a href="https://e.org">Ada</a></figcaption></figure>',
    ],
    ['A {{< tooltip text="the tip" >}}word{{< /tooltip >}}.', '<p>A the tip word.</p>'],
    [
      '- a\n\n  {{% notice warning "Hot *tea*" %}}\n  Mind {{< b >}}it.\n  {{% /notice %}}\n- b',
      '<ul><li><p>a</p><blockquote class="callout callout-warning"><p><strong>Hot <em>tea</em></strong></p><p>Mind it.</p></blockquote></li><li><p>b</p></li></ul>',
    ],
    [
      '{{< tip >}}\nA\n{{< /tip >}}\n\n{{< alert color="primary" title="T" text="Words *here*" />}}',
      '<blockquote class="callout callout-tip"><p><strong>Tip</strong></p><p>A</p></blockquote><blockquote class="callout callout-note"><p><strong>T</strong></p><p>Words <em>here</em></p></blockquote>',
    ],
    ['{{< clip src="/a.mp4" >}}', '<p>Video: <a href="/a.mp4">a.mp4</a></p>'],
    ['Go {{< alert >}}on{{< /alert >}}', '<p>Go on</p>'],
    [
      '{{< img src="a.png" alt="A [b]" >}}\n\n{{< shot dark="b.png" light="c.png" caption="A cup" >}}',
      '<p><img src="a.png" alt="A [b]"></p><p><img src="c.png" alt="A cup"></p>',
    ],
    [
      '{{< figure src="a.png" alt="A \\"b\\"" caption="C" >}}',
      '<figure><img src="a.png" alt="A &quot;b&quot;"><figcaption>C</figcaption></figure>',
    ],
    [
      '{{< highlight go "linenos=1" >}}\na()\n{{< /highlight >}}',
      '<pre><code class="language-go">a()</code></pre>',
    ],
    [
      '{{< highlight go >}}\npackage main\n\nimport "fmt"\n{ a() }\n{{< /highlight >}}',
      '<pre><code class="language-go">package main\n\nimport "fmt"\n{ a() }</code></pre>',
    ],
    [
      '- a\n\n  {{< code-toggle file=hugo >}}\n  [tea.cup]\n  milk = 1\n  {{< /code-toggle >}}',
      '<ul><li><p>a</p><pre><code class="language-toml">[tea.cup]\nmilk = 1</code></pre></li></ul>',
    ],
    [
      '{{< code-toggle file=config/_default/tea.toml >}}\n["green/tea"]\nmilk = 1\n{{< /code-toggle >}}',
      '<p><em>config/_default/tea.toml</em></p><pre><code class="language-toml">["green/tea"]\nmilk = 1</code></pre>',
    ],
    [
      '{{< code-toggle >}}\ntea: 1\n{{< /code-toggle >}}\n\n{{< code-box >}}\ntea 1\n{{< /code-box >}}',
      '<pre><code class="language-yaml">tea: 1</code></pre><pre><code>tea 1</code></pre>',
    ],
    [
      'A\n: {{< new-in 1.2 />}}\n: (`x`) B',
      '<dl><dt>A</dt><dd>New in 1.2</dd><dd>(<code>x</code>) B</dd></dl>',
    ],
    [
      '{{< deprecated-in v1.2.3 >}}\nDo *b*.\n{{< /deprecated-in >}}\n\n## A {{< since 1.2 >}}',
      '<p>Deprecated in v1.2.3</p><p>Do <em>b</em>.</p><h2>A (since 1.2)</h2>',
    ],
    ['{{< new-in >}} {{< new-in 1.2 more >}} {{< box 1.2 >}}', ''],
    ['a {{< highlight go "hl_inline=true" >}}f(`x`){{< /highlight >}} b', '<p>a <code>f(`x`)</code> b</p>'],
    ['{{< qr text="tel:+1" />}}', '<p>QR code: <a href="tel:+1">tel:+1</a></p>'],
    ['{{< qr alt="Card" >}}\nA:1\nB:2\n{{< /qr >}}', '<p>Card</p><pre><code>A:1\nB:2</code></pre>'],
    ['[a]({{< ref "docs/setup.md#x" >}})', '<p>a</p>'],
    ['see {{% relref "docs/setup.md" %}}', '<p>see setup</p>'],
    ['see {{< ref "/docs/tea/_index.md" >}}', '<p>see tea</p>'],
    [
      '{{< youtube id="aB-3" title="How" >}}',
      '<p>Video: <a href="https://www.youtube.com/watch?v=aB-3">How</a></p>',
    ],
    ['{{< vimeo 12 >}}', '<p>Video: <a href="https://vimeo.com/12">https://vimeo.com/12</a></p>'],
    [
      '{{< gist ana 12 >}}',
      '<p>Code: <a href="https://gist.github.com/ana/12">https://gist.github.com/ana/12</a></p>',
    ],
    [
      '{{< x user="ana" id="12" >}}',
      '<p>Post: <a href="https://x.com/ana/status/12">https://x.com/ana/status/12</a></p>',
    ],
    [
      '{{< tweet ana 12 >}}',
      '<p>Post: <a href="https://x.com/ana/status/12">https://x.com/ana/status/12</a></p>',
    ],
    [
      '{{< tweet 12 >}}',
      '<p>Post: <a href="https://x.com/i/web/status/12">https://x.com/i/web/status/12</a></p>',
    ],
    [
      '{{< instagram C1x >}}',
      '<p>Post: <a href="https://www.instagram.com/p/C1x/">https://www.instagram.com/p/C1x/</a></p>',
    ],
    ['{{% shelf tip %}}\nKept **words**\n{{% /shelf %}}', '<p>Kept <strong>words</strong></p>'],
    [
      '{{< details summary="More" >}}\nx\n{{< /details >}}',
      '<details><summary>More</summary><p>x</p></details>',
    ],
    ['a {{< unknown "b" >}} c', '<p>a  c</p>'],
    ['{{< comment >}}no{{< /comment >}}a', '<p>a</p>'],
    ['`{{</* figure */>}}`', '<p><code>{{&#x3C; figure >}}</code></p>'],
    ['```\n{{%/* notice */%}}\n```', '<pre><code>{{% notice %}}</code></pre>'],
    ['```\n{{< figure src="a" >}}\n```', '<pre><code>{{&#x3C; figure src="a" >}}</code></pre>'],
    ['{{< x >}}{{ .Title }}', '<p>{{ .Title }}</p>'],
  ])('%j', (source, expected) => {
    expect(render(source)).toBe(expected);
  });
});

describe('hostile texts', () => {
  it.each(['{', '{{ ', '<A b={', '{% x ', '{{< x ', '`` ` '])('%j without end is text', (piece) => {
    const source = piece.repeat(4000);
    expect(render(source, 'page.mdx').length).toBeGreaterThan(1000);
    expect(render(source, 'page.md').length).toBeGreaterThan(1000);
  });
});

describe('MDX', () => {
  const mdx = (source: string) => render(source, 'page.mdx');
  it.each([
    ["import A from './a';\nimport B from 'b';\n\n# Tea", '<h1>Tea</h1>'],
    ['export const meta = {\n\n  a: 1,\n};\n\nText', '<p>Text</p>'],
    ['Text about\nimport duties', '<p>Text about\nimport duties</p>'],
    [
      '<Note kind="a>b" on={() => { x > 1 }}>\n\nKept *words*\n\n</Note>',
      '<blockquote class="callout callout-note"><p><strong>Note</strong></p><p>Kept <em>words</em></p></blockquote>',
    ],
    ['A <Badge text="x" /> b', '<p>A <span class="badge">x</span> b</p>'],
    ['<>\n\nA\n\n</>', '<p>A</p>'],
    ['A {"word"} {\'b\'} {`c`} {`${d}`} {/* no */}{props.no}', '<p>A word b c</p>'],
    ['Brace \\{kept}', '<p>Brace {kept}</p>'],
    ['<Image src="/a.png" alt="A" width={3} />', '<p><img src="/a.png" alt="A"></p>'],
    ['<Image src={hero} alt="A" />\n\nB', '<p>A</p><p>B</p>'],
    ['<div className="a" style={{ b: 1 }} id={"c"}>x</div>', '<div class="a" id="c">x</div>'],
    [
      '`<Tag> {x}` and\n\n```jsx\n<Tag a={1} />\n```',
      '<p><code>&#x3C;Tag> {x}</code> and</p><pre><code class="language-jsx">&#x3C;Tag a={1} /></code></pre>',
    ],
    ['<Tabs>\n      <Tab>\n\n      Deep\n\n      </Tab>\n</Tabs>', '<p>Deep</p>'],
  ])('%j', (source, expected) => {
    expect(mdx(source)).toBe(expected);
  });
});

describe('Markdoc', () => {
  const quote = (title: string, text: string) =>
    `<blockquote class="callout callout-warning"><p><strong>${title}</strong></p><p>${text}</p></blockquote>`;

  it.each([
    [
      '{% callout type="warning" title="Hot" %}\nMind *it*.\n{% /callout %}',
      quote('Hot', 'Mind <em>it</em>.'),
    ],
    ['{% admonition type="warning" name="Hot" %}\nMind it.\n{% /admonition %}', quote('Hot', 'Mind it.')],
    ['{% tabs %}\n{% tab label="One" %}\na\n{% /tab %}\n{% /tabs %}', '<p><strong>One</strong></p><p>a</p>'],
    [
      '{% card title="A card" description="Of tea" href="/x" /%}',
      '<ul><li><a href="/x">A card</a>: Of tea</li></ul>',
    ],
    ['{% if $a %}\none\n{% else /%}\ntwo\n{% /if %}', '<p>one</p>'],
    ['a\n\n{% comment %}\nhidden\n{% /comment %}\n\nb', '<p>a</p><p>b</p>'],
    ['Version {% $version %}{% price-tag %}x{% /price-tag %}', '<p>Version x</p>'],
    [
      '{% table %}\n- A\n- B\n---\n- 1\n- x|y\n{% /table %}',
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>x|y</td></tr></tbody></table>',
    ],
    [
      '`{% a %}` {% include "x" %}\n\n```\n{% /callout %}\n```',
      '<p><code>{% a %}</code></p><pre><code>{% /callout %}</code></pre>',
    ],
    [
      '{{% tip %}}\na\n{{% /tip %}}',
      '<blockquote class="callout callout-tip"><p><strong>Tip</strong></p><p>a</p></blockquote>',
    ],
  ])('%j', (source, expected) => {
    expect(render(source)).toBe(expected);
  });
});
