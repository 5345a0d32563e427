import { closeSync, copyFileSync, openSync, readFileSync, readSync, statSync, utimesSync } from 'node:fs';
import { statIfExists } from './safe-path.js';

/** What exists at the path of a file; a link counts as other, wherever it leads. */
export type FileState = 'new' | 'other' | 'folder';

/** Compares a file with the bytes that it should have. */
export function compareFile(path: string, bytes: Uint8Array): FileState | 'same' {
  const found = statIfExists(path);
  if (found === undefined) return 'new';
  if (found.isDirectory()) return 'folder';
  if (!found.isFile() || found.size !== bytes.length) return 'other';
  return readFileSync(path).equals(bytes) ? 'same' : 'other';
}

/** Not every file system stores more than whole milliseconds of a time. */
const SAME_TIME_MS = 1;

/** Compares a file with the one that it should be a copy of: with the same size and time it counts as a copy. */
export function compareCopy(path: string, original: string): FileState | 'same' {
  const found = statIfExists(path);
  if (found === undefined) return 'new';
  if (found.isDirectory()) return 'folder';
  const { size, mtimeMs } = statSync(original);
  if (!found.isFile() || found.size !== size) return 'other';
  return Math.abs(found.mtimeMs - mtimeMs) <= SAME_TIME_MS || sameFiles(path, original) ? 'same' : 'other';
}

/** Copies a file with its time. */
export function copyWithTime(from: string, to: string): void {
  copyFileSync(from, to);
  const { atime, mtime } = statSync(from);
  utimesSync(to, atime, mtime);
}

const BLOCK = 1 << 20;

/** Compares two files without reading them whole. */
function sameFiles(a: string, b: string): boolean {
  const [one, two] = [statIfExists(a), statIfExists(b)];
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
