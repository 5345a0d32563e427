import type { Element, Root } from 'hast';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../../src/content/body/markdown/components/write.js';
import { openMarkdownElements } from '../../../src/content/body/markdown/python/md-in-html.js';
import { markFormulas } from '../../../src/content/body/wordpress/shortcodes/code.js';
import { splitFences } from '../../../src/content/fidelity/code-parts.js';
import { asSeen } from '../../../src/content/html/as-seen.js';
import { parseHtml } from '../../../src/content/html/parse.js';
import { toMarkdown } from '../../../src/content/markdown/to-markdown.js';
import { cutGates } from '../../../src/content/privacy/wordpress/cut.js';
import { withoutCode } from '../../../src/core/prose.js';
import { editToml } from '../../../src/sidecar/content/write/toml-edit.js';
import { expandDocsify } from '../../../src/sources/files/includes/docsify.js';
import type { Includes } from '../../../src/sources/files/includes/includes.js';
import { expandVueLoops } from '../../../src/sources/files/includes/vue-loops.js';
import { expandSmartSymbols } from '../../../src/sources/files/includes/with-includes.js';
import { docsify } from '../../../src/sources/files/profiles/docsify.js';
import { dataOfFrontMatter } from '../../../src/sources/files/profiles/eleventy/config.js';
import { detectHtml } from '../../../src/sources/html/detect.js';
import { isWidget } from '../../../src/sources/html/page-widgets.js';
import { folderWith } from '../../support/sources/files/read-folder.js';

const LAYOUT = { config: { values: { docsify: {} } }, bases: [{ folder: '' }] };
const PAGE = { page: 'a.md', file: 'a.md', layout: LAYOUT, hasFile: () => false } as unknown as Includes;
const SYMBOLS = { markdown_extensions: ['pymdownx.smartsymbols'] };
const loops = (text: string) => expandVueLoops(text, { title: 'Tea', extra: {} });
const RULES = { allow: [], deny: [] };
const spaces = ' '.repeat(100_000);

function seen(html: string): Root {
  const tree = parseHtml(html);
  asSeen(tree);
  return tree;
}

function twin(html: string): string {
  return toMarkdown(parseHtml(html));
}

function question(value: string): Element {
  return { type: 'element', tagName: 'p', properties: {}, children: [{ type: 'text', value }] };
}

function references(count: number): string {
  const all = Array.from({ length: count }, (_, at) => at);
  const marks = all.map((at) => `<sup><a id="r${at}" href="#n${at}">[1]</a></sup>`);
  const notes = all.map((at) => `<a id="n${at}" href="#r${at}">[1]</a> b`);
  return `<p>${marks.join('')}</p><p>${notes.join('')}</p>`;
}

describe('a long text', () => {
  it.each<[string, () => unknown]>([
    ['a formula without an end', () => markFormulas(`$latex${spaces}<`)],
    ['samples of gates', () => cutGates('{members}x{/members}<pre>a</pre>'.repeat(40_000), RULES)],
    ['a style', () => twin(`<ol style="${'list-style:'.repeat(40_000)}"><li>a</li></ol>`)],
    ['a question with spaces', () => isWidget(question(`Was this helpful${spaces}x`))],
    ['escaped brackets', () => expandDocsify('\\['.repeat(100_000), PAGE)],
    ['a heading with spaces', () => expandDocsify(`# a${spaces}x`, PAGE)],
    ['scripts with settings', () => docsify.readConfig?.('', '', '<script>$docsify='.repeat(2000))],
    ['comments without an end', () => expandSmartSymbols('<!--'.repeat(50_000), SYMBOLS)],
    ['a tag without an end', () => loops(`<a${' v-for="" '.repeat(50_000)}`)],
    ['scripts without an end', () => loops(` v-for="${'<script>'.repeat(40_000)}`)],
    ['loops without an end', () => loops('<li v-for="a in b">'.repeat(30_000))],
    [
      'loops in loops',
      () => loops('<ul v-for="a in 999"><li v-for="b in 999"><b v-for="c in 999">x</b></li></ul>'),
    ],
    [
      'pictures',
      () => seen(`<div>${'<svg role="img" width="99"><title>x</title></svg>'.repeat(9_000)}</div>`),
    ],
    ['empty links', () => twin('<a></a>\n'.repeat(20_000))],
    ['notes in a paragraph', () => seen(references(6000))],
    ['marks of lists', () => withoutCode(`${'-  '.repeat(100_000)}x`)],
    ['marks of lists before a mark of code', () => splitFences(`${'-  '.repeat(100_000)}x \`\`\``)],
    ['marks of quotes', () => openMarkdownElements(`${' > '.repeat(150)}y<p markdown>a</p>`)],
    ['links in a link', () => expandDocsify(`[${'![a](b)'.repeat(5000)}\n`, PAGE)],
    ['spaces in a component', () => dedent(`a${spaces}b`)],
    ['comments in a list of TOML', () => editToml(`tags = ["a" ${'#'.repeat(50_000)}`, 'tags', ['b'], '\n')],
    ['comments of a program', () => dataOfFrontMatter(`${'/* a */'.repeat(50_000)}x`)],
    ['comments before a page', () => detectHtml(folderWith({ 'a.html': `${'<!-- a -->'.repeat(9_000)}x` }))],
    ['a list of parts', () => seen(`<ul>${'<li><h3>a</h3>b<br>c<br>d<br>e</li>'.repeat(25_000)}</ul>`)],
  ])('takes no time beyond its length: %s', async (_, run) => {
    const began = performance.now();
    await run();
    expect(performance.now() - began).toBeLessThan(4000);
  });
});
