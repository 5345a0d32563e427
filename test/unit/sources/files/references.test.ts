import { expect, it } from 'vitest';
import { type ReferenceContext, resolveReferences } from '../../../../src/sources/files/references.js';
import type { RawEntry } from '../../../../src/sources/port.js';

it('looks each address of a text up once, however often it occurs', () => {
  const asked: string[] = [];
  const byName = (name: string) => {
    asked.push(name);
    return name === 'tea' ? '/tea/' : undefined;
  };
  const context = {
    folder: { table: () => ({ byName, byFoldedName: () => undefined }), hasFile: () => false },
    basePath: '',
  } as unknown as ReferenceContext;
  const entry = { key: 'cups.md', body: '[a](tea) [b](none) '.repeat(100), format: 'markdown' } as RawEntry;
  const expected = entry.body.replaceAll('(tea)', '(/tea/)');
  expect(resolveReferences(entry, context)).toBe(expected);
  expect(asked.length).toBeLessThan(6);
});
