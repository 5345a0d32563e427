import type { PageCounts } from '../../content/fidelity/measure.js';
import type { ListedEntry } from '../listed-entry.js';
import {
  ADDED_WORDS,
  CAN_AGE,
  CHANGED,
  EXCERPT_SIZE,
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
  PUBLISHED,
  RECORD,
  SOURCE_MODIFIED,
  TWIN_FILE,
  TWIN_WORDS,
  TYPE_SHIFT,
} from './entry-record.js';
import { ALIGNMENT, type PartsWriter } from './parts-file.js';

/** Room for the records of all but the longest entries. */
const ROOM = 1 << 14;

/** What a record says that may change while the conversion stays the same. */
interface Placed {
  readonly entry: ListedEntry;
  /** Number of its type. */
  readonly type: number;
  /** Numbers of twin, item and page plus one; 0 for none. */
  readonly files: readonly number[];
}

/** Everything that a record says. */
interface NewRecord extends Placed {
  readonly key: readonly [high: number, low: number];
  readonly counts: PageCounts;
  readonly flags: number;
  /** JSON or empty. */
  readonly checkup: string;
  readonly extra: string;
}

/** Writes entries one after the other, each as in `entry-record.ts`. */
export class RecordWriter {
  readonly #file: PartsWriter;
  #bytes: Buffer;
  #numbers: Float64Array;
  #words: Uint32Array;

  constructor(file: PartsWriter) {
    this.#file = file;
    [this.#bytes, this.#numbers, this.#words] = room(ROOM);
  }

  /** Writes a record of an entry that has been converted. */
  add(record: NewRecord): void {
    const { entry, key, counts, flags, checkup, extra } = record;
    const texts = [entry.excerpt, checkup, extra, entry.path];
    this.#makeRoom(RECORD + texts.reduce((sum, text) => sum + text.length * 3, ALIGNMENT));
    this.#numbers[ID] = entry.id;
    this.#words[PAGE_WORDS] = counts.words;
    this.#words[LOST_WORDS] = counts.lost;
    this.#words[TWIN_WORDS] = counts.twinWords;
    this.#words[ADDED_WORDS] = counts.added;
    [this.#words[KEY_HIGH], this.#words[KEY_LOW]] = key;
    this.#words[HASH_HIGH] = entry.hashHigh;
    this.#words[HASH_LOW] = entry.hashLow;
    let end = RECORD;
    for (const [index, text] of texts.entries()) {
      const size = this.#bytes.write(text, end);
      this.#words[EXCERPT_SIZE + index] = size;
      end += size;
    }
    const size = end + (-end & (ALIGNMENT - 1));
    this.#bytes.fill(0, end, size);
    this.#write(size, flags, record);
  }

  /** Writes the record of the last build once more. */
  again(record: Uint8Array, placed: Placed): void {
    this.#makeRoom(record.length);
    this.#bytes.set(record);
    this.#write(record.length, (this.#words[FLAGS] as number) & (CAN_AGE | HAS_IMAGE), placed);
  }

  #write(size: number, flags: number, { entry, type, files: [twin = 0, item = 0, page = 0] }: Placed): void {
    this.#numbers[SOURCE_MODIFIED] = entry.sourceModified ?? Number.NaN;
    this.#numbers[PUBLISHED] = entry.published;
    this.#numbers[MODIFIED] = entry.modified;
    this.#numbers[CHANGED] = entry.changed;
    this.#words[TWIN_FILE] = twin;
    this.#words[ITEM_FILE] = item;
    this.#words[PAGE_FILE] = page;
    const isCreated = entry.action === 'created' ? IS_CREATED : 0;
    this.#words[FLAGS] = flags | isCreated | (type << TYPE_SHIFT);
    this.#file.write(this.#bytes.subarray(0, size));
  }

  #makeRoom(size: number): void {
    if (size > this.#bytes.length) {
      [this.#bytes, this.#numbers, this.#words] = room(size * 2 - ((size * 2) % ALIGNMENT));
    }
  }
}

function room(size: number): [bytes: Buffer, numbers: Float64Array, words: Uint32Array] {
  const bytes = Buffer.allocUnsafeSlow(size);
  return [bytes, new Float64Array(bytes.buffer), new Uint32Array(bytes.buffer)];
}
