import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../../src/core/warnings.js';
import { Includes } from '../../../../../src/sources/files/includes/includes.js';
import { expandMyst } from '../../../../../src/sources/files/includes/myst/expand.js';
import { labelIndex } from '../../../../../src/sources/files/includes/myst/labels.js';

const facts = { textOf: () => undefined, labelled: () => undefined, hasFile: () => false } as never;
const layout = { root: '/', bases: [], generator: 'sphinx', rules: {} } as never;
const entry = { key: 'page.md', extra: {} } as never;

function expanded(text: string): string {
  return expandMyst(entry, text, new Includes('page.md', facts, layout), {
    warnings: new Warnings(),
    privacy: undefined,
  });
}

const fence = fc.constantFrom('```', '````', '~~~', ':::', '::::');
const line = fc.oneof(
  fc.nat(99).map((number) => `word${number}`),
  fc.nat(99).map((number) => `- word${number} {sub}\`word${number}\` [word${number}](x)`),
  fc.constantFrom('', '', '+++', '(label)=', '# word', '$$', '{{ key }}', ':name: x', '{ref}`', '[]('),
  fc
    .tuple(
      fence,
      fc.constantFrom('', '{note}', '{tip} word7', '{figure} a.png', '{tab-item} word8', '{math}', 'js'),
    )
    .map(([marks, info]) => marks + info),
);

describe('the text of a page in MyST', () => {
  it('keeps its words in their order, whatever is around them', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
        const words = (text: string) => text.match(/word\d+/g) ?? [];
        const text = lines.join('\n');
        expect(words(expanded(text))).toEqual(words(text));
      }),
    );
  });

  it('has labels only outside code', () => {
    const text =
      '(a)=\n# A\n\n```\n(b)=\n# B\n```\n\nname: c\n\n(d)=\nText\n\n```{math}\n:label: e\nx\n```\n';
    const index = labelIndex(['page.md'], () => text);
    expect([...index.keys()].sort()).toEqual(['a', 'd', 'e']);
    expect(index.get('a')).toEqual({ path: 'page.md', fragment: '', title: 'A' });
    expect(index.get('d')).toEqual({ path: 'page.md', fragment: 'd', title: '' });
  });
});
