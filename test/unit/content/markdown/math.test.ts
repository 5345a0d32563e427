import { describe, expect, it } from 'vitest';
import { builtTwin, sourceTwin } from '../../../support/content/markdown/twins.js';

const mathml = (annotation: string, children = '<mi>a</mi>') =>
  `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>${children}</mrow>${annotation}</semantics></math>`;
const tex = (source: string) => `<annotation encoding="application/x-tex">${source}</annotation>`;
const katex = (source: string, glyphs: string) =>
  `<span class="katex"><span class="katex-mathml">${mathml(tex(source))}</span><span class="katex-html" aria-hidden="true"><span class="base">${glyphs}</span></span></span>`;
const wiki = (kind: string, source: string, math = mathml(tex(source))) =>
  `<span class="mwe-math-element mwe-math-element-${kind}"><span class="mwe-math-mathml-${kind}" style="display: none;">${math}</span><img src="/4f2a.svg" class="mwe-math-fallback-image-${kind}" aria-hidden="true" alt="${source}"></span>`;
const drawn = '<span class="MathJax"><nobr><span class="math">a<sub>1</sub>=b</span></nobr></span>';

/** Name, what stands in a built page, its Markdown. */
type Row = readonly [name: string, html: string, markdown: string];

const SCRIPTS: readonly Row[] = [
  ['in a line', '<p>So <script type="math/tex">l = k v^2</script> holds.</p>', 'So $l = k v^2$ holds.'],
  ['as a block', '<script type="math/tex; mode=display">f(x) = x_1</script>', '$$f(x) = x_1$$'],
  [
    'with a preview',
    '<p>So <span class="MathJax_Preview">a_1</span><script type="math/tex">a_1</script>.</p>',
    'So $a_1$.',
  ],
  [
    'beside what MathJax 2 drew',
    `<p>So <span class="MathJax_Preview"></span>${drawn}<script type="math/tex" id="MathJax-Element-1">a_1=b</script> holds.</p>`,
    'So $a_1=b$ holds.',
  ],
  [
    'beside what MathJax 2 drew as a block',
    `<div class="MathJax_Display">${drawn}</div><script type="math/tex; mode=display">a_1=b</script>`,
    '$$a_1=b$$',
  ],
  [
    'with the comments of kramdown',
    '<script type="math/tex; mode=display">% <![CDATA[\na_1 & b %]]></script>',
    '$$a_1 & b$$',
  ],
  [
    'of MathML with words, functions and accents',
    '<p><math><mi>sin</mi><mo>&#x2061;</mo><mi>θ</mi><mtext>&nbsp;if </mtext><mi>f</mi><mo>&#x2061;</mo><mo>(</mo><mi>x</mi><mo>)</mo><mspace width="1em"></mspace><mtext>or</mtext><mover><mi>v</mi><mo>→</mo></mover></math></p>',
    'sin θ if f(x) or v\u20d7',
  ],
  ['of MathML', '<p>So <script type="math/mml"><math><mi>a</mi></math></script>.</p>', 'So a.'],
  ['of a program', '<p>End.</p><script>var tracker = 1;</script>', 'End.'],
];

/** Formulas that Markdown would misread. */
const MISREAD: readonly Row[] = [
  ['alone', '<p><span class="math display">$$a | b$$</span></p>', '```math\na | b\n```'],
  ['in a line', '<p>So <span class="math display">$$a | b$$</span>.</p>', 'So $`a | b`$.'],
  ['not displayed', '<p><span class="math inline">$a | b$</span></p>', '$`a | b`$'],
];

const inMathJax = (jax: string, inside: string) =>
  `<p>So <mjx-container class="MathJax" jax="${jax}">${inside}</mjx-container> holds.</p>`;
const glyph = (tag: string, hex: string) =>
  `<mjx-${tag}><mjx-c class="mjx-c${hex} TEX-I"></mjx-c></mjx-${tag}>`;
const drawnGlyph = (tag: string, hex: string) => `<g data-mml-node="${tag}"><use data-c="${hex}"></use></g>`;
const katexOnly = (inside: string, attributes = '') =>
  `<p>So <span class="katex"${attributes}><span class="katex-html" aria-hidden="true"><span class="base">${inside}</span></span></span> holds.</p>`;
const katexRow = (top: number, inside: string) =>
  `<span style="top:${top}em;"><span class="pstrut" style="height:2.7em;"></span>${inside}</span>`;
