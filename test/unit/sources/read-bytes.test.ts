import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readWithin } from '../../../src/sources/read-bytes.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-read-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(size: number): { readonly path: string; readonly bytes: Buffer } {
  const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, at) => at % 251));
  const path = join(folder, `${size}`);
  writeFileSync(path, bytes);
  return { path, bytes };
}

describe('readWithin', () => {
  const block = 128 * 1024;

  it.each([0, 1, 1000, block - 1, block, block + 1, 3 * block])('reads all of %i bytes', (size) => {
    const { path, bytes } = fileOf(size);
    const found = readWithin(path, size);
    expect(typeof found !== 'number' && found.equals(bytes)).toBe(true);
  });

  it.each([1, 1000, block - 1, block, 3 * block])(
    'tells the size of a file of %i bytes that is too large',
    (size) => {
      expect(readWithin(fileOf(size).path, size - 1)).toBe(size);
    },
  );

  it('throws what the system says', () => {
    expect(() => readWithin(join(folder, 'none'), 1)).toThrow('ENOENT');
    expect(() => readWithin(folder, 1)).toThrow('EISDIR');
  });
});
