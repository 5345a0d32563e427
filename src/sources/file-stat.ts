import type { Stats } from 'node:fs';
import { statIfThere } from '../core/files.js';

/** The number of values in a file's stamp, which shows whether it has changed. */
export const STAT_NUMBERS = 4;

/** A file's stamp: size, modification time and change time in milliseconds, and inode. */
function statNumbers(file: Stats): readonly number[] {
  return [file.size, file.mtimeMs, file.ctimeMs, file.ino];
}

/** The stamp of a path; undefined where there is nothing. */
export function statFile(path: string): readonly number[] | undefined {
  const found = statIfThere(path);
  return found && statNumbers(found);
}

/**
 * When a file last changed in any way, in milliseconds. The modification time can be set at will, the change time
 * can't.
 * @param start where its stamp begins among those of others
 */
export function lastChange(stamps: ArrayLike<number>, start = 0): number {
  return Math.max(stamps[start + 1] ?? 0, stamps[start + 2] ?? 0);
}
