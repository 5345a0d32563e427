import { closeSync, mkdirSync, openSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file that is written under another name until it is complete. Of a failed one nothing stays. */
export class UnfinishedFile {
  readonly #path: string;
  /** The file exists under its other name. */
  #isBegun = false;
  #file: number | undefined;

  /** @param path absolute; its folder is made with the first bytes */
  constructor(path: string) {
    this.#path = path;
  }

  /** Adds bytes, also none. */
  write(bytes: Uint8Array): void {
    // In contrast to writeSync it goes on until everything is written.
    writeFileSync(this.#opened(), bytes);
  }

  /** Puts the file into its place. */
  save(): void {
    this.#close();
    renameSync(this.name, this.#path);
    this.#isBegun = false;
  }

  /** Leaves no trace, when something has failed; after `save` there is nothing left to do. */
  discard(): void {
    if (!this.#isBegun) return;
    this.#close();
    rmSync(this.name, { force: true });
    this.#isBegun = false;
    try {
      rmdirSync(dirname(this.#path));
    } catch {
      // There are other files in it.
    }
  }

  /** Its path until it is complete. */
  get name(): string {
    return `${this.#path}.tmp`;
  }

  #opened(): number {
    if (this.#file === undefined) {
      mkdirSync(dirname(this.#path), { recursive: true });
      this.#file = openSync(this.name, 'w');
      this.#isBegun = true;
    }
    return this.#file;
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
