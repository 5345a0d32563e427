import { type Stats, statSync } from 'node:fs';

/**
 * A file that an answer was made from, as it was. Size and time of change are not enough: a file can be replaced by
 * another one that has been given the same.
 */
export interface SeenFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** What tells versions of a file apart; undefined where there is none. */
export function seenFile(path: string): SeenFile | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? seenAs(path, found) : undefined;
}

/** What tells versions of a file apart, of one that has been looked at. */
export function seenAs(path: string, { size, mtimeMs, ctimeMs, ino }: Stats): SeenFile {
  return { path, size, mtimeMs, ctimeMs, ino };
}

/** Whether a file is the one that was seen before. */
export function isSameVersion(one: SeenFile, other: SeenFile): boolean {
  return (
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs &&
    one.ino === other.ino
  );
}