const katexRows = (name: string, ...rows: string[]) =>
  `<span class="${name}"><span class="vlist-t"><span class="vlist-r"><span class="vlist">${rows.join('')}</span></span></span></span>`;

/** Drawings without their TeX. */
const DRAWN: readonly Row[] = [
  [
    'MathJax 3 in HTML: a number and an exponent in glyphs',
    inMathJax(
      'CHTML',
      `<mjx-math><mjx-msup>${glyph('mi', '1D465')}<mjx-script>${glyph('mn', '32')}</mjx-script></mjx-msup></mjx-math>`,
    ),
    'So x^2 holds.',
  ],
  [
    'MathJax 3 in HTML: the upper sign is drawn first',
    inMathJax(
      'CHTML',
      `<mjx-msubsup>${glyph('mi', '61')}<mjx-script>${glyph('mn', '32')}<mjx-spacer></mjx-spacer>${glyph('mi', '69')}</mjx-script></mjx-msubsup>`,
    ),
    'So a_i^2 holds.',
  ],
  [
    'MathJax 3 in HTML: a fraction',
    inMathJax(
      'CHTML',
      `<mjx-mfrac><mjx-frac><mjx-num>${glyph('mi', '61')}</mjx-num><mjx-dbox><mjx-den>${glyph('mi', '62')}</mjx-den></mjx-dbox></mjx-frac></mjx-mfrac>`,
    ),
    'So a/b holds.',
  ],
  [
    'MathJax 3 in SVG',
    inMathJax(
      'SVG',
      `<svg role="img"><g data-mml-node="msubsup">${drawnGlyph('mi', '61')}${drawnGlyph('mn', '32')}${drawnGlyph('mi', '69')}</g><g data-mml-node="msqrt">${drawnGlyph('mi', '62')}${drawnGlyph('mo', '221A')}</g></svg>`,
    ),
    'So a_i^2√b holds.',
  ],
  [
    'MathJax 3 in SVG with a title',
    inMathJax('SVG', `<svg role="img"><title>x squared</title>${drawnGlyph('mi', '78')}</svg>`),
    'So x squared holds.',
  ],
  [
    'MathJax 4 with words for screen readers',
    inMathJax(
      'CHTML',
      `<mjx-math>${glyph('mi', '78')}</mjx-math><mjx-speech aria-label="x squared" role="img"></mjx-speech>`,
    ),
    'So x squared holds.',
  ],
  [
    'MathJax 3 with words of the speech rules',
    inMathJax('CHTML', `<mjx-math data-semantic-speech="x squared">${glyph('mi', '78')}</mjx-math>`),
    'So x squared holds.',
  ],
  [
    'MathJax 2 in SVG',
    '<p>So <span class="MathJax_SVG"><svg><use xlink:href="#MJMATHI-78"></use></svg></span> holds.</p>',
    'So x holds.',
  ],
  [
    'KaTeX in HTML: an index and an exponent, from the lowest row to the highest',
    katexOnly(
      `<span class="mord"><span class="mord">a</span>${katexRows('msupsub', katexRow(-2.44, 'i'), katexRow(-3.06, '2'))}</span>`,
    ),
    'So a_i^2 holds.',
  ],
  [
    'KaTeX in HTML: a fraction',
    katexOnly(katexRows('mfrac', katexRow(-2.31, 'b'), katexRow(-3.67, 'a'))),
    'So a/b holds.',
  ],
  ['KaTeX in HTML, with its source', katexOnly('x2', ' data-tex="x^2"'), 'So $x^2$ holds.'],
  ['KaTeX in HTML, with a name', katexOnly('x2', ' aria-label="x squared"'), 'So x squared holds.'],
  [
    'KaTeX in HTML in a box with the source',
    `<p>So <span class="ql-formula" data-value="y_2">&#xfeff;<span contenteditable="false"><span class="katex"><span class="katex-html">y2</span></span></span></span> holds.</p>`,
    'So $y_2$ holds.',
  ],
  [
    'a picture with a name instead of an alternative text',
    '<p>So <img class="math" src="/1.svg" alt="" aria-label="x squared"> holds.</p>',
    'So x squared holds.',
  ],
  [
    'MathML with invisible signs and a table',
    '<p>So <math><mi>x</mi><mo>&#x2062;</mo><mi>y</mi><mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr><mtr><mtd>3</mtd><mtd>4</mtd></mtr></mtable></math> holds.</p>',
    'So xy1 2; 3 4 holds.',
  ],
];

