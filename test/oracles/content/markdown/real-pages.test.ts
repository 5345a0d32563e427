import { readdirSync, readFileSync } from 'node:fs';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toHtml } from '../../../../src/content/html/serialise.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';
import { unifiedMarkdown } from '../../../support/content/markdown/unified.js';
import { needs, sharedData } from '../../../support/needs.js';

const DATA = '../shared/data';
const EXPORT = `${DATA}/themeunittestdata.wordpress.xml`;
const DOCS = `${DATA}/jekyll-docs`;

function bodies(): string[] {
  const text = readFileSync(EXPORT, 'utf8');
  return Array.from(text.matchAll(/<content:encoded><!\[CDATA\[([\s\S]*?)\]\]>/g), (match) => match[1] ?? '');
}

function docs(): string[] {
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);
  const files = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  return files.sort().map((file) => {
    const text = readFileSync(`${DOCS}/${file}`, 'utf8').replace(/^---[\s\S]*?\n---\n/, '');
    return toHtml(processor.runSync(processor.parse(text)));
  });
}

async function expectSame(html: string): Promise<void> {
  const markdown = toMarkdown(parseHtml(html));
  expect(markdown).toBe(await unifiedMarkdown(html));
  const tree = unified().use(remarkParse).use(remarkGfm).parse(markdown);
  expect(JSON.stringify(tree)).not.toContain('"type":"html"');
  const prose = markdown.replace(/(`{3,})[\s\S]*?\1|(`+)[\s\S]*?\2/g, '');
  expect(prose).not.toMatch(/(?<!\\)<!--|https?\\:|\w\\@/);
}

describe('real pages', () => {
  it(
    `of ${EXPORT}: the bytes of the unified stack, no raw HTML (skipped when absent)`,
    needs(sharedData(EXPORT)),
    async () => {
      const all = bodies();
      expect(all.length).toBeGreaterThan(50);
      for (const body of all) await expectSame(body);
    },
  );

  it(
    `of ${DOCS}: the bytes of the unified stack, no raw HTML (skipped when absent)`,
    needs(sharedData(DOCS)),
    async () => {
      const all = docs();
      expect(all.length).toBeGreaterThan(50);
      for (const page of all) await expectSame(page);
    },
  );
});
