import { lstat, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { createFile, replaceFile } from '../../../core/atomic-file.js';
import { AbilityError } from '../../abilities/ability-error.js';

/** Reads and writes files; tests replace it. */
export interface FileAccess {
  read(path: string): Promise<Buffer>;
  /** Replaces the bytes of a file atomically: readers get either the old or the new ones. */
  replace(path: string, bytes: Uint8Array): Promise<void>;
  /** Creates a file and its folders. Fails with `EEXIST` when the file exists. */
  create(path: string, bytes: Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
}

/** File access on this machine. */
export const realFiles: FileAccess = {
  read: (path) => readFile(path),

  async replace(path, bytes) {
    const { mode, uid, gid } = await lstat(path);
    await replaceFile(path, bytes, { mode: mode & 0o7777, uid, gid });
  },

  create: createFile,

  remove: (path) => rm(path),
};

/** An empty name between slashes or at an end, `.` or `..`. */
const BAD_NAME = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * Returns the path of a file that must be inside a folder: no name leads out of it, and no part of the path is a
 * symbolic link.
 * @param root absolute
 * @param key relative, with `/`
 * @returns the absolute path, of a regular file or of nothing
 * @throws AbilityError `svc_unsafe_path`; `svc_not_found` when the folder no longer exists
 */
export async function fileInside(root: string, key: string): Promise<string> {
  if (BAD_NAME.test(key) || key.includes('\0') || (sep === '\\' && key.includes(sep))) throw unsafe(key);
  const path = join(root, ...key.split('/'));
  const found = await lstat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile()) throw unsafe(key);
  const [realRoot, realFolder] = await Promise.all([realpath(root), nearestRealFolder(dirname(path))]);
  const expected = found === undefined ? undefined : join(realRoot, dirname(key));
  const isInside = realFolder === realRoot || realFolder.startsWith(realRoot + sep);
  if (!isInside || (expected !== undefined && realFolder !== expected)) throw unsafe(key);
  return path;
}

/** Returns the real path of a folder, or of its nearest existing ancestor. */
async function nearestRealFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return nearestRealFolder(above);
  }
}

function unsafe(key: string): AbilityError {
  const message = `"${key}" isn't a regular file inside its content folder (symbolic links aren't followed). Put the file itself there.`;
  return new AbilityError(409, 'svc_unsafe_path', message);
}