const MATHJAX: readonly Row[] = [
  [
    'MathJax 2 without its script',
    '<p>So <span class="MathJax" data-mathml="&lt;math&gt;&lt;msup&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;mn&gt;2&lt;/mn&gt;&lt;/msup&gt;&lt;/math&gt;"><nobr>x2</nobr></span>.</p>',
    'So x^2.',
  ],
  [
    'MathJax 3 with assistive MathML',
    '<p>So <mjx-container class="MathJax" jax="CHTML"><mjx-math><mjx-mi>x</mjx-mi></mjx-math><mjx-assistive-mml><math><mi>x</mi><mo>=</mo><mn>1</mn></math></mjx-assistive-mml></mjx-container>.</p>',
    'So x=1.',
  ],
  [
    'MathJax 4 with its source',
    '<p>So <mjx-container jax="SVG"><mjx-math data-latex="x_1 = \\frac{1}{2}"><svg></svg></mjx-math></mjx-container>.</p>',
    'So $x_1 = \\frac{1}{2}$.',
  ],
  [
    'MathJax 3 as a block',
    `<mjx-container jax="SVG" display="true"><svg></svg><mjx-assistive-mml>${mathml(tex('a_1'))}</mjx-assistive-mml></mjx-container>`,
    '$$a_1$$',
  ],
];

const BOXES: readonly Row[] = [
  ['KaTeX', `<p>So ${katex('a = bw^2', 'a=bw2')}.</p>`, 'So $a = bw^2$.'],
  ['KaTeX as a block', `<span class="katex-display">${katex('a_1', 'a1')}</span>`, '$$a_1$$'],
  [
    'KaTeX in a marked box',
    `<p><span class="math math-inline">${katex('a_1', 'a1')}</span> holds.</p>`,
    '$a_1$ holds.',
  ],
  ['TeX that KaTeX refused', '<p><span class="katex-error" title="x">\\foo_1</span></p>', '$\\foo_1$'],
  ['MediaWiki', `<p>Let ${wiki('inline', '{\\displaystyle v_1=d/t}')} be.</p>`, 'Let $v_1=d/t$ be.'],
  ['MediaWiki as a block', `<p>${wiki('block', '{\\displaystyle v=d}')}</p>`, '$$v=d$$'],
  ['MediaWiki as an image', `<p>Let ${wiki('inline', '{\\textstyle v_1}', '')} be.</p>`, 'Let $v_1$ be.'],
  [
    'braces that close early',
    `<p>${wiki('inline', '{\\displaystyle a}{b}')}</p>`,
    `$\{\\displaystyle a}{b}$`,
  ],
  ['WordPress', '<p><img src="/latex.php?latex=x_1" alt="x_1" class="latex"></p>', '$x_1$'],
  ['pictures with dollars in their names', '<p><img src="/1.png" alt="$x_1$" class="math"></p>', '$x_1$'],
  ['an image with TeX as its text', '<p><img src="/m.png" alt="\\frac{a}{b}"></p>', '$\\frac{a}{b}$'],
  [
    'Pandoc as a block in a line',
    '<p>So<span class="math display">\\[r\\]</span>and <span class="math inline">\\(a\\)</span><span class="math display">\\[s\\]</span>.</p>',
    'So $$r$$ and $a$ $$s$$.',
  ],
  ['Sphinx as images', '<div class="math"><p><img src="/m.png" alt="x_1 = 2"></p></div>', '$$x_1 = 2$$'],
  ['Sphinx', '<p><span class="math notranslate nohighlight">\\(a_1\\)</span>.</p>', '$a_1$.'],
  [
    'Sphinx with a number',
    '<div class="math notranslate"><span class="eqno">(3)<a class="headerlink" href="#e">¶</a></span>\\[a_1 = b_2\\]</div>',
    '$$a_1 = b_2 \\tag{3}$$',
  ],
  [
    'MkDocs',
    '<p>For <span class="arithmatex">\\(a_{ij} * b_{jk}\\)</span>.</p><div class="arithmatex">\\[\n\\sum_{k=0}^{\\infty} x\n\\]</div>',
    'For $`a_{ij} * b_{jk}`$.\n\n$$\\sum_{k=0}^{\\infty} x$$',
  ],
  [
    'GitHub',
    '<p>So <math-renderer class="js-inline-math">$a_1$</math-renderer>.</p><math-renderer class="js-display-math">$$b_2$$</math-renderer>',
    'So $a_1$.\n\n$$b_2$$',
  ],
  [
    'GitLab',
    '<p>So <code class="code math js-render-math" data-math-style="inline">a_1</code>.</p><pre class="code math js-render-math" data-math-style="display">b_2</pre>',
    'So $a_1$.\n\n$$b_2$$',
  ],
  ['a block of code in math', '<pre><code class="language-math">b_2 = c</code></pre>', '$$b_2 = c$$'],
  ['remark-math', '<p>So <code class="language-math math-inline">a_1</code>.</p>', 'So $a_1$.'],
  [
    'AsciiDoctor',
    '<div class="stemblock"><div class="title">Lift</div><div class="content">\n\\[l_1 = k\\]\n</div></div>',
    'Lift\n\n$$l_1 = k$$',
  ],
  [
    'AsciiMath of AsciiDoctor',
    '<div class="stemblock"><div class="content">\\$x_1 = y^2\\$</div></div>',
    '`x_1 = y^2`',
  ],
  [
    'MkDocs, in a box of its own',
    '<div class="result"><div class="arithmatex">\\[\n\\sum_{k=0} x\n\\]</div></div>',
    '$$\\sum_{k=0} x$$',
  ],
  ['Pandoc', '<p>So <span class="math inline">\\(x_i\\)</span>.</p>', 'So $x_i$.'],
];

