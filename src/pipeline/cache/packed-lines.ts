import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sameFiles } from '../../emit/compare-file.js';

/** Characters that are packed together. */
const BLOCK = 1 << 18;
const NEWLINE = 0x0a;

/**
 * A file of lines that is packed and written as they come, under another name until it is complete. Of a large
 * cache no more than a block is held.
 * The result is a gzip file of several members (RFC 1952 section 2.2).
 */
export class LinePacker {
  readonly #path: string;
  #file: number | undefined;
  #waiting = '';

  /** @param path absolute; its folder is made when the first block is full */
  constructor(path: string) {
    this.#path = path;
  }

  /** @param line without line breaks, as any JSON is */
  add(line: string): void {
    this.#waiting += `${line}\n`;
    if (this.#waiting.length >= BLOCK) this.#write();
  }

  /** Puts the file into its place, unless the same is there already. */
  save(): void {
    this.#write();
    this.#close();
    if (existsSync(this.#path) && sameFiles(this.#path, this.#unfinished)) rmSync(this.#unfinished);
    else renameSync(this.#unfinished, this.#path);
  }

  /** Leaves no trace of what has been added; after `save` there is nothing left to do. */
  discard(): void {
    if (this.#file === undefined) return;
    this.#close();
    rmSync(this.#unfinished, { force: true });
    try {
      rmdirSync(dirname(this.#path));
    } catch {
      // There are other caches in it.
    }
  }

  get #unfinished(): string {
    return `${this.#path}.tmp`;
  }

  #write(): void {
    if (this.#file === undefined) {
      mkdirSync(dirname(this.#path), { recursive: true });
      this.#file = openSync(this.#unfinished, 'w');
    }
    if (this.#waiting !== '') writeFileSync(this.#file, gzipSync(this.#waiting, { level: 1 }));
    this.#waiting = '';
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** The bytes of a file that a `LinePacker` has written. Throws where there is none, or a damaged one. */
export function unpackLines(path: string): Buffer {
  return gunzipSync(readFileSync(path));
}

/** Where each line of a text begins and ends, the line break left out. */
export function* lineRanges(bytes: Buffer): Generator<readonly [start: number, end: number]> {
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    yield [start, end];
    start = end + 1;
  }
}
