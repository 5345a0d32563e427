import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { parserFor } from '../../../../../src/content/body/markdown/grammar.js';
import { needs, sharedData } from '../../../../support/needs.js';

const reference = unified().use(remarkParse).use(remarkGfm).freeze();
const DATA = '../shared/data/jekyll-docs';

function expectSame(text: string): void {
  expect(parserFor(text, false).parse(text)).toEqual(reference.parse(text) as Root);
}

function markdownIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.(?:md|markdown)$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

describe('the parser of a text', () => {
  it('leaves out only what the parser knows', () => {
    const all = parserFor('a@b\n\n| c |\n| - |', false).data().micromarkExtensions;
    const fewest = parserFor('plain', false).data().micromarkExtensions;
    expect(JSON.stringify(all)).toContain('"emailAutolink"');
    expect(JSON.stringify(all)).toContain('"table"');
    expect(JSON.stringify(fewest)).not.toMatch(/"(?:emailAutolink|table)"/);
    expect(JSON.stringify(fewest)).toContain('"protocolAutolink"');
  });

  it.each([
    'Rope &#64;knot.example and tar&commat;quay.example',
    'Write to mail@quay.example or a_b@quay.example.',
    'www.quay.example, http://quay.example/a_b and HTTPS://QUAY.example',
    'One\n:-\n\nTwo\n-:\n\nThree\n---\n\n| four |\n| - |',
    'Five\n: -\n\n- six\n---',
    '> Seven\n> |\t-\n\n- Eight\n  - :\n\nNine | ten\n- | -',
  ])('finds what the whole grammar finds in %j', expectSame);

  it('finds what the whole grammar finds in any text', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'h',
        'http://',
        'www.',
        'q.example',
        '@',
        '&#64;',
        '\\',
        '_',
        '.',
        '-',
        '+',
        ':',
        '|',
        '---',
        ':-',
      ],
      ...[
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
        '[a](b)',
        '<b>',
        '1. ',
      ],
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => expectSame(pieces.join(''))));
  });

  it('finds what the whole grammar finds in the fixtures', () => {
    const texts = markdownIn('fixtures');
    expect(texts.length).toBeGreaterThan(10);
    for (const text of texts) expectSame(text);
  });

  it('finds what the whole grammar finds in real documentation', {
    ...needs(sharedData(DATA)),
    timeout: 120_000,
  }, () => {
    for (const text of markdownIn(DATA)) expectSame(text);
  });
});