const MATHML: readonly Row[] = [
  ['with its TeX', `<p>${mathml(tex('x_1'))}</p>`, '$x_1$'],
  ['with its TeX as an attribute', '<p><math alttext="x_1"><mi>x</mi></math></p>', '$x_1$'],
  [
    'a power',
    '<p><math><msup><mn>2</mn><mrow><mi>n</mi><mo>-</mo><mn>1</mn></mrow></msup></math></p>',
    '2^(n-1)',
  ],
  [
    'a fraction',
    '<p><math><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math></p>',
    'a/(b+1)',
  ],
  ['a root', '<p><math><mroot><mi>x</mi><mn>3</mn></mroot></math></p>', 'x^(1/3)'],
];

const EXPONENTS: readonly Row[] = [
  [
    'an index before a number',
    '<p>log<sub>10</sub>8 in x<sub>1</sub>, CO<sub>2</sub></p>',
    'log\\_(10)8 in x1, CO2',
  ],
  ['an operation', '<p>It is 2<sup>n - 1</sup> long.</p>', 'It is 2^(n - 1) long.'],
  ['without spaces', '<p>2<sup>n-1</sup></p>', '2^(n-1)'],
  ['of a letter in italics', '<p><i>x</i><sup>2n+1</sup></p>', '*x*^(2n+1)'],
  ['of a bracket', '<p>(a+b)<sup>(n+1)/2</sup></p>', '(a+b)^((n+1)/2)'],
  ['a letter', '<p>2<sup>n</sup> leaves</p>', '2^n leaves'],
  ['a negative letter', '<p>e<sup>−x</sup></p>', 'e^(−x)'],
  ['an ordinal', '<p>le 5<sup>e</sup> jour, 3<sup>rd</sup></p>', 'le 5e jour, 3rd'],
  ['marks of notes', '<p>terns<sup>1-3</sup> fly</p>', 'terns1-3 fly'],
];

describe('formulas of built pages', () => {
  describe.each([
    ['scripts', SCRIPTS],
    ['that Markdown would misread', MISREAD],
    ['MathJax', MATHJAX],
    ['drawings without TeX', DRAWN],
    ['boxes of generators', BOXES],
    ['MathML', MATHML],
    ['raised text', EXPONENTS],
  ] as const)('%s', (_, rows) => {
    it.each(rows)('%s', async (_name, html, markdown) => {
      expect(await builtTwin(html)).toBe(markdown);
    });
  });
});

