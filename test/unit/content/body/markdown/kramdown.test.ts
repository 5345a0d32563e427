import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertAttributes } from '../../../../../src/content/body/markdown/callout.js';
import { twinOf } from '../../../../support/content/twin-of.js';

const twin = (source: string) => twinOf(source, 'page.md').markdown;

describe('attributes of a block that make it a callout', () => {
  it.each([
    ['{: .warning }\nMind *it*.', '> [!WARNING]\n> Mind *it*.'],
    ['Mind it.\n{: .notice--info}', '> [!NOTE]\n> **Info**\n>\n> Mind it.'],
    ['> A\n>\n> B\n{: .prompt-tip }\n\nC', '> [!TIP]\n> A\n>\n> B\n\nC'],
    ['{: .note-title }\n> Cups\n>\n> B', '> [!NOTE]\n> **Cups**\n>\n> B'],
    ['{: .important }\n> {: .note }\n> A', '> [!IMPORTANT]\n>\n> > [!NOTE]\n> > A'],
    ['A\n{: .note .warning}', '> [!WARNING]\n> A'],
    ['A\n{: .note .info}', '> [!NOTE]\n> A'],
    ['A\n{: .lead }', 'A'],
    ['# A\n{: .note }\n\nB', '# A\n\nB'],
    ['- a\n- b\n{: .note }', '- a\n- b'],
    ['```md\n{: .note }\nA\n```', '```md\n{: .note }\nA\n```'],
  ])('%j', (source, markdown) => {
    expect(twin(source)).toBe(`${markdown}\n`);
  });

  it('loses no line of any text', () => {
    const line = fc.constantFrom(
      '{: .note }',
      '{: .tip-title }',
      '> a',
      'b',
      '',
      '# c',
      '```',
      '- d',
      '> {: .note }',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const words = (text: string) => text.replace(/\{:[^}]*\}|\[![A-Z]+\]|[>\s]/g, '');
        expect(words(alertAttributes(lines.join('\n')))).toBe(words(lines.join('\n')));
      }),
    );
  });

  it('ends in time', () => {
    const text = '{: .note }\n> {: .note }\na\n'.repeat(20_000);
    expect(alertAttributes(text).length).toBeGreaterThan(text.length);
  });
});

describe('what kramdown reads otherwise than CommonMark', () => {
  it.each([
    ['code after a block of HTML', '<div>\nA\n</div>\n```html\n<b>x</b>\n```', 'A\n\n```html\n<b>x</b>\n```'],
    ['a list after one, with attributes', '<div>\nA\n</div>\n{: .x }\n- b\n- c', 'A\n\n- b\n- c'],
    [
      'a tag of a text on a line of its own',
      '<div markdown="1">\n<span class="big">\n[A](/a){: .btn }\n</span>\n</div>',
      '[A](/a)',
    ],
    [
      'a callout in a list',
      '1. A\n\n   > B\n   {: .prompt-tip }\n\n2. C',
      '1. A\n\n   > [!TIP]\n   > B\n\n2. C',
    ],
    [
      'text after the summary of a box',
      '<details markdown="block">\n<summary>A</summary>\nB *c*\n</details>',
      '**A**\n\nB *c*',
    ],
    [
      'boxes with the empty lines of a template',
      '<div class="wrap">\n  <div>\n      \n    <a href="/a"><b>A</b></a>\n\n      <p>B</p>\n\n  </div>\n</div>\n\n    <code>',
      '[**A**](/a)\n\nB\n\n```\n<code>\n```',
    ],
    ['code in a box', '<div>\n\n```html\n<p>\n\n    <b>\n```\n\n</div>', '```html\n<p>\n\n    <b>\n```'],
    ['a box in a quote', '> {: .x }\n> <div markdown="block">\n> A *b*\n> </div>', '> A *b*'],
  ])('%s', (_, source, markdown) => {
    expect(twin(source)).toBe(`${markdown}\n`);
  });
});

describe('a heading over a table of contents that the generator writes', () => {
  it.each([
    ['## Contents\n{: .no_toc }\n\n1. TOC\n{:toc}\n\n---\n\nA', 'A'],
    ['A\n\n## Contents\n\n[TOC]\n\n## B\n\nC', 'A\n\n## B\n\nC'],
    ['## Contents\n\n[TOC]\n\nA', '## Contents\n\nA'],
  ])('goes with it where nothing else follows: %j', (source, markdown) => {
    expect(twin(source)).toBe(`${markdown}\n`);
  });
});

describe('rows between bars', () => {
  it.each([
    ['| a | b |\n| c | d |\n{: .wide }', '| a | b |\n| --- | --- |\n| c | d |'],
    ['|:--|==:|\n| a | b |', '| a | b |\n| :--- | ---: |'],
    ['| a | b |\n|---|---|\n| c | d |', '| a | b |\n| --- | --- |\n| c | d |'],
    ['| a | b |\nA', '\\| a | b | A'],
    ['| a |\n| b |', '\\| a | | b |'],
    ['```\n| a | b |\n| c | d |\n```', '```\n| a | b |\n| c | d |\n```'],
  ])('are a table without a line below its headings, next to no text: %j', (source, markdown) => {
    expect(twin(source)).toBe(`${markdown}\n`);
  });
});

it('escaped brackets around signs are no formula', () => {
  expect(twin('A \\[\\\\\\] and \\[x^2\\]')).toBe('A [\\\\] and $$x^2$$\n');
});
