import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

export interface WatchOptions {
  /** Milliseconds between two looks. */
  readonly every?: number;
}

const EVERY = 500;

/**
 * Tells when a file, or anything below a folder, has changed. It looks again and again: notices of the system get
 * lost on network drives, in containers and where editors replace files.
 * @param paths absolute
 * @param ignored absolute paths that are not looked at
 * @returns ends it
 */
export function watchFiles(
  paths: readonly string[],
  ignored: readonly string[],
  onChange: () => void,
  { every = EVERY }: WatchOptions = {},
): () => void {
  let before = stampOf(paths, ignored);
  let timer: NodeJS.Timeout;
  const look = (): void => {
    const began = performance.now();
    const now = stampOf(paths, ignored);
    const isNew = now !== before;
    before = now;
    if (isNew) onChange();
    // A large folder is looked at less often: at most a twentieth of the time is spent on it.
    timer = setTimeout(look, Math.max(every, (performance.now() - began) * 20)).unref();
  };
  timer = setTimeout(look, every).unref();
  return () => clearTimeout(timer);
}

/** A number that differs when anything does. */
function stampOf(paths: readonly string[], ignored: readonly string[]): string {
  let count = 0;
  let sum = 0;
  const see = (path: string): void => {
    if (ignored.some((one) => path === one || path.startsWith(one + sep))) return;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return;
    count += 1;
    if (found.isDirectory()) {
      for (const { name } of entriesOf(path))
        if (name !== 'node_modules' && name !== '.git') see(join(path, name));
      sum = mix(sum, path, 0, 0);
    } else sum = mix(sum, path, found.size, found.mtimeMs + found.ino);
  };
  for (const path of paths) see(path);
  return `${count} ${sum}`;
}

function mix(sum: number, path: string, size: number, time: number): number {
  let hash = sum >>> 0;
  for (let index = 0; index < path.length; index += 1)
    hash = (Math.imul(hash, 31) + path.charCodeAt(index)) >>> 0;
  hash = (Math.imul(hash, 31) + size) >>> 0;
  return (Math.imul(hash, 31) + Math.trunc(time * 1000)) >>> 0;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It has gone in the meantime.
    return [];
  }
}
