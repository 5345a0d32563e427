/** A file of lines comes back as it was, whatever was in its place, and most of it is not packed again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LinePacker,
  lineRanges,
  type PackedLines,
  unpackLines,
} from '../../../../src/build/cache/packed-lines.js';
import { filesIn, workspace } from '../../../support/build/workspace.js';

function pack(path: string, lines: readonly string[], before?: PackedLines): PackedLines {
  const packer = new LinePacker(path, before);
  for (const line of lines) packer.add(line);
  packer.save();
  return unpackLines(path);
}

const linesOf = ({ bytes }: PackedLines) =>
  Array.from(lineRanges(bytes), ([start, end]) => bytes.toString('utf8', start, end));

const many = (count: number) => Array.from({ length: count }, (_, id) => JSON.stringify([id, `Page ${id}`]));

describe('a file of packed lines', () => {
  it('comes back as it was, also over another one', () => {
    const path = join(workspace(), 'lines.gz');
    const line = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text));
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (one, other) => {
        const before = pack(path, one);
        expect(linesOf(before)).toEqual(one);
        expect(linesOf(pack(path, other, before))).toEqual(other);
      }),
    );
  });

  it('is a gzip file', () => {
    const path = join(workspace(), 'lines.gz');
    pack(path, many(3000));
    expect(gunzipSync(readFileSync(path)).toString().split('\n')).toEqual([...many(3000), '']);
  });

  it('keeps the blocks of lines that stay, whether others come, change or go', () => {
    const path = join(workspace(), 'lines.gz');
    const lines = many(5000);
    const before = pack(path, lines);
    expect(before.blocks.length).toBeGreaterThan(8);
    const moved = [...lines.slice(0, 2000), '[2000,"A longer title"]', ...lines.slice(2002), '[2001]'];
    const after = pack(path, moved, before);
    expect(linesOf(after)).toEqual(moved);
    const kept = after.blocks.filter(({ packed }) =>
      before.blocks.some((block) => block.packed.equals(packed)),
    );
    expect(kept.length).toBeGreaterThan(before.blocks.length - 4);
  });

  it('is refused when it is damaged', () => {
    const folder = workspace();
    const path = join(folder, 'lines.gz');
    pack(path, many(1000));
    const whole = readFileSync(path);
    for (const size of [0, 1, 15, 19, 25, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, size));
      if (size === 0) expect(linesOf(unpackLines(path))).toEqual([]);
      else expect(() => unpackLines(path), String(size)).toThrow();
    }
    writeFileSync(path, Buffer.alloc(100));
    expect(() => unpackLines(path)).toThrow();
  });

  it('leaves nothing behind when it is given up', () => {
    const folder = workspace();
    const packer = new LinePacker(join(folder, 'cache', 'lines.gz'));
    for (const line of many(2000)) packer.add(line);
    packer.discard();
    expect(filesIn(folder)).toEqual([]);
  });
});
