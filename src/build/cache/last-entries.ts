import type { PageCounts } from '../../content/fidelity/measure.js';
import { numberIfAny } from '../../core/column.js';
import { firstFrom } from '../../core/first-from.js';
import { hexOf } from '../../core/hash.js';
import { asFloats, asWords } from '../../core/number-views.js';
import type { PastEntries, PastEntry } from '../../site/history.js';
import type { ListedEntry } from '../listed-entry.js';
import {
  ADDED_WORDS,
  CAN_AGE,
  CHANGED,
  CHECKUP_SIZE,
  EXCERPT_SIZE,
  EXTRA_SIZE,
  FLAGS,
  HAS_IMAGE,
  HASH_HIGH,
  HASH_LOW,
  ID,
  IS_CREATED,
  ITEM_FILE,
  KEY_HIGH,
  KEY_LOW,
  LOST_WORDS,
  MODIFIED,
  PAGE_FILE,
  PAGE_WORDS,
  PATH_SIZE,
  PUBLISHED,
  RECORD,
  SOURCE_MODIFIED,
  TWIN_FILE,
  TWIN_WORDS,
  TYPE_SHIFT,
} from './entry-record.js';

const WORD = 8;

/** The entries that the last build left, ascending by id; by number, and read where they stand. */
export class LastEntries implements PastEntries {
  readonly size: number;
  /** By their numbers. */
  readonly types: readonly string[];
  readonly #bytes: Buffer;
  readonly #numbers: Float64Array;
  readonly #words: Uint32Array;
  /** Where each record begins, in words of eight bytes; the last is the end of all. */
  readonly #starts: Uint32Array;
  /** Number of the one behind the one that was found last. */
  #next = 0;

  /**
   * @param bytes records, each as in `entry-record.ts`, from an index that is a multiple of eight
   * @param types by their numbers
   */
  constructor(bytes: Buffer, types: readonly string[]) {
    this.types = types;
    this.#bytes = bytes;
    this.#numbers = asFloats(bytes);
    this.#words = asWords(bytes);
    this.#starts = startsOf(this.#words);
    this.size = this.#starts.length - 1;
  }

  /** The number of an entry; -1 where the last build had none of this id. Quick for one after the other. */
  find(id: number): number {
    if (this.#next < this.size && this.idOf(this.#next) === id) return this.#next++;
    const number = firstFrom(this.size, (at) => this.idOf(at) < id);
    if (number === this.size || this.idOf(number) !== id) return -1;
    this.#next = number + 1;
    return number;
  }

  /** What the last build knew of an id. */
  get(id: number): PastEntry | undefined {
    const number = this.find(id);
    return number === -1 ? undefined : this.#past(number);
  }

  *values(): Iterable<PastEntry> {
    for (let number = 0; number < this.size; number++) yield this.#past(number);
  }

  /** True where an entry of this path and hash has the same dates and type as then. */
  isDatedAs(number: number, entry: ListedEntry): boolean {
    return (
      this.changedOf(number) === entry.changed &&
      this.modifiedOf(number) === entry.modified &&
      this.publishedOf(number) === entry.published &&
      this.sourceModifiedOf(number) === entry.sourceModified &&
      this.isCreated(number) === (entry.action === 'created') &&
      this.typeOf(number) === entry.type
    );
  }

  idOf(number: number): number {
    return this.#number(number, ID);
  }

  /** How its twin compared with its page. */
  countsOf(number: number): PageCounts {
    return {
      words: this.#word(number, PAGE_WORDS),
      lost: this.#word(number, LOST_WORDS),
      twinWords: this.#word(number, TWIN_WORDS),
      added: this.#word(number, ADDED_WORDS),
    };
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

  /** Whole records, those from one number to before another. */
  recordsOf(first: number, end: number): Buffer {
    return this.#bytes.subarray((this.#starts[first] as number) * WORD, (this.#starts[end] as number) * WORD);
  }

  sourceModifiedOf(number: number): number | undefined {
    return numberIfAny(this.#number(number, SOURCE_MODIFIED));
  }

  publishedOf(number: number): number {
    return this.#number(number, PUBLISHED);
  }

  modifiedOf(number: number): number {
    return this.#number(number, MODIFIED);
  }

  changedOf(number: number): number {
    return this.#number(number, CHANGED);
  }

  pathOf(number: number): string {
    const texts = [EXCERPT_SIZE, CHECKUP_SIZE, EXTRA_SIZE] as const;
    const before = texts.reduce((sum, size) => sum + this.#word(number, size), 0);
    return this.#bytes.toString('utf8', ...this.#range(number, before, PATH_SIZE));
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

  #past(number: number): PastEntry {
    return new LastEntry(this, number);
  }

  isCreated(number: number): boolean {
    return (this.#word(number, FLAGS) & IS_CREATED) !== 0;
  }

  typeOf(number: number): string {
    return this.types[this.#word(number, FLAGS) >>> TYPE_SHIFT] ?? '';
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

/** An entry of the last build; its texts are made when somebody asks. */
class LastEntry implements PastEntry {
  readonly #entries: LastEntries;
  readonly #number: number;

  constructor(entries: LastEntries, number: number) {
    this.#entries = entries;
    this.#number = number;
  }

  get id(): number {
    return this.#entries.idOf(this.#number);
  }

  get type(): string {
    return this.#entries.typeOf(this.#number);
  }

  get path(): string {
    return this.#entries.pathOf(this.#number);
  }

  get hash(): string {
    return hexOf(...this.#entries.hashOf(this.#number));
  }

  get sourceModified(): number | undefined {
    return this.#entries.sourceModifiedOf(this.#number);
  }

  get published(): number {
    return this.#entries.publishedOf(this.#number);
  }

  get modified(): number {
    return this.#entries.modifiedOf(this.#number);
  }

  get changed(): number {
    return this.#entries.changedOf(this.#number);
  }

  get action(): PastEntry['action'] {
    return this.#entries.isCreated(this.#number) ? 'created' : 'updated';
  }
}
