import {
  CAN_AGE,
  CHECKUP_SIZE,
  EXCERPT_SIZE,
  EXTRA_SIZE,
  FLAGS,
  HAS_IMAGE,
  HASH_HIGH,
  HASH_LOW,
  ID,
  ITEM_FILE,
  KEY_HIGH,
  KEY_LOW,
  PAGE_FILE,
  PARITY,
  PATH_SIZE,
  RECORD,
  TWIN_FILE,
} from './entry-record.js';

const WORD = 8;

/** The entries that the last build left, ascending by id; by number, and read where they stand. */
export class LastEntries {
  readonly size: number;
  readonly #bytes: Buffer;
  readonly #numbers: Float64Array;
  readonly #words: Uint32Array;
  /** Where each record begins, in words of eight bytes; the last is the end of all. */
  readonly #starts: Uint32Array;
  /** Number of the one behind the one that was found last. */
  #next = 0;

  /** @param bytes records, each as in `entry-record.ts`, from an index that is a multiple of eight */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#numbers = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / WORD);
    this.#words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    this.#starts = startsOf(this.#words);
    this.size = this.#starts.length - 1;
  }

  /** The number of an entry; -1 where the last build had none of this id. Quick for one after the other. */
  find(id: number): number {
    if (this.#next < this.size && this.idOf(this.#next) === id) return this.#next++;
    let [low, high] = [0, this.size - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.idOf(middle);
      if (found === id) {
        this.#next = middle + 1;
        return middle;
      }
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  idOf(number: number): number {
    return this.#number(number, ID);
  }

  parityOf(number: number): number {
    return this.#number(number, PARITY);
  }

  /** True for an entry of this key, in two halves. */
  hasKey(number: number, high: number, low: number): boolean {
    return this.#word(number, KEY_HIGH) === high && this.#word(number, KEY_LOW) === low;
  }

  /** The two halves of its hash. */
  hashOf(number: number): readonly [high: number, low: number] {
    return [this.#word(number, HASH_HIGH), this.#word(number, HASH_LOW)];
  }

  /** Numbers of its files plus one; 0 for one that it has not. */
  filesOf(number: number): readonly [twin: number, item: number, page: number] {
    return [this.#word(number, TWIN_FILE), this.#word(number, ITEM_FILE), this.#word(number, PAGE_FILE)];
  }

  /** Bits of what the checks found: `CAN_AGE`, `HAS_IMAGE`. */
  checkFlagsOf(number: number): number {
    return this.#word(number, FLAGS) & (CAN_AGE | HAS_IMAGE);
  }

  /** The whole record. */
  recordOf(number: number): Buffer {
    const [start = 0, end = 0] = this.#starts.subarray(number, number + 2);
    return this.#bytes.subarray(start * WORD, end * WORD);
  }

  /** Where its excerpt stands in `bytes`. */
  excerptOf(number: number): readonly [start: number, end: number] {
    return this.#range(number, 0, EXCERPT_SIZE);
  }

  /** JSON; empty for an entry without. */
  checkupOf(number: number): string {
    const before = this.#word(number, EXCERPT_SIZE);
    return this.#bytes.toString('utf8', ...this.#range(number, before, CHECKUP_SIZE));
  }

  hasExtra(number: number): boolean {
    return this.#word(number, EXTRA_SIZE) > 0;
  }

  /** JSON. */
  extraOf(number: number): string {
    const before = this.#word(number, EXCERPT_SIZE) + this.#word(number, CHECKUP_SIZE);
    return this.#bytes.toString('utf8', ...this.#range(number, before, EXTRA_SIZE));
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  #number(number: number, field: number): number {
    return this.#numbers[(this.#starts[number] as number) + field] as number;
  }

  #word(number: number, field: number): number {
    return this.#words[(this.#starts[number] as number) * 2 + field] as number;
  }

  /** @param before bytes of the texts that stand before it */
  #range(number: number, before: number, size: number): readonly [start: number, end: number] {
    const start = (this.#starts[number] as number) * WORD + RECORD + before;
    return [start, start + this.#word(number, size)];
  }
}

/** Words of eight bytes that a record takes, by the lengths of its texts. */
function wordsOf(words: Uint32Array, start: number): number {
  let size = RECORD;
  for (let field = EXCERPT_SIZE; field <= PATH_SIZE; field++) size += words[start * 2 + field] as number;
  return Math.ceil(size / WORD);
}

function startsOf(words: Uint32Array): Uint32Array {
  // No record is shorter than its numbers.
  const starts = new Uint32Array(Math.ceil((words.length * 4) / RECORD) + 1);
  let size = 0;
  for (let at = 0; at * 2 < words.length; at += wordsOf(words, at)) {
    starts[size++] = at;
    starts[size] = at + wordsOf(words, at);
  }
  return starts.subarray(0, size + 1);
}
