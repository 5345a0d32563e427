import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

/** A page whose description is the beginning of its text. */
const page = (title: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} | Tern Docs</title></head>
<body><header><nav><a href="/">Home</a></nav></header><main><article><h1>${title}</h1>
${content}
</article></main><footer>© Tern</footer></body></html>`;

const math =
  '<math><semantics><mi>a</mi><annotation encoding="application/x-tex">a = bw^2</annotation></semantics></math>';

/** Path, what stands in the page, what the twin and the index have, what neither has. */
const PAGES = [
  [
    'katex',
    `<p>It is <span class="katex"><span class="katex-mathml">${math}</span><span class="katex-html" aria-hidden="true"><span>a=bw2</span></span></span> for all.</p>`,
    'It is $a = bw^2$ for all.',
    'a=bw2',
  ],
  [
    'mathjax',
    '<p>It is <span class="MathJax_Preview">a=bw2</span><span class="MathJax"><span>a=bw2</span></span><script type="math/tex">a = bw^2</script> for all.</p>',
    'It is $a = bw^2$ for all.',
    'a=bw2',
  ],
  [
    'mediawiki',
    `<p>It is <span class="mwe-math-element"><span style="display: none;">${math}</span><img src="/4f2a.svg" aria-hidden="true" alt="a = bw^2"></span> for all.</p>`,
    'It is $a = bw^2$ for all.',
    '4f2a',
  ],
  [
    'twoslash',
    '<p>Call this:</p><pre class="twoslash"><code>fly(<span class="twoslash-hover"><span class="twoslash-popup-container">wings: number</span>wings</span>)</code></pre>',
    'fly(wings)',
    'wings: number',
  ],
  [
    'numbers',
    '<p>Call this:</p><table class="highlighttable"><tr><td class="linenos"><pre>71\n72</pre></td><td class="code"><pre><code>fly(wings)\nland()</code></pre></td></tr></table>',
    'fly(wings)',
    '71',
  ],
] as const;

describe('formulas and code in the documents of a site', () => {
  let folder = '';
  const read = (file: string) => readFileSync(join(folder, 'out', file), 'utf8');

  beforeAll(async () => {
    const pages = PAGES.map(([path, content]) => [`site/${path}/index.html`, page(`About ${path}`, content)]);
    folder = workspace({
      'site/index.html': page('Welcome', '<p>Terns fly to the other end of the earth.</p>'),
      ...Object.fromEntries(pages),
    });
    await build(['--site', 'site', '--base-url', 'https://tern.example', '--out', 'out'], { cwd: folder });
  });

  it.each(PAGES)('%s: the twin has them once', (path, _, shown, absent) => {
    const twin = read(`${path}.md`);
    // The description stands before the body, as a quotation.
    const afterHead = twin.slice(twin.indexOf('\n---\n'));
    const body = afterHead.replace(/^>.*$/gm, '');
    expect(body.split(shown)).toHaveLength(2);
    expect(twin).not.toContain(absent);
  });

  it.each(PAGES)('%s: the index describes the page with formulas, without code', (path, _, shown, absent) => {
    const line = read('llms.txt')
      .split('\n')
      .find((one) => one.includes(`/${path}.md`));
    // A description is plain text: TeX without its signs, and no program.
    expect(line).toContain(shown === 'fly(wings)' ? 'Call this:' : shown.replaceAll('$', ''));
    expect(line).not.toContain(absent);
  });

  it('come from Markdown sources as well', async () => {
    const cwd = workspace({
      'content/mass.md': `---\ntitle: Mass\n---\n\n${PAGES[0][1].replace(/<\/?p>/g, '')}\n`,
    });
    const args = ['--source', 'content', '--base-url', 'https://tern.example', '--out', 'out'];
    await build(args, { cwd });
    const [twin = '', index = ''] = ['mass.md', 'llms.txt'].map((file) =>
      readFileSync(join(cwd, 'out', file), 'utf8'),
    );
    expect(twin).toContain('It is $a = bw^2$ for all.');
    expect(index).toContain('It is a = bw^2 for all.');
    expect(twin + index).not.toContain('a=bw2');
  });
});
