import { gunzipSync, gzipSync } from 'node:zlib';
import { Column } from '../../core/column.js';
import { firstFrom } from '../../core/first-from.js';
import { asFloats, asWords } from '../../core/number-views.js';
import { PartsWriter, readParts } from '../cache/parts-file.js';

/**
 * So many rows are packed together in the mean. Where a block ends is said by the id of its last row, so that one that
 * comes, changes or goes leaves all blocks but its own as they are.
 */
const ROWS = 256;
const MAX_ROWS = 2048;
/** What claims to be longer than this is damaged. */
const MAX_TEXT = 1 << 28;

/** Two halves of 32 bits. */
export interface RowKey {
  readonly high: number;
  readonly low: number;
}

/** What stands beside the text of a row. */
export interface RowFacts {
  readonly id: number;
  /** Absent where nobody can tell what the text was made from. */
  readonly key: RowKey | undefined;
  /** Unix seconds. */
  readonly time: number;
}

const NO_KEY: RowKey = { high: 0, low: 0 };

/**
 * Rows that a `RowWriter` has written, ascending by id; by number. Their texts are packed block by block, and a block
 * is unpacked when somebody asks for a text in it.
 */
export class LastRows {
  /** What `RowWriter.save` was given. */
  readonly head: unknown;
  readonly size: number;
  readonly #bytes: Buffer;
  readonly #ids: Float64Array;
  readonly #keys: Uint32Array;
  readonly #times: Float64Array;
  /** Of each block its first row, and where its bytes end. */
  readonly #firsts: Uint32Array;
  readonly #ends: Uint32Array;
  /** Number of the row behind the one that was found last. */
  #next = 0;
  #unpacked: { readonly block: number; readonly texts: readonly string[] } | undefined;

  /**
   * @param path absolute
   * @throws Error where there is no such file, or a damaged one
   */
  constructor(path: string) {
    const { head, part } = readParts(path);
    this.head = head;
    this.#bytes = part('texts');
    this.#ids = asFloats(part('ids'));
    this.#times = asFloats(part('times'));
    this.#keys = asWords(part('keys'));
    this.#firsts = asWords(part('firsts'));
    this.#ends = asWords(part('ends'));
    this.size = this.#ids.length;
  }

