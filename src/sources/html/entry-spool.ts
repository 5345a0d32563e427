import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFully } from '../../core/files.js';
import type { RawEntry } from '../port.js';

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
  #end = 0;
  #isOpen = true;

  constructor() {
    const path = join(tmpdir(), `svc-${randomBytes(8).toString('hex')}`);
    this.#file = openSync(path, 'wx+', 0o600);
    rmSync(path);
    forgotten.register(this, this.#file, this);
  }

  /** Keeps an entry. */
  add(page: number, entry: RawEntry): void {
    const bytes = Buffer.from(toText(entry));
    for (let at = 0; at < bytes.length; ) {
      at += writeSync(this.#file, bytes, at, bytes.length - at, this.#end + at);
    }
    this.#places.set(page, [this.#end, bytes.length]);
    this.#end += bytes.length;
  }

  /** An entry that was kept. */
  get(page: number): RawEntry | undefined {
    const place = this.#places.get(page);
    if (place === undefined || !this.#isOpen) return undefined;
    const [start, length] = place;
    const bytes = Buffer.allocUnsafe(length);
    if (readFully(this.#file, bytes, start) < length) return undefined;
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
}

/** A line of JSON, and the body unescaped: escaping it takes twice the time of all the rest. */
function toText(entry: RawEntry): string {
  const { body, ...rest } = entry;
  // UTF-8 has no halves of surrogate pairs, which JSON escapes.
  return body.isWellFormed() ? `${JSON.stringify(rest)}\n${body}` : `${JSON.stringify(entry)}\n`;
}
