import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { lookAt } from './safe-path.js';

/** What stands where a file belongs; a link counts as other, wherever it leads. */
export type FileState = 'new' | 'other' | 'folder';

/** Compares a file with the bytes that it should have. */
export function compareFile(path: string, bytes: Uint8Array): FileState | 'same' {
  const found = lookAt(path);
  if (found === undefined) return 'new';
  if (found.isDirectory()) return 'folder';
  if (!found.isFile() || found.size !== bytes.length) return 'other';
  return readFileSync(path).equals(bytes) ? 'same' : 'other';
}

const BLOCK = 1 << 20;

/** Compares two files without holding them. */
export function sameFiles(a: string, b: string): boolean {
  const [one, two] = [lookAt(a), lookAt(b)];
  if (one?.isFile() !== true || one.size !== two?.size) return false;
  const [left, right] = [openSync(a, 'r'), openSync(b, 'r')];
  try {
    return sameContents(left, right);
  } finally {
    closeSync(left);
    closeSync(right);
  }
}

function sameContents(left: number, right: number): boolean {
  const [one, two] = [Buffer.allocUnsafe(BLOCK), Buffer.allocUnsafe(BLOCK)];
  for (;;) {
    const size = readSync(left, one);
    if (size !== readSync(right, two)) return false;
    if (size === 0) return true;
    if (!one.subarray(0, size).equals(two.subarray(0, size))) return false;
  }
}
