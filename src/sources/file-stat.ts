import { type Stats, statSync } from 'node:fs';

/** How many numbers a look at a file gives, by which it is seen that it has not changed. */
export const STAT_NUMBERS = 4;

/** The numbers of a look: size, times of writing and of the last change of state in milliseconds, and its inode. */
export function statNumbers(file: Stats): readonly number[] {
  return [file.size, file.mtimeMs, file.ctimeMs, file.ino];
}

/** The same of what lies at a path; undefined where there is nothing. */
export function statFile(path: string): readonly number[] | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && statNumbers(found);
}

/**
 * When a file last changed in any way, in milliseconds. The time of writing can be set at will, the other cannot.
 * @param start where its look begins among those of others
 */
export function lastChange(looks: ArrayLike<number>, start = 0): number {
  return Math.max(looks[start + 1] ?? 0, looks[start + 2] ?? 0);
}
