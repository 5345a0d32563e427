import {
  anywhere,
  at,
  describeKind,
  document,
  has,
  lacks,
  notListed,
  SITE,
  withheld,
} from '../../support/cases/kinds.js';

describeKind('twin-10: formulas in scripts', SITE, [
  ['in a line', '<p>With <script type="math/tex">p = m v</script> all ends.</p>', has('$p = m v$')],
  [
    'of their own',
    '<script type="math/tex; mode=display">y_1 = x_2</script>',
    has(/\$\$\s*y_1 = x_2\s*\$\$/),
  ],
  [
    'beside what is shown',
    '<p><span class="MathJax_Preview"></span><span class="MathJax"><span>q</span></span><script type="math/tex">q^2</script></p>',
    has('$q^2$'),
  ],
  ['a script that is none', '<p>Words.</p><script>var held = 1;</script>', lacks('var held')],
]);

const wiki = (tex: string) =>
  `<span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math alttext="${tex}"><semantics><mi>s</mi><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><img class="mwe-math-fallback-image-inline" src="/s.svg" aria-hidden="true" alt="${tex}"></span>`;
describeKind('twin-11: formulas of a wiki', SITE, [
  ['a plain one', `<p>Let ${wiki('s=k/t')} be it.</p>`, has('$s=k/t$'), lacks('s.svg')],
  ['with its style', `<p>${wiki('{\\displaystyle a_{1}}')}</p>`, has(/a_\{1\}/), lacks('s.svg')],
  ['twice', `<p>${wiki('u')} and ${wiki('w')}</p>`, has('$u$ and $w$')],
]);

describeKind('twin-13: TeX in boxes of generators', SITE, [
  [
    'in a line',
    '<p>All <span class="arithmatex">\\(b_{ij} * c_{jk}\\)</span> here</p>',
    has('b_{ij} * c_{jk}'),
  ],
  ['of its own', '<div class="arithmatex">\\[\n\\sin x=\\sum_{k}x_k\n\\]</div>', has('\\sin x=\\sum_{k}x_k')],
  ['of Sphinx', '<div class="math notranslate">\\[d_1 * e_2\\]</div>', has('d_1 * e_2')],
]);

const katex = (tex: string) =>
  `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>h</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="mord">hh</span></span></span>`;
describeKind('twin-14: KaTeX', SITE, [
  ['in the body', `<p>Then ${katex('h = g^2')} holds.</p>`, has('$h = g^2$'), lacks('hh')],
  ['in the description', `<p>First ${katex('j_1')}.</p>`, notListed('hh')],
  ['of its own', `<span class="katex-display">${katex('z = 1')}</span>`, has(/\$\$\s*z = 1\s*\$\$/)],
]);

describeKind('twin-15: popups in code', SITE, [
  [
    'twoslash',
    '<pre class="shiki twoslash"><code><span class="line">let <span class="twoslash-hover"><span class="twoslash-popup-container"><code>let n: number</code></span>n</span> = 4</span></code></pre>',
    has('let n = 4'),
    lacks('number'),
  ],
  [
    'its older form',
    '<pre class="twoslash"><code><div class="line"><data-lsp lsp="const m: string">m</data-lsp> = 5</div></code></pre>',
    has('m = 5'),
    lacks('string'),
  ],
  [
    'a tooltip',
    '<pre><code><span class="line">go(<span class="tw-hover">x<span class="twoslash-popup-container" role="tooltip">type X</span></span>)</span></code></pre>',
    has('go(x)'),
    lacks('type X'),
  ],
]);

const line = (kind: string, code: string) =>
  `<div class="ec-line${kind}"><div class="code">${code}</div></div>`;
describeKind('twin-16: lines that were removed and added', SITE, [
  [
    'Expressive Code',
    `<div class="expressive-code"><figure><pre data-language="js"><code>${line('', 'row() {')}${line(' highlight del', 'oar(1)')}${line(' highlight ins', 'sail(2)')}${line('', '}')}</code></pre></figure></div>`,
    has('sail(2)'),
    lacks(/^\s*oar\(1\)$/m),
  ],
  [
    'Shiki',
    '<pre class="shiki"><code><span class="line">a</span>\n<span class="line diff remove">b_old</span>\n<span class="line diff add">b_new</span></code></pre>',
    has('b_new'),
    lacks(/^\s*b_old$/m),
  ],
  ['no change', '<pre><code>keep(1)\nkeep(2)</code></pre>', has('keep(1)\nkeep(2)')],
]);

