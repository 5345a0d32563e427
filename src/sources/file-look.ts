import type { Stats } from 'node:fs';

/** How many numbers a look at a file gives, by which it is seen that it has not changed. */
export const LOOK_NUMBERS = 4;

/** The numbers of a look: size, times of writing and of the last change of state in milliseconds, and its inode. */
export function lookOf(file: Stats): readonly number[] {
  return [file.size, file.mtimeMs, file.ctimeMs, file.ino];
}

/** When a file last changed in any way, in milliseconds. The time of writing can be set at will, the other cannot. */
export function lastChange(look: ArrayLike<number>): number {
  return Math.max(look[1] ?? 0, look[2] ?? 0);
}
