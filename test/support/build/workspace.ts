import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll } from 'vitest';

/** Files by path, as text or bytes. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

const made: string[] = [];

/** A new folder that goes when the tests of the file have run. */
export function workspace(files: Files = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-test-')));
  made.push(folder);
  writeFiles(folder, files);
  return folder;
}

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Files): void {
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** What a build may forget, or keeps of its call, is no part of a tree; a lock that is left behind is. */
function isCache(path: string): boolean {
  return /(?:^|\/)\.svc\/(?:cache|last-call\.json)$/.test(path);
}

/** The files of a folder, however deep, in ascending order. Links count as files and are not followed. */
export function filesIn(folder: string): readonly string[] {
  const found: string[] = [];
  const walk = (at: string): void => {
    for (const name of readdirSync(at)) {
      const path = join(at, name);
      if (isCache(relative(folder, path))) continue;
      if (lstatSync(path).isDirectory()) walk(path);
      else found.push(relative(folder, path));
    }
  };
  walk(folder);
  return found.sort();
}

/** What lies beside the output folder `out`; the cache of the last build does not count. */
export function strays(folder: string): readonly string[] {
  return filesIn(folder).filter((file) => !file.startsWith('out/') && !file.startsWith('.svc/cache/'));
}

/** A hash of every file and the names of all folders: equal exactly when two trees are. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const tree: Record<string, string> = {};
  const walk = (at: string): void => {
    for (const name of readdirSync(at).sort()) {
      const path = join(at, name);
      const found = lstatSync(path);
      const key = relative(folder, path);
      if (isCache(key)) continue;
      if (found.isDirectory()) {
        if (name !== '.svc') tree[`${key}/`] = 'folder';
        walk(path);
      } else if (found.isSymbolicLink()) tree[key] = `-> ${readlinkSync(path)}`;
      else tree[key] = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
    }
  };
  walk(folder);
  return tree;
}

/** What the file system knows of every file: changes with any write, also one of the same bytes. */
export function stampsOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    filesIn(folder).map((file) => {
      const { ino, mtimeNs, ctimeNs, size } = lstatSync(join(folder, file), { bigint: true });
      return [file, `${ino} ${mtimeNs} ${ctimeNs} ${size}`];
    }),
  );
}

/** The text of a file. */
export function text(...path: readonly string[]): string {
  return readFileSync(join(...path), 'utf8');
}

/** The value of a JSON file. */
export function json<T>(...path: readonly string[]): T {
  return JSON.parse(text(...path)) as T;
}
