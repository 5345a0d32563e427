/** A long text is written from the first byte on that differs; what comes out is the whole text. */
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyStart, samePart } from '../../../src/deploy/file-writer.js';
import { Output } from '../../../src/deploy/output.js';
import { text, workspace } from '../../support/build/workspace.js';

const piece = fc.constantFrom('', 'a', 'b', 'ß', '🜁', 'a'.repeat(70_000), 'b'.repeat(70_000));
const put = fc.record({ text: piece, isEncoded: fc.boolean() });

describe('a text in pieces', () => {
  it('replaces what is there, or is kept when it is the same', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), fc.array(put, { maxLength: 5 }), (before, pieces) => {
        const after = pieces.map(({ text }) => text);
        const cwd = workspace({ 'out/list.txt': before.join('') });
        const out = join(cwd, 'out');
        const output = new Output({ out, stage: join(cwd, 'stage'), previous: ['list.txt'], aside: '' });
        const bodies = pieces.map(({ text, isEncoded }) => (isEncoded ? Buffer.from(text) : text));
        output.put('list.txt', bodies.values());
        expect(output.changes().unchanged).toBe(before.join('') === after.join('') ? 1 : 0);
        expect(output.read('list.txt')).toBe(after.join(''));
        output.commit('list.txt');
        expect(text(cwd, 'out/list.txt')).toBe(after.join(''));
      }),
      { numRuns: 60 },
    );
  });

  it('is taken no further than to the first difference', () => {
    const cwd = workspace({ file: 'one two four' });
    const pieces = ['one ', 'two ', 'three', 'never'].values();
    expect(samePart(join(cwd, 'file'), pieces)).toEqual({ size: 8, next: 'three' });
    expect([...pieces]).toEqual(['never']);
    expect(samePart(undefined, ['x'].values())).toEqual({ size: 0, next: 'x' });
    expect(samePart(join(cwd, 'file'), ['one two'].values())).toEqual({ size: 7, next: undefined });
  });

  it('begins with a copy of what is the same', () => {
    const cwd = workspace({ file: 'x'.repeat(300_000) });
    const target = openSync(join(cwd, 'copy'), 'w');
    copyStart(join(cwd, 'file'), 270_001, target);
    closeSync(target);
    expect(readFileSync(join(cwd, 'copy'), 'utf8')).toBe('x'.repeat(270_001));
    writeFileSync(join(cwd, 'file'), 'short');
    const other = openSync(join(cwd, 'copy'), 'w');
    expect(() => copyStart(join(cwd, 'file'), 10, other)).toThrow('became shorter');
    closeSync(other);
  });
});
