import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { makeFolder } from '../core/make-folder.js';
import { compareFile } from './compare-file.js';
import { type FileFacts, fileFacts, isUntouched } from './file-states.js';
import { joinInside } from './safe-path.js';

/** Texts that only a build needs, in a folder of their own. */
export class IntermediateFiles {
  /** Texts of this build. */
  readonly #files = new Set<string>();

  /**
   * @param folder absolute
   * @param before where texts of earlier builds are
   */
  constructor(
    readonly folder: string,
    private readonly before: string,
  ) {}

  /** Takes a text that a thread has written into the folder. */
  take(file: string): void {
    this.#files.add(file);
  }

  /** Keeps a text of the last build; false when it is missing or has changed. */
  keep(file: string, facts: FileFacts): boolean {
    if (!isUntouched(joinInside(this.before, file), facts)) return false;
    this.#files.add(file);
    return true;
  }

  read(file: string): string {
    const path = joinInside(this.folder, file);
    return readFileSync(existsSync(path) ? path : joinInside(this.before, file), 'utf8');
  }

  /** Removes texts that aren't of this build. */
  tidy(): void {
    if (!existsSync(this.folder)) return;
    for (const file of readdirSync(this.folder)) {
      if (!this.#files.has(file)) rmSync(joinInside(this.folder, file), { force: true });
    }
    if (this.#files.size === 0) rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Writes an intermediate text, unless the same is there.
 * @param folder absolute
 */
export function writeAside(folder: string, file: string, bytes: Uint8Array): FileFacts {
  const path = joinInside(folder, file);
  makeFolder(folder);
  if (compareFile(path, bytes) !== 'same') writeFileSync(path, bytes);
  return fileFacts(path) ?? [bytes.length, 0];
}
