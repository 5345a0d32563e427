import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Characters that are packed together. */
const BLOCK = 1 << 18;
const NEWLINE = 0x0a;

/**
 * Lines that are packed as they come, so that the text of a large cache is never held as a whole.
 * The result is a gzip file of several members (RFC 1952 section 2.2).
 */
export class LinePacker {
  readonly #blocks: Buffer[] = [];
  #waiting = '';

  /** @param line without line breaks, as any JSON is */
  add(line: string): void {
    this.#waiting += `${line}\n`;
    if (this.#waiting.length >= BLOCK) this.#pack();
  }

  /**
   * Writes the file at once, unless it holds the same already.
   * @param path absolute; its folder is made
   */
  save(path: string): void {
    if (this.#waiting !== '') this.#pack();
    if (holds(path, this.#blocks)) return;
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(`${path}.tmp`, 'w');
    try {
      for (const block of this.#blocks) writeFileSync(file, block);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.tmp`, path);
  }

  #pack(): void {
    this.#blocks.push(gzipSync(this.#waiting, { level: 1 }));
    this.#waiting = '';
  }
}

/** True for a file of just these bytes. */
function holds(path: string, blocks: readonly Buffer[]): boolean {
  const size = blocks.reduce((sum, block) => sum + block.length, 0);
  if (statSync(path, { throwIfNoEntry: false })?.size !== size) return false;
  const bytes = readFileSync(path);
  let at = 0;
  for (const block of blocks) {
    if (!block.equals(bytes.subarray(at, at + block.length))) return false;
    at += block.length;
  }
  return true;
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
