import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { compareFile } from './compare-file.js';
import { type FileFacts, fileFacts, isUntouched } from './file-facts.js';
import { joinInside } from './safe-path.js';

/** Texts that a build needs and nobody else, in a folder of their own. */
export class IntermediateFiles {
  readonly #folder: string;
  readonly #before: string;
  /** Texts that were put or kept; true for those that were kept. */
  readonly #files = new Map<string, boolean>();

  /**
   * @param folder absolute
   * @param before where texts of earlier builds are
   */
  constructor(folder: string, before: string) {
    this.#folder = folder;
    this.#before = before;
  }

  put(file: string, bytes: Uint8Array): FileFacts {
    const path = joinInside(this.#folder, file);
    mkdirSync(this.#folder, { recursive: true });
    if (compareFile(path, bytes) !== 'same') writeFileSync(path, bytes);
    this.#files.set(file, false);
    return fileFacts(path) ?? [bytes.length, 0];
  }

  /** Keeps a text of the last build; false when it is missing or was touched. */
  keep(file: string, facts: FileFacts): boolean {
    if (!isUntouched(joinInside(this.#before, file), facts)) return false;
    this.#files.set(file, true);
    return true;
  }

  wasKept(file: string): boolean {
    return this.#files.get(file) === true;
  }

  read(file: string): string {
    const path = joinInside(this.#folder, file);
    return readFileSync(existsSync(path) ? path : joinInside(this.#before, file), 'utf8');
  }

  /** Removes what has neither been put nor kept. */
  tidy(): void {
    if (!existsSync(this.#folder)) return;
    for (const file of readdirSync(this.#folder)) {
      if (!this.#files.has(file)) rmSync(joinInside(this.#folder, file), { force: true });
    }
    if (this.#files.size === 0) rmSync(this.#folder, { recursive: true, force: true });
  }
}
