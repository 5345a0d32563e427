import { scanJson } from '../../config/parse.js';
import { type ByteWindow, ExportFault } from '../export-file.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = new Set(Buffer.from(' \n\r\t'));
/** The characters of numbers, `true`, `false` and `null`. */
const WORD = new Set(Buffer.from('0123456789+-.abcdefghijklmnopqrstuvwxyz'));
const BETWEEN = new Set([...WORD, ...SPACE, COMMA, COLON]);

const TRUNCATED_FIX = 'The file is incomplete: export again, or download it again completely.';
const MAX_DEPTH = 2000;

/** A value with its byte range in the file. */
interface JsonPiece {
  readonly value: unknown;
  readonly offset: number;
  readonly end: number;
}

/**
 * Walks a JSON file of any size over a sliding window: objects and lists are entered or skipped, and only the
 * values that are used are parsed, one at a time. Skipped values are checked for their brackets,
 * quotes and punctuation only.
 * @see RFC 8259
 */
export class JsonScanner {
  #at = 0;

  constructor(private readonly window: ByteWindow) {}

  /** Skips the byte order mark. Only UTF-8 is JSON. */
  begin(): void {
    while (this.window.length < 3 && this.#more(0));
    const { bytes, length } = this.window;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
    const isWide = length > 1 && ((bytes[0] as number) >= 0xfe || bytes[0] === 0 || bytes[1] === 0);
    if (isWide) throw new ExportFault(0, "the file isn't UTF-8", 'Save it as UTF-8, or export again.');
  }

  /** True when an object comes next. */
  get atObject(): boolean {
    return this.#visible() === OPEN_OBJECT;
  }

  /** True when a list comes next. */
  get atList(): boolean {
    return this.#visible() === OPEN_LIST;
  }

  /**
   * Enters an object; yields each key with the scanner in front of its value, which the caller has to
   * read, enter or skip.
   * @throws ExportFault where the file isn't JSON
   */
  *keys(): Generator<string> {
    for (const _ of this.#members(OPEN_OBJECT, CLOSE_OBJECT)) {
      if (this.#visible() !== QUOTE) throw this.unexpected('a key in quotes');
      const { value } = this.read();
      this.#take(COLON);
      yield String(value);
    }
  }

  /** Enters a list, likewise: yields once in front of each item. */
  items(): Generator<void> {
    return this.#members(OPEN_LIST, CLOSE_LIST);
  }

  *#members(open: number, close: number): Generator<void> {
    this.#take(open);
    for (let isFirst = true; this.#visible() !== close; isFirst = false) {
      if (!isFirst) this.#take(COMMA);
      yield;
    }
    this.#take(close);
  }

  /** Parses the next value. */
  read(): JsonPiece {
    const offset = this.#valueOffset();
    const start = this.#pass(true);
    const text = this.window.bytes.toString('utf8', start, this.#at);
    return { value: parsePiece(text, offset), offset, end: this.window.base + this.#at };
  }

  /** Skips the next value and returns its position. */
  skip(): { readonly offset: number; readonly end: number } {
    const offset = this.#valueOffset();
    this.#pass(false);
    return { offset, end: this.window.base + this.#at };
  }

  /** @throws ExportFault when anything but white space follows */
  finish(): void {
    if (this.#visible() !== undefined) throw this.unexpected('the end of the file');
  }

  #valueOffset(): number {
    if (this.#visible() === undefined) throw this.unexpected('a value');
    return this.window.base + this.#at;
  }

  /**
   * Moves to the end of the next value, which stays in memory as a whole when it is wanted.
   * @returns where a wanted value begins in the window
   */
  #pass(isWanted: boolean): number {
    let start = this.#at;
    const refill = (): boolean => {
      const keepFrom = isWanted ? start : this.#at;
      start -= keepFrom;
      return this.#more(keepFrom);
    };
    const open: number[] = [];
    for (;;) {
      if (this.#at === this.window.length && !refill()) throw this.unexpected('the rest of a value');
      const byte = this.window.bytes[this.#at] as number;
      if (byte === QUOTE) this.#string(refill);
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        // The codes of closing brackets are two above those of the opening ones.
        open.push(byte + 2);
        if (open.length > MAX_DEPTH) throw this.unexpected('a value that is nested less deeply');
        this.#at += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (open.pop() !== byte) throw this.unexpected('a value or the bracket that fits');
        this.#at += 1;
      } else if (open.length === 0) this.#word(refill);
      else if (BETWEEN.has(byte)) this.#at += 1;
      else throw this.unexpected('a value, a key or a bracket');
      if (open.length === 0) return start;
    }
  }

  #string(refill: () => boolean): void {
    this.#at += 1;
    for (;;) {
      const { bytes, length } = this.window;
      let at = this.#at;
      while (at < length) {
        const byte = bytes[at];
        if (byte === QUOTE) {
          this.#at = at + 1;
          return;
        }
        if (byte === BACKSLASH) at += 1;
        at += 1;
      }
      // A backslash at the very end: the character that it escapes comes with the next bytes.
      this.#at = Math.min(at, length);
      const isEscaped = at > length;
      if (!refill()) throw this.unexpected('a quote that ends the text');
      if (isEscaped) this.#at += 1;
    }
  }

  /** A number, `true`, `false` or `null` outside any bracket. */
  #word(refill: () => boolean): void {
    // A file offset: indexes move when the window does.
    const from = this.window.base + this.#at;
    for (;;) {
      const { bytes, length } = this.window;
      while (this.#at < length && WORD.has(bytes[this.#at] as number)) this.#at += 1;
      if (this.#at < length || !refill()) break;
    }
    if (this.window.base + this.#at === from) throw this.unexpected('a value');
  }

  /** Moves to the next byte that isn't white space and returns it; undefined at the end. */
  #visible(): number | undefined {
    for (;;) {
      const { bytes, length } = this.window;
      while (this.#at < length) {
        const byte = bytes[this.#at] as number;
        if (!SPACE.has(byte)) return byte;
        this.#at += 1;
      }
      if (!this.#more(this.#at)) return undefined;
    }
  }

  #take(byte: number): void {
    if (this.#visible() !== byte) throw this.unexpected(`“${String.fromCharCode(byte)}”`);
    this.#at += 1;
  }

  #more(keepFrom: number): boolean {
    const more = this.window.more(keepFrom);
    this.#at -= keepFrom;
    return more;
  }

  /** Describes what is here instead of the expected token. */
  unexpected(expected: string): ExportFault {
    const { bytes, length, base } = this.window;
    const offset = base + this.#at;
    if (this.#at >= length)
      return new ExportFault(offset, `the file ends, expected ${expected}`, TRUNCATED_FIX);
    const found = [...bytes.toString('utf8', this.#at, Math.min(length, this.#at + 8))][0] ?? '';
    return new ExportFault(offset, `found “${found}”, expected ${expected}`);
  }
}

/**
 * Parses the value at a position of the file.
 * @param offset its first byte, for faults
 * @throws ExportFault with the place inside the file
 */
export function parsePiece(text: string, offset: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const error = scanJson(text).error ?? 0;
    const found = [...text.slice(error, error + 8)][0] ?? '';
    throw new ExportFault(
      offset + Buffer.byteLength(text.slice(0, error)),
      `found “${found}”, which isn't valid JSON here`,
    );
  }
}
