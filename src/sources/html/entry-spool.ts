import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFully } from '../../core/read-fully.js';
import type { RawEntry } from '../port.js';

/** Bytes that are written, and read, together. */
const BLOCK = 1 << 20;
/** The most bytes that a unit of a text takes in UTF-8. */
const MOST_BYTES = 3;

/** A separator that can't occur in JSON on one line. */
const LINE_END = 0x0a;

/** Closes the file of a spool that was dropped without being closed. */
const forgotten = new FinalizationRegistry<number>((file) => closeSync(file));

/**
 * Keeps entries between the two readings of a source, so that each page is parsed only once. They are in a
 * temporary file without a name: it takes no memory, and disappears with the process however that ends.
 */
export class EntrySpool {
  readonly #file: number;
  /** Where each entry starts, by the number of its page, and how long it is. */
  readonly #places = new Map<number, readonly [start: number, length: number]>();
  /** The pending data of a write; then the last data read. */
  readonly #block = Buffer.allocUnsafeSlow(BLOCK);
  #waiting = 0;
  /** Where in the file the block was read, and how much of it. */
  #blockStart = 0;
  #blockLength = 0;
  #written = 0;
  #isOpen = true;

  constructor() {
    const path = join(tmpdir(), `svc-${randomBytes(8).toString('hex')}`);
    this.#file = openSync(path, 'wx+', 0o600);
    rmSync(path);
    forgotten.register(this, this.#file, this);
  }

  /** Keeps an entry. */
  add(page: number, entry: RawEntry): void {
    const text = toText(entry);
    const most = text.length * MOST_BYTES;
    if (this.#waiting + most > BLOCK) this.#write();
    this.#blockLength = 0;
    const start = this.#written + this.#waiting;
    let length: number;
    if (most > BLOCK) {
      const bytes = Buffer.from(text);
      length = bytes.length;
      this.#append(bytes);
    } else {
      length = this.#block.write(text, this.#waiting);
      this.#waiting += length;
    }
    this.#places.set(page, [start, length]);
  }

  /** An entry that was kept. */
  get(page: number): RawEntry | undefined {
    const place = this.#places.get(page);
    if (place === undefined || !this.#isOpen) return undefined;
    const [start, length] = place;
    this.#write();
    const bytes = this.#read(start, length);
    if (bytes === undefined) return undefined;
    const end = bytes.indexOf(LINE_END);
    const rest = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<RawEntry, 'body'>;
    return { body: bytes.toString('utf8', end + 1), ...rest };
  }

  /** Forgets everything. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    forgotten.unregister(this);
    closeSync(this.#file);
  }

  #write(): void {
    if (this.#waiting === 0) return;
    this.#append(this.#block.subarray(0, this.#waiting));
    this.#waiting = 0;
  }

  #append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      at += writeSync(this.#file, bytes, at, bytes.length - at, this.#written + at);
    }
    this.#written += bytes.length;
  }

  /** Entries are nearly always read in their order. */
  #read(start: number, length: number): Buffer | undefined {
    if (length > BLOCK) {
      const bytes = Buffer.allocUnsafe(length);
      return readFully(this.#file, bytes, start) < length ? undefined : bytes;
    }
    if (start < this.#blockStart || start + length > this.#blockStart + this.#blockLength) {
      this.#blockStart = start;
      this.#blockLength = readFully(this.#file, this.#block, start);
    }
    const at = start - this.#blockStart;
    return at + length > this.#blockLength ? undefined : this.#block.subarray(at, at + length);
  }
}

/** A line of JSON, and the body unescaped: escaping it takes twice the time of all the rest. */
function toText(entry: RawEntry): string {
  const { body, ...rest } = entry;
  // UTF-8 has no halves of surrogate pairs, which JSON escapes.
  return body.isWellFormed() ? `${JSON.stringify(rest)}\n${body}` : `${JSON.stringify(entry)}\n`;
}