describe('equations that LaTeXML sets in tables', () => {
  const cell = (html: string, name = '') => `<td class="ltx_eqn_cell ${name}">${html}</td>`;
  const number = (text: string) =>
    cell(`<span class="ltx_tag ltx_tag_equation">${text}</span>`, 'ltx_eqn_eqno');
  const table = (rows: string) => `<table class="ltx_equation ltx_eqn_table"><tbody>${rows}</tbody></table>`;
  const math = (source: string) => `<math alttext="${source}" display="block"><mi>a</mi></math>`;

  it.each<Row>([
    [
      'with a number',
      table(`<tr>${cell('')}${cell(math('a=b%\nc'))}${number('(1)')}</tr>`),
      '$$a=bc \\tag{1}$$',
    ],
    [
      'aligned',
      table(`<tr>${cell(math('a'))}${cell(math('=b'))}</tr><tr>${cell(math('=c'))}${number('(2a)')}</tr>`),
      '$$a =b$$\n\n$$=c \\tag{2a}$$',
    ],
    [
      'with words in a cell',
      table(`<tr>${cell('<span>s.t.</span>')}${cell(math('a=b'))}</tr>`),
      '$$\\text{s.t.} a=b$$',
    ],
    [
      'with words beside a formula, which stay',
      table(`<tr>${cell(`${math('a')} for all`)}${cell(math('=b'))}</tr>`),
      'for all',
    ],
  ])('%s', async (_, html, markdown) => {
    expect(await builtTwin(html)).toContain(markdown);
  });
});

describe('formulas in the text of built pages', () => {
  const MATHJAX_HEAD = '<script src="https://cdn.example/mathjax@3/es5/tex-mml-chtml.js"></script>';

  it.each([
    ['in a line', '<p>For \\(a_{ij} * b\\) we have</p>', 'For $`a_{ij} * b`$ we have'],
    ['as blocks', '<p>\\[a_1\\]</p><p>$$b_2$$</p>', '$$a_1$$\n\n$$b_2$$'],
    [
      'environments',
      '<p>\\begin{align}a_1 &amp;= b\\end{align}</p>',
      '$$\\begin{align}a_1 &= b\\end{align}$$',
    ],
    ['code stays', '<p><code>\\(a_1\\)</code></p>', '`\\(a_1\\)`'],
    ['AsciiMath', '<p>\\$x_1\\$ is</p>', '`x_1` is'],
  ])('%s', async (_, html, markdown) => {
    expect(await builtTwin(html, MATHJAX_HEAD)).toBe(markdown);
  });

  it.each([
    ['MathJax 2', "<script>MathJax.Hub.Config({tex2jax: {inlineMath: [ ['$','$'] ]}})</script>"],
    ['MathJax 3', "<script>MathJax = {tex: {inlineMath: {'[+]': [['$', '$']]}}}</script>"],
    ['KaTeX', '<script>renderMathInElement(b, {delimiters: [{left: "$", right: "$"}]})</script>'],
  ])('stand between single dollars where %s is told so', async (_name, head) => {
    expect(await builtTwin('<p>So $P(B~|~D)$ and $ a $, <code>$b~|~c$</code>.</p>', head)).toBe(
      'So $`P(B~|~D)`$ and $a$, `$b~|~c$`.',
    );
    const prices = '<p>From $5 to $6, or \\$7.</p>';
    expect(await builtTwin(prices, head)).toBe(await builtTwin(prices));
    expect(await builtTwin('<p>So $a~|~b$.</p>', MATHJAX_HEAD)).toBe('So $a\\~|\\~b$.');
  });

  it('are text where no program draws them', async () => {
    expect(await builtTwin('<p>Match \\(a_b\\) here</p>')).not.toContain('$');
  });
});

describe('formulas of Markdown sources', () => {
  it.each([
    ['dollar signs', 'So $a_1 * b_2$ holds.', 'So $`a_1 * b_2`$ holds.'],
    [
      'a sign before a name, and one in code',
      'In *$HOME/bin*, not in\n`$PATH`.',
      'In *$HOME/bin*, not in `$PATH`.',
    ],
    ['code as a formula', 'So $`a_1`$ holds.', 'So $a_1$ holds.'],
    ['a fence', '```math\na_1 = b\n```', '$$a_1 = b$$'],
    ['HTML of KaTeX', `So ${katex('a_1', 'a1')}.`, 'So $a_1$.'],
  ])('%s', (_, source, markdown) => {
    expect(sourceTwin(source)).toBe(markdown);
  });

  it.each([
    ['a component with an attribute', 'So <InlineMath math="a_1" />.', 'So $a_1$.'],
    ['a component around a template', '<BlockMath>{`\\\\frac{a_1}{2}`}</BlockMath>', '$$\\frac{a_1}{2}$$'],
    ['a component in a line', 'So <TeX inline>{"a_1"}</TeX>.', 'So $a_1$.'],
  ])('MDX: %s', (_, source, markdown) => {
    expect(sourceTwin(source, 'page.mdx')).toBe(markdown);
  });
});
