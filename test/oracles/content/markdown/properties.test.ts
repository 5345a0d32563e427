import fc from 'fast-check';
import type { Element, Nodes, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRaw from 'rehype-raw';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';
import { text } from '../../../support/content/markdown/arbitrary.js';
import { unifiedMarkdown } from '../../../support/content/markdown/unified.js';

const RUNS = Number(process.env['RUNS'] ?? 400);
const runs = { numRuns: RUNS };

/** Renders Markdown as a careless reader would: raw HTML is allowed. */
const renderer = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw);

function render(markdown: string): Root {
  return renderer.runSync(renderer.parse(markdown)) as Root;
}

function elements(node: Nodes): Element[] {
  if (!('children' in node)) return [];
  const inner = node.children.flatMap((child) => elements(child as Nodes));
  return node.type === 'element' ? [node, ...inner] : inner;
}

function visible(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map((child) => visible(child as Nodes)).join('') : '';
}

const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim();

const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text with more of what could become a tag, a link or an entity. */
const hostile = fc
  .array(
    fc.oneof(
      text,
      fc.constantFrom(
        '<script>',
        '</script>',
        '<img src=x onerror=y>',
        '<!--',
        '-->',
        '<a href="/x">',
        '](javascript:x)',
        '&lt;',
        '<https://x>',
        '<?x',
        '<![CDATA[',
        '\\<b>',
        '`<i>`',
      ),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join('').replace(/[\r\n\0\f\u00ad\u200b\u2060\ufeff]/g, ' '));

const TAGS = [
  'p',
  'div',
  'span',
  'b',
  'i',
  'em',
  'strong',
  'a href="/x"',
  'a href="#y"',
  'ul',
  'ol start="3"',
  'li',
  'table',
  'tr',
  'td',
  'th',
  'td colspan="2" rowspan="3"',
  'thead',
  'caption',
  'blockquote',
  'pre',
  'code',
  'code class="language-js"',
  'h1',
  'h2',
  'br',
  'hr',
  'img src="/i.png" alt="i"',
  'figure',
  'figcaption',
  'dl',
  'dt',
  'dd',
  'details',
  'summary',
  'sup',
  'sub',
  'q',
  'del',
  'kbd',
  'video src="/v"',
  'iframe src="/f"',
  'noscript',
  'form',
  'button',
  'svg',
  'math',
  'template',
  'select',
  'input type="checkbox"',
  'nobr',
  'textarea',
  'section class="footnotes"',
  'p hidden',
  'li id="n1"',
  'a id="r1" href="#n1"',
  'ruby',
  'rt',
  'center',
  'wbr',
];

/** Markup as bad as it comes: tags opened and closed at random. */
const soup = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...TAGS).map((tag) => `<${tag}>`) },
      { weight: 2, arbitrary: fc.constantFrom(...TAGS).map((tag) => `</${tag.split(' ')[0]}>`) },
      { weight: 4, arbitrary: text.map(escapeHtml) },
      { weight: 1, arbitrary: fc.constantFrom(' ', '\n', '<!-- c -->', '\t') },
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

describe('conversion of any text', () => {
  it('never makes a tag, an image or a link to code out of text', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.constantFrom(
          'p',
          'h2',
          'li',
          'td',
          'b',
          'blockquote',
          'dd',
          'a',
          'a href="https://link.example/"',
          'figcaption',
          'summary',
        ),
        (value, tag) => {
          const html =
            tag === 'td'
              ? `<table><tr><td>${escapeHtml(value)}</td><td>x</td></tr></table>`
              : `<${tag}>${escapeHtml(value)}</${tag.split(' ')[0]}>`;
          const allowed = new Set(
            'p h2 li ul blockquote strong em a table thead tbody tr th td br'.split(' '),
          );
          for (const element of elements(render(toMarkdown(parseHtml(html))))) {
            expect(allowed).toContain(element.tagName);
            if (element.tagName === 'a')
              expect(String(element.properties['href'])).toMatch(/^(?:https?:|mailto:|xmpp:)/i);
          }
        },
      ),
      runs,
    );
  });

  it('shows the same text again', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const tree = parseHtml(`<p>${escapeHtml(value)}</p>`);
        expect(oneLine(visible(render(toMarkdown(tree))))).toBe(oneLine(visible(tree)));
      }),
      runs,
    );
  });

  it('shows the same text again in a table cell', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const tree = parseHtml(
          `<table><tr><th>a</th><th>b</th></tr><tr><td>${escapeHtml(value)}</td><td>x</td></tr></table>`,
        );
        const cells = elements(render(toMarkdown(tree))).filter(({ tagName }) => tagName === 'td');
        expect(oneLine(visible(cells[0] as Element))).toBe(oneLine(value));
      }),
      runs,
    );
  });

  it('keeps code as it is', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const rendered = render(toMarkdown(parseHtml(`<p>a <code>x${escapeHtml(value)}x</code></p>`)));
        const code = elements(rendered).find(({ tagName }) => tagName === 'code');
        expect(oneLine(visible(code as Element))).toBe(oneLine(`x${value}x`));
      }),
      runs,
    );
  });
});

