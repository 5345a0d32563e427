const MAX_WORDS = 1024;

interface Known {
  readonly bytes: Buffer;
  readonly word: string;
}

/** Turns byte ranges that repeat (names, keys, statuses) into strings, each decoded only once. */
export class InternTable {
  readonly #byHash = new Map<number, Known>();
  readonly #decode: (bytes: Buffer, from: number, to: number) => string;

  /** @param decode makes the string of a new range */
  constructor(decode: (bytes: Buffer, from: number, to: number) => string) {
    this.#decode = decode;
  }

  /** The string of `bytes[from, to)`. */
  read(bytes: Buffer, from: number, to: number): string {
    let hash = to - from;
    for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
    const known = this.#byHash.get(hash);
    if (known !== undefined && sameBytes(known.bytes, bytes, from, to)) return known.word;
    const word = this.#decode(bytes, from, to);
    // Two ranges may share a hash, and a hostile file may contain any number of them.
    if (known === undefined && this.#byHash.size < MAX_WORDS) {
      this.#byHash.set(hash, { bytes: Buffer.from(bytes.subarray(from, to)), word });
    }
    return word;
  }

  /** Forgets everything. */
  clear(): void {
    this.#byHash.clear();
  }
}

function sameBytes(known: Buffer, bytes: Buffer, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[from + i]) return false;
  return true;
}
