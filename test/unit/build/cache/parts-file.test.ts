import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartsWriter, readParts } from '../../../../src/build/cache/parts-file.js';
import { workspace } from '../../../support/build/workspace.js';

function written(parts: Readonly<Record<string, readonly Uint8Array[]>>, head: unknown): string {
  const path = join(workspace({}), 'cache', 'parts.bin');
  const file = new PartsWriter(path);
  for (const [name, pieces] of Object.entries(parts)) {
    file.begin(name);
    for (const piece of pieces) file.write(piece);
  }
  file.save(head);
  return path;
}

describe('a file of parts', () => {
  it('gives back what was written, where numbers can be read', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 });
    fc.assert(
      fc.property(pieces, pieces, fc.jsonValue(), (one, other, head) => {
        const parts = readParts(written({ one, other }, head));
        expect(parts.part('one').equals(Buffer.concat(one))).toBe(true);
        expect(parts.part('other').equals(Buffer.concat(other))).toBe(true);
        expect(parts.part('other').byteOffset % 8).toBe(0);
        expect(parts.part('none')).toHaveLength(0);
        expect(JSON.stringify(parts.head)).toBe(JSON.stringify(head));
      }),
      { numRuns: 40 },
    );
  });

  it('holds parts that are longer than what is written at once', () => {
    const long = Buffer.alloc(700_003, 'kiln ');
    const parts = readParts(written({ long: [long, long], short: [Buffer.from('x')] }, 1));
    expect(parts.part('long').equals(Buffer.concat([long, long]))).toBe(true);
    expect(parts.part('short').toString()).toBe('x');
  });

  it('sees whatever is damaged', () => {
    const path = written(
      { one: [Buffer.from('a text of the last build')], other: [Buffer.alloc(40, 7)] },
      { n: 1 },
    );
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ 0x10;
      writeFileSync(path, damaged);
      expect(() => readParts(path), `byte ${at}`).toThrow();
      writeFileSync(path, bytes.subarray(0, at));
      expect(() => readParts(path), `the first ${at}`).toThrow();
    }
  });

  it('leaves nothing behind when it is given up', () => {
    const path = join(workspace({}), 'cache', 'parts.bin');
    const file = new PartsWriter(path);
    file.write(Buffer.alloc(1 << 20));
    file.discard();
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('says why it could not be saved, and leaves nothing behind', () => {
    const path = join(workspace({ 'cache/parts.bin/in-the-way': '' }), 'cache', 'parts.bin');
    const file = new PartsWriter(path);
    expect(() => file.save(1)).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(() => file.discard()).not.toThrow();
    expect(readdirSync(dirname(path))).toEqual(['parts.bin']);
  });
});