describe('conversion of any markup', () => {
  it('gives the bytes of the unified stack', async () => {
    await fc.assert(
      // The stack drops the white space beside `<wbr>`, which joins two words.
      fc.asyncProperty(soup, async (written) => {
        const html = written.replaceAll('<wbr>', '');
        expect(toMarkdown(parseHtml(html))).toBe(await unifiedMarkdown(html));
      }),
      runs,
    );
  });

  it('is clean: no white space at line ends outside of code, one newline at the end, the tree untouched', () => {
    fc.assert(
      fc.property(soup, (html) => {
        const tree = parseHtml(html);
        const before = JSON.stringify(tree);
        const markdown = toMarkdown(tree);
        expect(JSON.stringify(tree)).toBe(before);
        expect(toMarkdown(tree)).toBe(markdown);
        if (markdown !== '') expect(markdown).toMatch(/[^\n]\n$/);
        if (!markdown.includes('```')) expect(markdown).not.toMatch(/[ \t]\n|\n{3}/);
      }),
      runs,
    );
  });

  it('brings no raw HTML', () => {
    fc.assert(
      fc.property(soup, (html) => {
        const markdown = toMarkdown(parseHtml(html));
        const nodes = unified().use(remarkParse).use(remarkGfm).parse(markdown);
        expect(JSON.stringify(nodes)).not.toContain('"type":"html"');
      }),
      runs,
    );
  });

  it('parses HTML into the tree of rehype-parse', () => {
    const strip = (node: Nodes): unknown =>
      JSON.parse(
        JSON.stringify(node, (key, value) => {
          if (key === 'position' || key === 'data') return undefined;
          // rehype-parse writes some names of SVG in another case.
          return key === 'tagName' ? String(value).toLowerCase() : value;
        }),
      );
    fc.assert(
      fc.property(soup, (html) => {
        expect(strip(parseHtml(html))).toEqual(
          strip(unified().use(rehypeParse, { fragment: true }).parse(html)),
        );
      }),
      runs,
    );
  });
});

describe('hostile sizes', () => {
  const deep = (tag: string, count: number): string =>
    `${`<${tag}>`.repeat(count)}core${`</${tag}>`.repeat(count)}`;

  it.each(['div', 'blockquote', 'span', 'b', 'section', 'x-y', 'details'])(
    'survives 10,000 nested %s and keeps the text',
    (tag) => {
      expect(toMarkdown(parseHtml(deep(tag, 10_000)))).toContain('core');
    },
  );

  it('survives nested lists and tables', () => {
    expect(toMarkdown(parseHtml(`${'<ul><li>'.repeat(3000)}core`))).toContain('core');
    expect(toMarkdown(parseHtml(`${'<table><tr><td>'.repeat(1000)}core`))).toContain('core');
    expect(
      toMarkdown(parseHtml(`${'<table><tr><td colspan=1000 rowspan=1000>'.repeat(20)}core`)).length,
    ).toBeLessThan(100_000);
  });

  // Each of these took minutes with one careless pattern or loop; the time limit of a test is the judge.
  const LONG = 50_000;
  it.each([
    ['brackets after an address', `<p>https://a${')'.repeat(LONG)}</p>`],
    ['a set of images without end', `<img src="data:x" srcset="${'a'.repeat(LONG)} b c">`],
    ['spaces in an address', `<a href="${' '.repeat(LONG)}x${' '.repeat(LONG)}y">z</a>`],
    ['spaces in code', `<pre>a${' '.repeat(LONG)}b</pre>`],
    ['neighbouring marks', '<b>a</b>'.repeat(LONG / 5)],
    ['marks of two kinds', '<b>a</b><i>b</i>'.repeat(1000)],
    ['punctuation in marks', `<b>${'!'.repeat(LONG)}a${'!'.repeat(LONG)}</b>x`],
    ['mail-like words', `<p>${'a@b.c1 '.repeat(LONG / 5)}${'@'.repeat(LONG)}</p>`],
    [
      'signs of Markdown',
      `<p>${'*'.repeat(LONG)}</p><p>${'_a'.repeat(LONG)}</p><p>${'[](a'.repeat(LONG)}</p>`,
    ],
    ['backticks', `<p>${'`'.repeat(LONG)}</p><code>${'` '.repeat(LONG / 5)}</code>`],
    ['hidden elements in each other', '<span aria-hidden="true">'.repeat(LONG / 5)],
    ['paragraphs in a cell', `<table><tr><td>${'<p>a</p>'.repeat(LONG / 5)}</td><td>b</td></tr></table>`],
    ['lines of code', `<pre>${'<div>line</div>'.repeat(LONG / 5)}</pre>`],
    [
      'references to one long footnote',
      `${'<sup><a href="#n">1</a></sup>'.repeat(5000)}<ol><li id="n">${'<a href="/x">y</a>'.repeat(5000)}</li></ol>`,
    ],
  ])('is quick with %s', (_, html) => {
    expect(typeof toMarkdown(parseHtml(html))).toBe('string');
  });

  it('survives long flat pages', () => {
    const cells = '<td colspan="100" rowspan="65000">x</td>'.repeat(200);
    expect(toMarkdown(parseHtml(`<table>${`<tr>${cells}</tr>`.repeat(200)}</table>`)).length).toBeLessThan(
      5_000_000,
    );
    expect(toMarkdown(parseHtml('<b>a</b>*_`['.repeat(5000)))).toContain('a');
    expect(toMarkdown(parseHtml(`<p>${'a@'.repeat(20_000)}</p><p>${'www.'.repeat(20_000)}</p>`))).toContain(
      'a@a',
    );
  });
});
