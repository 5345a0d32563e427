/** Where rendered Markdown needs no HTML parser, its tree is the one that the parser makes of its HTML. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Nodes, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../src/content/body/markdown/parse.js';
import { plainTree } from '../../../../../src/content/body/markdown/plain-tree.js';
import { renderMarkdownBody } from '../../../../../src/content/body/markdown/render.js';
import { parseHtml } from '../../../../../src/content/html/parse.js';
import { Warnings } from '../../../../../src/core/warnings.js';
import { filesIn } from '../../../../support/build/workspace.js';
import { needs, sharedData } from '../../../../support/needs.js';

const MARKS = [
  ...[
    'a',
    'tea ',
    '\n',
    '\n\n',
    '# ',
    '- ',
    '1. ',
    '3) ',
    '> ',
    '    ',
    '```js title\n',
    '`',
    '*',
    '**',
    '~~',
    '_',
  ],
  ...[
    '[x](y "z")',
    '[a][b]',
    '[b]: c\n',
    '![i](j)',
    '[^1]',
    '[^1]: n\n',
    '| a | b |\n| :- | -: |\n| c | d |\n',
  ],
  ...[
    '- [ ] ',
    '- [x] ',
    'https://q.example',
    '&amp;',
    '&lt;',
    '&#13;',
    '&nbsp;',
    '\\',
    ': ',
    'term\n: text\n',
    '---\n',
  ],
  ...['> [!NOTE]\n', ':::tip\n', ':::\n', '{#id}', '$x$', '<b>', '</b>', '<a href=x>', '</a>', '\t'],
];

/** A tree as plain data, the attributes in one order. */
function plain(node: Nodes): unknown {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' && node.type !== 'root') return { type: node.type };
  const properties = node.type === 'element' ? Object.entries(node.properties).sort() : [];
  return [node.type === 'element' ? node.tagName : '', properties, node.children.map(plain)];
}

/** @returns undefined where the text was left to the parser */
function compare(text: string, file: string): readonly [own: unknown, parsed: unknown] | undefined {
  const body = renderMarkdownBody(text, {
    entryId: 1,
    ref: file,
    media: { byId: () => undefined, attachedTo: () => [] },
    pattern: () => undefined,
    warnings: new Warnings(),
  });
  return typeof body === 'string' ? undefined : [plain(body), plain(parseHtml(toHtml(body)))];
}

const toHast = unified().use(remarkRehype, { allowDangerousHtml: true }).freeze();

/** The same for a tree as it comes from the parser of Markdown. */
function compareRaw(text: string): readonly [own: unknown, parsed: unknown] | undefined {
  const hast = toHast.runSync(parseMarkdown(text)) as Root;
  const parsed = plain(parseHtml(toHtml(hast, { allowDangerousHtml: true })));
  const own = plainTree(hast);
  return own && [plain(own), parsed];
}

describe('the tree of Markdown', () => {
  it('is that of a parser for random heaps of marks', () => {
    let trees = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...MARKS), { maxLength: 30 }), (marks) => {
        for (const both of [compare(marks.join(''), 'a.md'), compareRaw(marks.join(''))]) {
          if (both === undefined) continue;
          trees += 1;
          expect(both[0]).toEqual(both[1]);
        }
      }),
      { numRuns: 3000 },
    );
    expect(trees).toBeGreaterThan(2000);
  });

  for (const folder of [
    'fixtures',
    '../shared/data/jekyll-docs',
    '../shared/data/sites',
    '../shared/cases',
  ]) {
    it(`is that of a parser for every file of ${folder}`, needs(sharedData(folder)), () => {
      const files = filesIn(folder).filter((file) => /\.mdx?$/.test(file));
      const compared = files.flatMap((file) => {
        const text = readFileSync(join(folder, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
        const [both, raw] = [compare(text, file), compareRaw(text)];
        if (both !== undefined) expect(both[0], file).toEqual(both[1]);
        if (raw !== undefined) expect(raw[0], file).toEqual(raw[1]);
        return both === undefined ? [] : [file];
      });
      expect(compared.length * 2).toBeGreaterThan(files.length);
    });
  }
});
