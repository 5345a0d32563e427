import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { SvcError } from '../../core/errors.js';

/** What exists at the path of the target folder. */
export type Place = 'nothing' | 'empty' | 'full';

/**
 * Checks the target folder before anything is written.
 * @throws SvcError `SVC_OUT_OCCUPIED` where the path is not a folder
 */
export function inspectFolder(folder: string): Place {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return 'nothing';
  if (!found.isDirectory()) {
    const message = 'the path of the folder is a file or a link';
    const fix = 'Remove it, or name another folder with --to.';
    throw new SvcError('SVC_OUT_OCCUPIED', message, { file: folder, fix });
  }
  return readdirSync(folder).length === 0 ? 'empty' : 'full';
}

/**
 * A temporary folder next to the final one. Nothing appears at the final path before all files are
 * there, and no existing file is ever replaced.
 */
export class NewFolder {
  readonly #stage: string;
  readonly #files: string[] = [];
  readonly #folders = new Set<string>();

  /** @param target absolute path */
  constructor(private readonly target: string) {
    mkdirSync(dirname(target), { recursive: true });
    this.#stage = mkdtempSync(join(dirname(target), `.${basename(target)}.svc-import-`));
  }

  /** @param file relative, with `/` between names that are safe */
  write(file: string, content: string | Uint8Array): void {
    writeFileSync(this.#makeWay(this.#stage, file), content, { flag: 'wx' });
    this.#files.push(file);
  }

  /**
   * Copies a file from elsewhere.
   * @param from absolute path
   */
  copy(file: string, from: string): void {
    copyFileSync(from, this.#makeWay(this.#stage, file), constants.COPYFILE_EXCL);
    this.#files.push(file);
  }

  /**
   * Moves everything to its place: the folder as a whole where there is none yet, else file by file.
   * @returns the files that existed already and stay as they are
   */
  commit(): readonly string[] {
    if (!existsSync(this.target)) {
      renameSync(this.#stage, this.target);
      return [];
    }
    const kept = this.#files.filter((file) => !this.#place(file));
    this.discard();
    return kept;
  }

  /** Removes what has not been moved. */
  discard(): void {
    rmSync(this.#stage, { recursive: true, force: true });
  }

  #place(file: string): boolean {
    const from = join(this.#stage, file);
    this.#assertNoLinks(file);
    const to = this.#makeWay(this.target, file);
    try {
      // Unlike a rename, a hard link never replaces a file.
      linkSync(from, to);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    }
    if (existsSync(to)) return false;
    // File systems without hard links.
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  }

  #makeWay(root: string, file: string): string {
    const path = join(root, file.split('/').join(sep));
    const folder = dirname(path);
    if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
    return path;
  }

  /** A link on the path could lead out of the folder. */
  #assertNoLinks(file: string): void {
    const parts = file.split('/').slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      if (this.#folders.has(join(this.target, folder))) continue;
      const found = lstatSync(join(this.target, folder), { throwIfNoEntry: false });
      if (found === undefined || found.isDirectory()) continue;
      const message = `"${folder}" isn't a folder of its own`;
      const fix = 'Remove the link or file of that name, or name another folder with --to.';
      throw new SvcError('SVC_OUT_OCCUPIED', message, { file: this.target, fix });
    }
  }
}
