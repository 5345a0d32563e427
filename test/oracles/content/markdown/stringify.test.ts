import fc from 'fast-check';
import type { Root } from 'mdast';
import { describe, expect, it } from 'vitest';
import { stringify } from '../../../../src/content/markdown/stringify/index.js';
import { stringifyReference } from '../../../../src/content/markdown/stringify/options.js';
import { tree } from '../../../support/content/markdown/arbitrary.js';

describe('writer of Markdown', () => {
  it('gives the bytes of mdast-util-to-markdown for any tree', () => {
    fc.assert(
      fc.property(tree, (root) => {
        expect(stringify(structuredClone(root))).toBe(stringifyReference(structuredClone(root)));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 2000) },
    );
  });

  it('gives them for nodes that only other sources have', () => {
    const root: Root = {
      type: 'root',
      children: [
        { type: 'html', value: '<b>' },
        { type: 'definition', identifier: 'x', label: 'X', url: '/x' },
        {
          type: 'paragraph',
          children: [
            { type: 'linkReference', identifier: 'x', label: 'X', referenceType: 'full', children: [] },
          ],
        },
      ],
    };
    expect(stringify(root)).toBe(stringifyReference(root));
  });
});
