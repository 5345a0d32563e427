import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFully } from '../core/files.js';
import type { Warnings } from '../core/warnings.js';

/** Nearly every file fits, and is read without getting its size first. */
const room = Buffer.allocUnsafeSlow(128 * 1024);

/** How files of a source are read, and their name in warnings. */
interface ReadLimits {
  readonly root: string;
  readonly maxBytes: number;
  readonly warnings: Warnings;
  readonly noun: 'file' | 'page';
  /** The fix for a file that is too large. */
  readonly fix: string;
}

/**
 * Reads a file of a source. A file that is too large or unreadable is named in a warning.
 * @param path from the source's root, with `/`
 * @returns its bytes, until the next file is read
 */
export function readBytes(path: string, limits: ReadLimits): Buffer | undefined {
  const { root, maxBytes, warnings, noun } = limits;
  const leaveOut = (code: string, message: string, fix: string): undefined => {
    warnings.add({
      code,
      message: `The ${noun} ${message}; it was left out.`,
      file: path,
      fix,
      skipped: true,
    });
    return undefined;
  };
  try {
    const found = readWithin(join(root, path), maxBytes);
    if (typeof found !== 'number') return found;
    return leaveOut('file-too-large', `has ${found} bytes, more than the limit of ${maxBytes}`, limits.fix);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
    return leaveOut('file-unreadable', `can't be read (${code})`, 'Check that it exists and is readable.');
  }
}

/**
 * Reads a file up to a maximum size.
 * @param path absolute
 * @returns its bytes, until the next file is read; its size where that is larger
 * @throws Error of the system for an unreadable file
 */
export function readWithin(path: string, maxBytes: number): Buffer | number {
  const file = openSync(path, 'r');
  try {
    const length = readFully(file, room, 0);
    if (length < room.length) return length > maxBytes ? length : room.subarray(0, length);
    const { size } = fstatSync(file);
    return size > maxBytes ? size : readFileSync(path);
  } finally {
    closeSync(file);
  }
}
