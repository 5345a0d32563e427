import { lstatSync, type Stats } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { SvcError } from '../core/errors.js';
import { folderOf } from '../core/paths.js';

/** An empty name between slashes or at an end, `.` or `..`. */
const BAD_NAME = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * Joins a file name from content to a folder and makes sure that it stays inside.
 * @param file relative, with `/`, decoded
 * @throws SvcError `SVC_ENTRY_INVALID`
 */
export function joinInside(folder: string, file: string): string {
  const hasBadName = BAD_NAME.test(file);
  // A build joins some hundred thousand names; without bad parts there is nothing to resolve.
  const path = sep === '/' && !hasBadName ? `${folder}/${file}` : resolve(folder, file.split('/').join(sep));
  if (
    hasBadName ||
    file.includes('\u0000') ||
    !path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
  ) {
    throw new SvcError('SVC_ENTRY_INVALID', `refusing to write "${file}": it isn't in the output folder`);
  }
  return path;
}

/**
 * The status of a path, without following a link.
 * @returns undefined for nothing, also below something that isn't a folder
 */
export function statIfExists(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Caches which folders have been checked, since every file of a folder needs them. */
export class FolderGuard {
  readonly #seen = new Set<string>(['']);
  readonly #blocked = new Set<string>();
  /** For a missing folder, its outermost missing parent. */
  readonly #absent = new Map<string, string>();

  constructor(private readonly root: string) {}

  /**
   * Makes sure that no folder on the path of a file is a symbolic link, which could lead anywhere.
   * @throws SvcError `SVC_OUT_OCCUPIED` that names the link
   */
  check(file: string): void {
    const folder = folderOf(file);
    if (this.#seen.has(folder)) return;
    this.check(folder);
    const outer = this.#absent.get(folderOf(folder));
    const found = outer === undefined ? statIfExists(join(this.root, folder)) : undefined;
    if (found === undefined) this.#absent.set(folder, outer ?? folder);
    if (found?.isSymbolicLink() === true) {
      throw new SvcError('SVC_OUT_OCCUPIED', `"${folder}" in the output folder is a symbolic link`, {
        fix: 'Remove the link, or choose another output folder.',
      });
    }
    if (found !== undefined && !found.isDirectory()) this.#blocked.add(folder);
    this.#seen.add(folder);
  }

  /**
   * The outermost folder on the path of a file that was missing during `check`.
   * @returns undefined where all were there
   */
  absent(file: string): string | undefined {
    return this.#absent.get(folderOf(file));
  }

  /** Folders that can't be created before the file of that name is removed. */
  blocked(): Iterable<string> {
    return this.#blocked;
  }
}