  /** The number of a row; -1 where there is none of this id. Quick for one after the other. */
  find(id: number): number {
    if (this.#next < this.size && this.idOf(this.#next) === id) return this.#next++;
    const number = firstFrom(this.size, (at) => this.idOf(at) < id);
    if (number === this.size || this.idOf(number) !== id) return -1;
    this.#next = number + 1;
    return number;
  }

  idOf(number: number): number {
    return this.#ids[number] as number;
  }

  timeOf(number: number): number {
    return this.#times[number] as number;
  }

  hasKey(number: number, { high, low }: RowKey = NO_KEY): boolean {
    return this.#keys[number * 2] === high && this.#keys[number * 2 + 1] === low;
  }

  /** The key of a row, as `hasKey` knows it again. */
  keyOf(number: number): RowKey {
    return { high: this.#keys[number * 2] as number, low: this.#keys[number * 2 + 1] as number };
  }

  textOf(number: number): string {
    const block = this.#blockFrom(number + 1) - 1;
    if (this.#unpacked?.block !== block) {
      const text = gunzipSync(this.#packed(block), { maxOutputLength: MAX_TEXT }).toString('utf8');
      this.#unpacked = { block, texts: text.split('\n') };
    }
    return this.#unpacked.texts[number - (this.#firsts[block] as number)] as string;
  }

  /** A packed block, if there is one of just some rows. */
  blockOf(first: number, count: number): Buffer | undefined {
    const block = this.#blockFrom(first);
    const end = this.#firsts[block + 1] ?? this.size;
    return this.#firsts[block] === first && end === first + count ? this.#packed(block) : undefined;
  }

  /** The first block that begins with a row or behind it. */
  #blockFrom(row: number): number {
    return firstFrom(this.#firsts.length, (at) => (this.#firsts[at] as number) < row);
  }

  #packed(block: number): Buffer {
    return this.#bytes.subarray(block === 0 ? 0 : this.#ends[block - 1], this.#ends[block]);
  }
}

/** Writes rows one after the other, under another name until all are there. Blocks that stay are not packed again. */
export class RowWriter {
  readonly #last: LastRows | undefined;
  readonly #file: PartsWriter;
  readonly #ids = new Column(Float64Array);
  readonly #keys = new Column(Uint32Array);
  readonly #times = new Column(Float64Array);
  readonly #firsts: number[] = [];
  readonly #ends: number[] = [];
  /** Rows of the block that is being filled: their texts, or their numbers among the last ones. */
  #block: (string | number)[] = [];
  #size = 0;
  #bytes = 0;

  /**
   * @param path absolute; its folder is made when the first rows are written
   * @param last what the file holds so far
   */
  constructor(path: string, last: LastRows | undefined) {
    this.#last = last;
    this.#file = new PartsWriter(path);
    this.#file.begin('texts');
  }

  /** @param text without line breaks, as any JSON is */
  add(text: string, facts: RowFacts): void {
    this.#add(text, facts.id, facts.key ?? NO_KEY, facts.time);
  }

  /** Adds a row of the last ones, which there are, as it is. */
  keep(number: number): void {
    const last = this.#last as LastRows;
    this.#add(number, last.idOf(number), last.keyOf(number), last.timeOf(number));
  }

  /**
   * Puts the file into its place.
   * @param head what else there is to know, as JSON
   */
  save(head: unknown): void {
    this.#endBlock();
    const size = this.#size;
    this.#write('ids', this.#ids.copyTo(new Float64Array(size)));
    this.#write('times', this.#times.copyTo(new Float64Array(size)));
    this.#write('keys', this.#keys.copyTo(new Uint32Array(size * 2)));
    this.#write('firsts', Uint32Array.from(this.#firsts));
    this.#write('ends', Uint32Array.from(this.#ends));
    this.#file.save(head);
  }

  /** Leaves no trace of what has been added; after `save` there is nothing left to do. */
  discard(): void {
    this.#file.discard();
  }

  #add(row: string | number, id: number, key: RowKey, time: number): void {
    this.#ids.set(this.#size, id);
    this.#times.set(this.#size, time);
    this.#keys.set(this.#size * 2, key.high);
    this.#keys.set(this.#size * 2 + 1, key.low);
    this.#size += 1;
    this.#block.push(row);
    if (isLast(id) || this.#block.length === MAX_ROWS) this.#endBlock();
  }

  #endBlock(): void {
    const rows = this.#block;
    if (rows.length === 0) return;
    const packed = this.#sameBlock(rows) ?? gzipSync(this.#textOf(rows), { level: 1 });
    this.#file.write(packed);
    this.#bytes += packed.length;
    this.#firsts.push(this.#size - rows.length);
    this.#ends.push(this.#bytes);
    this.#block = [];
  }

  /** The last file's block of just these rows. */
  #sameBlock(rows: readonly (string | number)[]): Buffer | undefined {
    const first = rows[0];
    if (typeof first !== 'number') return undefined;
    const areNext = rows.every((row, index) => row === first + index);
    return areNext ? this.#last?.blockOf(first, rows.length) : undefined;
  }

  #textOf(rows: readonly (string | number)[]): string {
    return rows.map((row) => (typeof row === 'string' ? row : (this.#last?.textOf(row) ?? ''))).join('\n');
  }

  #write(part: string, numbers: Float64Array | Uint32Array): void {
    this.#file.begin(part);
    this.#file.write(new Uint8Array(numbers.buffer));
  }
}

/** One id of so many, in a way that has nothing to do with how ids follow each other. */
function isLast(id: number): boolean {
  return (Math.imul(id, 0x9e3779b1) >>> 16) % ROWS === 0;
}