describeKind('twin-18: code with line numbers', SITE, [
  [
    'a table',
    '<div class="highlight"><table class="highlighttable"><tr><td class="linenos"><pre><span>41</span>\n<span>42</span></pre></td><td class="code"><pre><code>def row():\n    go()\n</code></pre></td></tr></table></div>',
    has('def row():\n    go()'),
    lacks('41'),
  ],
  [
    'in the lines',
    '<pre class="highlight"><code><span class="linenos">51</span>x = 1\n<span class="linenos">52</span>y = 2\n</code></pre>',
    has('x = 1\ny = 2'),
    lacks('51'),
  ],
  [
    'Hugo',
    '<div class="highlight"><table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">61\n</span></code></pre></td><td class="lntd"><pre><code class="language-go">z := 3\n</code></pre></td></tr></table></div>',
    has('z := 3'),
    lacks('61'),
  ],
]);

describeKind('twin-23: diagrams', SITE, [
  [
    'a box',
    '<div class="mermaid">graph TD\n  A[Nest] --> B{Full?}\n  B --> C</div>',
    has(/graph TD\n\s*A\[Nest\] --> B\{Full\?\}\n\s*B --> C/),
  ],
  ['code', '<pre class="mermaid">sequenceDiagram\n  A->>B: hi</pre>', has(/sequenceDiagram\n\s*A->>B: hi/)],
  [
    'code in an element',
    '<pre><code class="language-mermaid">pie\n  "a": 1</code></pre>',
    has('```mermaid\npie\n  "a": 1\n```'),
  ],
]);

describeKind('twin-34: pages that have run out', SITE, [
  [
    'in the past',
    document('Sale', '<p>Cheap rope.</p>', '<meta name="robots" content="unavailable_after: 2024-02-03">'),
    withheld,
    notListed('Sale'),
  ],
  [
    'in the past, in words',
    document(
      'Fair',
      '<p>Cheap nets.</p>',
      '<meta name="googlebot" content="unavailable_after: 25 Jun 2023 15:00:00 GMT">',
    ),
    withheld,
  ],
  [
    'in the future',
    document(
      'Next fair',
      '<p>Cheap oars.</p>',
      '<meta name="robots" content="unavailable_after: 2099-02-03">',
    ),
    has('Cheap oars.'),
  ],
]);

describeKind('twin-37: labels of footnotes', SITE, [
  [
    'Sphinx',
    '<p>In old times<a class="footnote-reference brackets" href="#f1" id="r1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>.</p><aside class="footnote-list brackets"><aside class="footnote brackets" id="f1" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#r1">1</a><span class="fn-bracket">]</span></span><p>Before 1900.</p></aside></aside>',
    has(/times\[\^1\]\./),
    has(/^\[\^1\]: +Before 1900/m),
  ],
  [
    'Pandoc',
    '<p>By night<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a>.</p><section class="footnotes" role="doc-endnotes"><ol><li id="fn1"><p>By lamp.<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>',
    has(/night\[\^1\]\./),
    has(/^\[\^1\]: +By lamp\./m),
    lacks('↩'),
  ],
  [
    'GitHub',
    '<p>At sea<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref>1</a></sup>.</p><section data-footnotes class="footnotes"><h2 class="sr-only">Footnotes</h2><ol><li id="user-content-fn-1"><p>In a boat. <a href="#user-content-fnref-1" data-footnote-backref>↩</a></p></li></ol></section>',
    has(/sea\[\^1\]\./),
    has(/^\[\^1\]: +In a boat\./m),
  ],
]);

describeKind('twin-43: raised and lowered digits', SITE, [
  ['a base', '<p>So 41<sub>8</sub> = 33 here.</p>', lacks('418'), anywhere('= 33 here.')],
  ['a power', '<p>So 10<sup>4</sup> = 10000 here.</p>', lacks('104 =')],
  ['a formula of chemistry', '<p>Much CO<sub>2</sub> here.</p>', has(/CO(?:₂|<sub>2<\/sub>|~2~|2|\\_2|_2)/)],
  ['the page', '<p>Words.</p>', at('page-0.md', has('33'))],
]);
