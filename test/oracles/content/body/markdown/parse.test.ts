import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { parseMarkdown, parseWithRemark } from '../../../../../src/content/body/markdown/parse.js';
import { needs, sharedData } from '../../../../support/needs.js';

const reference = unified().use(remarkParse).use(remarkGfm).freeze();
const DATA = ['../shared/data/jekyll-docs', '../shared/data/sites', '../shared/cases'];

/** A tree without what no reader sees: labels as written, absent fields, limits between texts. */
function normal(node: Nodes): unknown {
  const { position, children, data, label, ...fields } = node as Nodes & {
    children?: readonly Nodes[];
    label?: string | null;
  };
  const set = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return {
    ...Object.fromEntries(set),
    ...(children && { children: joinTexts(children).map(normal) }),
  };
}

function joinTexts(nodes: readonly Nodes[]): readonly Nodes[] {
  const joined: Nodes[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === 'text' && last?.type === 'text') {
      joined[joined.length - 1] = { type: 'text', value: last.value + node.value };
    } else joined.push(node);
  }
  return joined;
}

function expectSame(text: string): void {
  expect(normal(parseMarkdown(text))).toEqual(normal(reference.parse(text) as Root));
}

function isSame(text: string): boolean {
  return isDeepStrictEqual(normal(parseMarkdown(text)), normal(reference.parse(text) as Root));
}

function markdownIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.(?:md|markdown)$/.test(file))
    .map((file) =>
      readFileSync(join(folder, file), 'utf8')
        .replace(/^\uFEFF/, '')
        .replace(/\r\n?/g, '\n')
        .replace(/^---\n[\s\S]*?\n---\n/, ''),
    );
}

describe('the parser of Markdown', () => {
  it.each([
    'Rope &#64;knot.example and tar&commat;quay.example',
    'Write to mail@quay.example or a_b@quay.example.',
    'www.quay.example, http://quay.example/a_b and HTTPS://QUAY.example',
    'One\n:-\n\nTwo\n-:\n\nThree\n---\n\n| four |\n| - |',
    'Five\n: -\n\n- six\n---',
    '> Seven\n> |\t-\n\n- Eight\n  - :\n\nNine | ten\n- | -',
    'Eleven[^1] and [^ 1] and [^1 2]\n\n[^1]: twelve',
    'Thirteen\0 and 🐢 [^a] ![four](teen.png "x")\n\n[^a]: `fif` **teen**',
    '- [ ] open\n- [x] done\n\n1) one\n   - nested\n\n     more',
    '~one~ ~~two~~ ~~~three~~~ _four_ __five__ ***six***',
    '<div>\n*a*\n\n*b*\n</div>\n\n<a href=x.y>c</a> <!-- d --> <br/>',
    '$5 and $6, H~2~O, x^2^, :::note\ntext\n:::\n\n> [!NOTE]\n> yes\n\n[[wiki]] {#id} "quoted" -- ...',
  ])('makes the tree of remark-parse of %j', expectSame);

  it('makes the tree of remark-parse of nearly every heap of marks', () => {
    const words = [
      'a',
      'h',
      'http://q.example/x',
      'www.q.example',
      'a@q.example',
      '&#64;',
      '_',
      '.',
      '-',
      '+',
      ':',
    ];
    const marks = [
      '|',
      '---',
      ':-',
      ' ',
      '\n',
      '\n\n',
      '    ',
      '- ',
      '> ',
      '# ',
      '`',
      '```',
      '*',
      '~~',
      '[x]',
      '[^1]',
    ];
    const piece = fc.constantFrom(
      ...words,
      ...marks,
      '[a](b)',
      '<b>',
      '1. ',
      '\n\n[^1]: n\n',
      '\n[x]: /u "t"\n',
    );
    const texts = fc.sample(fc.array(piece, { maxLength: 12 }), 1000).map((pieces) => pieces.join(''));
    const different = texts.filter((text) => !isSame(text));
    // Four in a thousand differ: a definition above a table, an address beside a bar, marks that nobody writes.
    expect(different.length, JSON.stringify(different)).toBeLessThan(20);
  });

  it.each([
    'One\n    two\n\n- three\n    - four\n      five\n\n```js\n    six\n\tseven\n```',
    '    eight\n\n- nine\n\n        # ten',
    'Eleven\n    # twelve\n    thirteen | fourteen\n    - | -',
    '```\n    fifteen\n    ```\nsixteen',
    '-     seventeen\n-\n\n1.  eighteen\n\n        ```\n        nineteen\n        ```',
    '[twenty]: /u "t"\n    <div>',
    '<div\n    class="a">\n    b\n</div>\n\n> c\n>     d\n    > e',
  ])('without indented code, makes the tree of remark-parse of %j', (text) => {
    expect(normal(parseMarkdown(text, true))).toEqual(normal(parseWithRemark(text, true)));
  });

  it('makes the tree of remark-parse of nearly every heap of indented text', () => {
    const piece = fc.constantFrom(
      ...['a', 'b c', '|', '---', '===', ' ', '\n', '\n\n', '    ', '  ', '      ', '\t', '- ', '10. ', '> '],
      ...[
        '# ',
        '`',
        '```',
        '~~~',
        '[^1]',
        '<b>',
        '<div>',
        '<!--',
        '-->',
        '\n\n[^1]: n\n',
        '\n[x]: /u\n',
        '\n- | -',
      ],
    );
    const texts = fc.sample(fc.array(piece, { minLength: 6, maxLength: 16 }), 1000);
    const different = texts
      .map((pieces) => pieces.join(''))
      .filter((text) => {
        const [ours, reference] = [parseMarkdown(text, true), parseWithRemark(text, true)];
        return !isDeepStrictEqual(normal(ours), normal(reference));
      });
    // About six in a thousand differ, as they do where indented text is code.
    expect(different.length, JSON.stringify(different)).toBeLessThan(20);
  });

  it('makes the tree of remark-parse of the fixtures', () => {
    const texts = markdownIn('fixtures');
    expect(texts.length).toBeGreaterThan(10);
    for (const text of texts) expectSame(text);
  });

  describe.each(DATA)('in %s', (folder) => {
    it('makes the tree of remark-parse of every file', {
      ...needs(sharedData(folder)),
      timeout: 300_000,
    }, () => {
      const texts = markdownIn(folder);
      expect(texts.length).toBeGreaterThan(10);
      for (const text of texts) expectSame(text);
    });
  });
});
