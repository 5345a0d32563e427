/** Reads values that PHP has serialised. */

/** What PHP's serialize() can hold without objects; arrays with any keys become records. */
export type PhpValue = string | number | boolean | null | { readonly [key: string]: PhpValue };

const MAX_DEPTH = 16;
const MAX_BYTES = 1 << 20;

/**
 * Reads a value written by PHP's serialize(). Objects, references and custom serialisations are refused: nothing
 * is ever instantiated, and a wrong length ends the reading.
 * @returns undefined for anything that isn't completely readable
 */
export function readPhpSerialized(text: string): PhpValue | undefined {
  if (!/^(?:[aisbd]:|N;)/.test(text) || text.length > MAX_BYTES) return undefined;
  return read(text, { objects: false, maxDepth: MAX_DEPTH });
}

/**
 * Reads the data of a page builder: objects become records, whatever their class, references null.
 * @returns undefined for anything that isn't completely readable
 */
export function readPhpObjects(text: string, maxDepth: number): PhpValue | undefined {
  return read(text, { objects: true, maxDepth });
}

interface PhpRules {
  readonly objects: boolean;
  readonly maxDepth: number;
}

/** XML turns the line ends of Windows into others, and a text is shorter than its length says. */
function read(text: string, rules: PhpRules): PhpValue | undefined {
  const value = readExactly(text, rules);
  return value === undefined && text.includes('\n')
    ? readExactly(text.replace(/\r?\n/g, '\r\n'), rules)
    : value;
}

function readExactly(text: string, rules: PhpRules): PhpValue | undefined {
  const reader = new PhpReader(Buffer.from(text.trimEnd()), rules);
  try {
    const value = reader.value(0);
    return reader.isAtEnd ? value : undefined;
  } catch (error) {
    if (error instanceof PhpFormatError) return undefined;
    throw error;
  }
}

/** Before version 7.1, PHP wrote fractions with all their digits. */
const MAX_NUMBER = 128;

/** Stands for a list or a record; its text is empty. */
const RECORD: object = Object.create(null, { toString: { value: () => '' } });

class PhpFormatError extends Error {}

class PhpReader {
  #at = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly rules: PhpRules,
  ) {}

  get isAtEnd(): boolean {
    return this.#at === this.bytes.length;
  }

  value(depth: number): PhpValue {
    if (depth > this.rules.maxDepth) throw new PhpFormatError();
    const kind = String.fromCharCode(this.bytes[this.#at] ?? 0);
    if (kind === 'N') {
      this.#expect('N;');
      return null;
    }
    this.#expect(`${kind}:`);
    if (kind === 'i' || kind === 'd') return this.#number(';');
    if (kind === 'b') return this.#number(';') === 1;
    if (kind === 's') return this.#string();
    if (kind === 'a') return this.#array(depth);
    if (this.rules.objects) {
      if (kind === 'O') {
        this.#quoted();
        this.#expect(':');
        return this.#array(depth);
      }
      if (kind === 'r' || kind === 'R') {
        this.#number(';');
        return null;
      }
    }
    throw new PhpFormatError();
  }

  #array(depth: number): PhpValue {
    const count = this.#number(':');
    this.#expect('{');
    const record: Record<string, PhpValue> = Object.create(RECORD);
    for (let i = 0; i < count; i++) {
      const key = this.value(depth + 1);
      if (typeof key !== 'string' && typeof key !== 'number') throw new PhpFormatError();
      const value = this.value(depth + 1);
      if (key !== 'toString') record[String(key)] = value;
    }
    this.#expect('}');
    return record;
  }

  #string(): string {
    const text = this.#quoted();
    this.#expect(';');
    return text;
  }

  /** Lengths count bytes, not characters. */
  #quoted(): string {
    const length = this.#number(':');
    this.#expect('"');
    const end = this.#at + length;
    if (length < 0 || end > this.bytes.length) throw new PhpFormatError();
    const text = this.bytes.toString('utf8', this.#at, end);
    this.#at = end;
    this.#expect('"');
    return text;
  }

  #number(terminator: string): number {
    const end = this.bytes.indexOf(terminator, this.#at);
    const digits = end < 0 || end - this.#at > MAX_NUMBER ? '' : this.bytes.toString('latin1', this.#at, end);
    if (!/^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/.test(digits)) throw new PhpFormatError();
    this.#at = end + 1;
    return Number(digits);
  }

  #expect(text: string): void {
    if (this.bytes.toString('latin1', this.#at, this.#at + text.length) !== text) throw new PhpFormatError();
    this.#at += text.length;
  }
}

/** The strings of a serialised list and of lists in it, in order; a plain text is a list of one, an unreadable value an empty one. */
export function phpStrings(text: string): readonly string[] {
  const value = readPhpSerialized(text);
  if (value === undefined) return text.trim() === '' || looksSerialized(text) ? [] : [text];
  return typeof value === 'object' ? leavesOf(value) : value === false ? [] : [String(value)];
}

function leavesOf(value: PhpValue): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** True for a text that PHP's serialize() may have written: such text is never shown. */
function looksSerialized(text: string): boolean {
  return /^(?:[aOsibdC]:\d+[:;]|N;)/.test(text);
}

/** The values of a list or a record. */
export function listed(value: PhpValue): readonly PhpValue[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

/** A member of a record; null for any other value. */
export function member(value: PhpValue, key: string): PhpValue {
  return typeof value === 'object' && value !== null ? (value[key] ?? null) : null;
}

/** A text or a number without white space around it; empty for any other value. */
export function textOf(value: PhpValue): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
