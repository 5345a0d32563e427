const TOKEN =
  /[\t\n\r ]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*")|((?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])))/y;

/** Keys and indexes from the root to a value. */
export type KeyPath = readonly (string | number)[];

/** The structure of a JSON text: offsets, without values. */
export interface JsonScan {
  /** Offset of the first unexpected token; undefined for valid JSON. */
  readonly error: number | undefined;
  /** Offset of the first repeated key of an object. */
  readonly duplicate: number | undefined;
  /** The offset of a key or list item, else of its nearest parent. */
  offsetOf(path: KeyPath): number;
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';

/** An object or list that is still open. */
interface Frame {
  readonly name: string;
  readonly keys: Set<string> | undefined;
  /** The current key or index. */
  at: string | number;
}

/**
 * Finds the positions of values in a JSON text. JSON.parse doesn't report them, and words its errors
 * differently in each release.
 * @see RFC 8259
 */
export function scanJson(text: string): JsonScan {
  const scanner = new Scanner(text);
  scanner.run();
  const { error, duplicate, places } = scanner;
  return { error, duplicate, offsetOf: (path) => nearest(places, path) };
}

class Scanner {
  readonly places = new Map<string, number>();
  error: number | undefined;
  duplicate: number | undefined;
  readonly #open: Frame[] = [];
  #expected: Expected = 'value';

  constructor(private readonly text: string) {}

  run(): void {
    let end = 0;
    while (this.error === undefined) {
      const start = visibleFrom(this.text, end);
      if (start === this.text.length && this.#expected === 'nothing') return;
      TOKEN.lastIndex = end;
      const match = TOKEN.exec(this.text);
      const next = match === null ? undefined : this.#step(match[1] ?? 'scalar', match[2], start);
      if (next === undefined) this.error = Math.min(start, this.text.trimEnd().length);
      else this.#expected = next;
      end = TOKEN.lastIndex;
    }
  }

  /** What may follow a token; undefined when the token itself is unexpected. */
  #step(sign: string, quoted: string | undefined, start: number): Expected | undefined {
    const expected = this.#expected;
    const frame = this.#open.at(-1);
    if ((expected === 'value' || expected === 'value or ]') && /[{[]|scalar/.test(sign))
      return this.#value(sign, start);
    if ((expected === 'key' || expected === 'key or }') && quoted !== undefined)
      return this.#key(quoted, start);
    if (expected === ':' && sign === ':') return 'value';
    if (expected === ', or end' && sign === ',') return frame?.keys === undefined ? 'value' : 'key';
    const mayClose = expected === ', or end' || expected === 'key or }' || expected === 'value or ]';
    const closes = frame !== undefined && sign === (frame.keys === undefined ? ']' : '}');
    if (!mayClose || !closes) return undefined;
    this.#open.pop();
    return this.#afterValue();
  }

  #value(sign: string, start: number): Expected {
    const frame = this.#open.at(-1);
    if (frame !== undefined && typeof frame.at === 'number') {
      frame.at += 1;
      this.places.set(nameOf(frame.name, frame.at), start);
    }
    if (sign === 'scalar') return this.#afterValue();
    const name = frame === undefined ? '' : nameOf(frame.name, frame.at);
    this.#open.push(sign === '{' ? { name, keys: new Set(), at: '' } : { name, keys: undefined, at: -1 });
    return sign === '{' ? 'key or }' : 'value or ]';
  }

  #key(quoted: string, start: number): Expected {
    const frame = this.#open.at(-1);
    const key = JSON.parse(quoted) as string;
    if (frame?.keys === undefined) return ':';
    if (frame.keys.has(key)) this.duplicate ??= start;
    frame.keys.add(key);
    frame.at = key;
    this.places.set(nameOf(frame.name, key), start);
    return ':';
  }

  #afterValue(): Expected {
    return this.#open.length === 0 ? 'nothing' : ', or end';
  }
}

/** A zero byte cannot stand in a key unescaped, so names of different paths differ. */
function nameOf(parent: string, part: string | number): string {
  return `${parent}\u0000${part}`;
}

function nearest(places: ReadonlyMap<string, number>, path: KeyPath): number {
  let name = '';
  let offset = 0;
  for (const part of path) {
    name = nameOf(name, part);
    offset = places.get(name) ?? offset;
  }
  return offset;
}

/** The offset of the next visible character; the end of the text when there is none. */
function visibleFrom(text: string, offset: number): number {
  const visible = /[^\t\n\r ]/g;
  visible.lastIndex = offset;
  return visible.exec(text)?.index ?? text.length;
}
