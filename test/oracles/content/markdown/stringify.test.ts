import fc from 'fast-check';
import type { Emphasis, Root, Strong } from 'mdast';
import { defaultHandlers, type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';
import { describe, expect, it } from 'vitest';
import { OPTIONS, stringify } from '../../../../src/content/markdown/stringify/options.js';
import { UNSAFE } from '../../../../src/content/markdown/stringify/unsafe.js';
import { tree } from '../../../support/content/markdown/arbitrary.js';

/** The same handlers and rules without the shortcuts. */
const SLOW: Options = {
  ...OPTIONS,
  extensions: [
    ...(OPTIONS.extensions ?? []),
    {
      handlers: {
        text: defaultHandlers.text as Handle,
        root: (node: Root, parent, state, info) => {
          state.unsafe = UNSAFE;
          return defaultHandlers.root(node, parent, state, info);
        },
      },
    },
  ],
};

function writtenSlowly(tree: Root): string {
  return toMarkdown(tree, SLOW);
}

describe('writer of Markdown', () => {
  it('gives the bytes that it gives without shortcuts for any tree', () => {
    fc.assert(
      fc.property(tree, (root) => {
        expect(stringify(structuredClone(root))).toBe(writtenSlowly(structuredClone(root)));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 2000) },
    );
  });

  it('gives them for signatures of functions, strong text that begins with emphasis', () => {
    const words = [
      'class',
      'a_b',
      '_a',
      'b_',
      '*',
      '*args',
      '/',
      'é',
      'x=1',
      'Tea',
      '(',
      ')',
      '.',
      ', ',
      ' ',
      '\n',
      '~',
    ];
    const value = fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
      .map((all) => all.join(''));
    const text = value.map((one) => ({ type: 'text', value: one }) as const);
    const emphasis = fc
      .array(text, { minLength: 1, maxLength: 1 })
      .map((children): Emphasis => ({ type: 'emphasis', children }));
    const code = value.map((one) => ({ type: 'inlineCode', value: one.trim() || 'x' }) as const);
    const strong = fc
      .tuple(emphasis, fc.array(fc.oneof(text, emphasis, code), { maxLength: 5 }))
      .map(([first, rest]): Strong => ({ type: 'strong', children: [first, ...rest] }));
    const line = fc.array(fc.oneof(text, strong, code), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(line, (children) => {
        const root: Root = { type: 'root', children: [{ type: 'paragraph', children }] };
        expect(stringify(structuredClone(root))).toBe(writtenSlowly(structuredClone(root)));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 2000) },
    );
  });
});
