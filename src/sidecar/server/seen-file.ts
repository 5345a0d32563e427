import { type Stats, statSync } from 'node:fs';

/**
 * The version of a file that an answer was built from. Size and modification time aren't enough: a file can be
 * replaced by another one with the same values.
 */
export interface SeenFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** Returns the current version of a file; undefined when it doesn't exist. */
export function seenFile(path: string): SeenFile | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? seenAs(path, found) : undefined;
}

/** Returns the version of a file from its stats. */
export function seenAs(path: string, { size, mtimeMs, ctimeMs, ino }: Stats): SeenFile {
  return { path, size, mtimeMs, ctimeMs, ino };
}

/** Checks whether two versions of a file are the same. */
export function isSameVersion(one: SeenFile, other: SeenFile): boolean {
  return (
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs &&
    one.ino === other.ino
  );
}
