import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { asWords } from '../../core/number-views.js';
import { UnfinishedFile } from './unfinished-file.js';

const BLOCK = 1 << 18;
/** Every part begins at a multiple of so many bytes, so that it can be looked at as numbers. */
export const ALIGNMENT = 8;
/** At the end of the file: length of the directory, sum, and that this is such a file. */
const FOOTER = 16;
const MARK = `SVC1${endianness()}`.padEnd(8);

/** What stands behind the parts. */
interface Directory {
  readonly parts: Readonly<Record<string, readonly [start: number, end: number]>>;
  readonly head: unknown;
}

/** The parts of a file that a `PartsWriter` has written. */
export interface Parts {
  /** What `save` was given. */
  readonly head: unknown;
  /** A part by its name; empty where there is none. */
  part(name: string): Buffer;
}

/**
 * Writes a file of binary parts that is read without parsing, under another name until it is complete. Numbers stand
 * in it as the machine has them in memory.
 */
export class PartsWriter {
  readonly #file: UnfinishedFile;
  readonly #parts = new Map<string, readonly [start: number, end: number]>();
  readonly #block = Buffer.allocUnsafe(BLOCK);
  #used = 0;
  #written = 0;
  #sum = 0;
  #part: { readonly name: string; readonly start: number } | undefined;

  /** @param path absolute */
  constructor(path: string) {
    this.#file = new UnfinishedFile(path);
  }

  /** Begins the next part. */
  begin(name: string): void {
    this.#end();
    this.#part = { name, start: this.#written + this.#used };
  }

  /** Adds bytes to the part. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const size = Math.min(bytes.length - at, BLOCK - this.#used);
      this.#block.set(bytes.subarray(at, at + size), this.#used);
      this.#used += size;
      at += size;
      if (this.#used === BLOCK) this.#flush();
    }
  }

  /** Fills up to where the next number may stand. */
  pad(): void {
    const size = -this.#used & (ALIGNMENT - 1);
    this.#block.fill(0, this.#used, this.#used + size);
    this.#used += size;
    if (this.#used === BLOCK) this.#flush();
  }

  /**
   * Puts the file into its place.
   * @param head what else there is to know, as JSON
   */
  save(head: unknown): void {
    this.#end();
    const directory = JSON.stringify({ parts: Object.fromEntries(this.#parts), head } satisfies Directory);
    this.write(Buffer.from(directory));
    this.pad();
    this.#flush();
    const footer = Buffer.alloc(FOOTER);
    footer.writeUInt32LE(Buffer.byteLength(directory));
    footer.writeUInt32LE(this.#sum >>> 0, 4);
    footer.write(MARK, 8, 'latin1');
    this.#file.write(footer);
    this.#file.save();
  }

  /** Leaves no trace, when something has failed. */
  discard(): void {
    this.#file.discard();
  }

  #end(): void {
    if (this.#part !== undefined) {
      const { name, start } = this.#part;
      this.#parts.set(name, [start, this.#written + this.#used]);
    }
    this.#part = undefined;
    this.pad();
  }

  #flush(): void {
    const bytes = this.#block.subarray(0, this.#used);
    this.#sum = sumOf(bytes, this.#sum);
    this.#file.write(bytes);
    this.#written += this.#used;
    this.#used = 0;
  }
}

/** What a `PartsWriter` has written. Throws where there is none, or a damaged one. */
export function readParts(path: string): Parts {
  const file = readFileSync(path);
  const end = file.length - FOOTER;
  if (end < 0 || file.toString('latin1', end + 8) !== MARK) throw new Error('the end of the file is missing');
  // Behind its directory zeros may follow.
  const size = file.readUInt32LE(end);
  const start = end - size - (-size & (ALIGNMENT - 1));
  if (start < 0 || sumOf(file.subarray(0, end), 0) >>> 0 !== file.readUInt32LE(end + 4)) {
    throw new Error('the file is damaged');
  }
  const { parts, head } = JSON.parse(file.toString('utf8', start, start + size)) as Directory;
  return { head, part: (name) => file.subarray(...(parts[name] ?? [0, 0])) };
}

/** Changes with whatever is damaged; not made against somebody who means to. */
function sumOf(bytes: Buffer, before: number): number {
  const words = asWords(bytes);
  let sum = before;
  for (let at = 0; at < words.length; at++) sum = (Math.imul(sum, 31) + (words[at] as number)) | 0;
  return sum;
}
