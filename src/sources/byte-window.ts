import { readSync } from 'node:fs';

const INITIAL_CAPACITY = 1 << 20;

/**
 * A window that slides over a file: only the bytes from the current element on are kept, so memory stays flat at
 * any file size. It grows only when one single element does not fit.
 */
export class ByteWindow {
  #bytes: Buffer;
  #base = 0;
  #length = 0;
  #ended = false;

  /**
   * @param file descriptor of the opened file, read from its start
   * @param capacity first size of the buffer in bytes; tests make it small
   */
  constructor(
    private readonly file: number,
    capacity: number = INITIAL_CAPACITY,
  ) {
    this.#bytes = Buffer.allocUnsafe(Math.max(16, capacity));
  }

  /** The buffer; only indexes below `length` are filled. It is replaced when the window grows. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  get length(): number {
    return this.#length;
  }

  /** File offset of index 0. */
  get base(): number {
    return this.#base;
  }

  /** Bytes read from the file so far. */
  get consumed(): number {
    return this.#base + this.#length;
  }

  /**
   * Forgets everything before `keepFrom`, which becomes index 0, and reads more after the rest. At a megabyte a
   * time, a blocking read is faster than the thread pool.
   * @returns false at the end of the file, when nothing was added
   */
  more(keepFrom: number): boolean {
    const kept = this.#length - keepFrom;
    const target = kept * 2 > this.#bytes.length ? Buffer.allocUnsafe(this.#bytes.length * 2) : this.#bytes;
    this.#bytes.copy(target, 0, keepFrom, this.#length);
    this.#bytes = target;
    this.#base += keepFrom;
    this.#length = kept;
    if (this.#ended) return false;
    const bytesRead = readSync(this.file, target, kept, target.length - kept, this.#base + kept);
    this.#length += bytesRead;
    this.#ended = bytesRead === 0;
    return !this.#ended;
  }
}
