import { existsSync, readdirSync, readFileSync } from 'node:fs';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { toHtml } from '../src/content/html/serialise.js';

const DATA = new URL('../../shared/data/', import.meta.url);
const FRAGMENTS = new URL('../test/support/content/markdown/fragments/', import.meta.url);

/** A set of pages with a name. */
export interface PageSet {
  readonly name: string;
  readonly pages: readonly string[];
}

/**
 * Gives the pages of the converter's benchmark: heavy-tailed documentation and short blog posts.
 *
 * Real bodies are used when they lie beside the project; made-up ones are always there.
 */
export function pageSets(): PageSet[] {
  const sets: PageSet[] = [
    { name: 'docs (made up)', pages: documentation(120) },
    { name: 'posts (made up)', pages: posts(400) },
  ];
  if (!existsSync(DATA)) return sets;
  return [...sets, { name: 'docs (real)', pages: realDocs() }, { name: 'posts (real)', pages: realPosts() }];
}

/** The same numbers in every run. */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS = (
  'fern leaf kettle water steam cup moss shade root spore frond garden window sill morning rain stone path light ' +
  'option value default returns file server request header cache build module function type string number list'
).split(' ');

function sentence(next: () => number): string {
  const words = Array.from(
    { length: 8 + Math.floor(next() * 14) },
    () => WORDS[Math.floor(next() * WORDS.length)] ?? '',
  );
  const marked = words.map((word) => {
    const dice = next();
    if (dice < 0.03) return `<code>${word}_${word}</code>`;
    if (dice < 0.05) return `<a href="/docs/${word}">${word}</a>`;
    if (dice < 0.06) return `<strong>${word}</strong>`;
    return dice < 0.07 ? `<em>${word}</em>` : word;
  });
  return `${marked.join(' ')}.`;
}

function paragraph(next: () => number): string {
  return `<p>${Array.from({ length: 1 + Math.floor(next() * 4) }, () => sentence(next)).join('\n')}</p>\n`;
}

function section(next: () => number, index: number): string {
  const head = `<h2 id="part-${index}">Part ${index}<a class="headerlink" href="#part-${index}">¶</a></h2>\n`;
  const body = Array.from({ length: 2 + Math.floor(next() * 3) }, () => paragraph(next)).join('');
  const dice = next();
  if (dice < 0.3) return head + body + codeBlock(next);
  if (dice < 0.5) return head + body + table(next);
  return dice < 0.75 ? head + body + list(next) : head + body;
}

function codeBlock(next: () => number): string {
  const line = (): string => {
    const word = WORDS[Math.floor(next() * WORDS.length)] ?? '';
    return `<span class="k">let</span> <span class="nv">${word}</span> <span class="o">=</span> <span class="mi">1</span>`;
  };
  const lines = Array.from({ length: 3 + Math.floor(next() * 12) }, line).join('\n');
  return `<div class="highlight-js"><div class="highlight"><pre><span></span>${lines}\n</pre></div></div>\n`;
}

function table(next: () => number): string {
  const row = (): string =>
    `<tr><td><code>${WORDS[Math.floor(next() * WORDS.length)]}</code></td><td>${sentence(next)}</td></tr>\n`;
  const rows = Array.from({ length: 2 + Math.floor(next() * 10) }, row).join('');
  return `<table>\n<thead>\n<tr><th>Name</th><th>Meaning</th></tr>\n</thead>\n<tbody>\n${rows}</tbody>\n</table>\n`;
}

function list(next: () => number): string {
  const item = (): string =>
    `<li>${sentence(next)}${next() < 0.2 ? `\n<ul>\n<li>${sentence(next)}</li>\n</ul>` : ''}</li>\n`;
  return `<ul>\n${Array.from({ length: 2 + Math.floor(next() * 6) }, item).join('')}</ul>\n`;
}

/** Median of a few KB, a tail of several hundred. */
function documentation(count: number): string[] {
  const next = sequence(7);
  return Array.from({ length: count }, () => {
    const sections = Math.min(260, Math.ceil(2 / (next() + 0.006)));
    return `<h1>Page</h1>\n${Array.from({ length: sections }, (_, index) => section(next, index)).join('')}`;
  });
}

/** Short posts of blocks, with the odd fragment that converters stumble over. */
function posts(count: number): string[] {
  const next = sequence(11);
  const odd = readdirSync(FRAGMENTS).flatMap((file) =>
    Array.from(
      readFileSync(new URL(file, FRAGMENTS), 'utf8').matchAll(/^=== .*\n([\s\S]*?)\n--->/gm),
      (match) => match[1] ?? '',
    ),
  );
  return Array.from({ length: count }, () => {
    const blocks = Array.from({ length: 2 + Math.floor(next() * 5) }, () => {
      return next() < 0.25 ? (odd[Math.floor(next() * odd.length)] ?? '') : paragraph(next);
    });
    return blocks.map((block) => `<!-- wp:paragraph -->\n${block}<!-- /wp:paragraph -->\n\n`).join('');
  });
}

function realDocs(): string[] {
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);
  const folder = new URL('jekyll-docs/', DATA);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  return files.sort().map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8').replace(/^---[\s\S]*?\n---\n/, '');
    return toHtml(processor.runSync(processor.parse(text)));
  });
}

function realPosts(): string[] {
  const text = readFileSync(new URL('themeunittestdata.wordpress.xml', DATA), 'utf8');
  const bodies = Array.from(
    text.matchAll(/<content:encoded><!\[CDATA\[([\s\S]*?)\]\]>/g),
    (match) => match[1] ?? '',
  );
  return bodies.filter((body) => body.trim() !== '');
}
