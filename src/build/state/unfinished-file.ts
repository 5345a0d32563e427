import { closeSync, mkdirSync, openSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file with a temporary name until it is complete. Only its owner may read it, since it contains content. */
export class UnfinishedFile {
  readonly #path: string;
  #file: number | undefined;

  /** @param path absolute; its folder is created with the first bytes */
  constructor(path: string) {
    this.#path = path;
  }

  write(bytes: Uint8Array): void {
    // Unlike writeSync it continues until everything is written.
    writeFileSync(this.#opened(), bytes);
  }

  /** Puts the file in its place. */
  save(): void {
    closeSync(this.#opened());
    this.#file = undefined;
    renameSync(this.#name, this.#path);
  }

  /** Removes the file, after a failure; after `save` it does nothing. */
  discard(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    rmSync(this.#name, { force: true });
    try {
      rmdirSync(dirname(this.#path));
    } catch {
      // There are other files in it.
    }
  }

  get #name(): string {
    return `${this.#path}.tmp`;
  }

  #opened(): number {
    if (this.#file === undefined) {
      mkdirSync(dirname(this.#path), { recursive: true });
      this.#file = openSync(this.#name, 'w', 0o600);
    }
    return this.#file;
  }
}
