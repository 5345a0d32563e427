/** Usual prefix of each namespace, by the address without scheme and version. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/wordpress\.org\/export\/[\d.]+\/excerpt\/?$/i, 'excerpt'],
  [/^https?:\/\/wordpress\.org\/export\/[\d.]+\/?$/i, 'wp'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/i, 'content'],
  [/^https?:\/\/purl\.org\/dc\/elements\/1\.1\/?$/i, 'dc'],
];

/** More different names than any export has, unless it is hostile. */
const MAX_NAMES = 1024;

/**
 * Turns element names into strings, each created once, with the prefixes of this file replaced by the usual ones
 * (`x:post_id` becomes `wp:post_id` when `x` is bound to the export's namespace).
 */
export class NameTable {
  readonly #known = new Map<number, { readonly bytes: Buffer; readonly name: string }>();
  #prefixes: ReadonlyMap<string, string> = new Map();

  /** True once a prefix was bound to a namespace of the export format. */
  get isExport(): boolean {
    return [...this.#prefixes.values()].includes('wp');
  }

  /**
   * Reads the prefixes from the attributes of `<rss>`. A prefix without a known namespace stays unchanged;
   * one bound to a foreign namespace while another prefix has the known one is marked as foreign.
   */
  bind(attributes: ReadonlyMap<string, string>): void {
    const prefixes = new Map<string, string>();
    for (const [name, address] of attributes) {
      const known = name.startsWith('xmlns:') && KNOWN.find(([pattern]) => pattern.test(address.trim()));
      if (known) prefixes.set(name.slice(6), known[1]);
    }
    for (const usual of [...prefixes.values()]) {
      if (!prefixes.has(usual)) prefixes.set(usual, `other-${usual}`);
    }
    this.#prefixes = prefixes;
    this.#known.clear();
  }

  /** The canonical name of `bytes[from, to)`. */
  read(bytes: Buffer, from: number, to: number): string {
    let hash = to - from;
    for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
    const known = this.#known.get(hash);
    if (known !== undefined && isAt(bytes, from, to, known.bytes)) return known.name;
    const name = this.#canonical(bytes.toString('utf8', from, to));
    if (known === undefined && this.#known.size < MAX_NAMES) {
      this.#known.set(hash, { bytes: Buffer.from(bytes.subarray(from, to)), name });
    }
    return name;
  }

  #canonical(name: string): string {
    const colon = name.indexOf(':');
    if (colon < 0) return name;
    const prefix = this.#prefixes.get(name.slice(0, colon));
    return prefix === undefined ? name : prefix + name.slice(colon);
  }
}

function isAt(bytes: Buffer, from: number, to: number, name: Buffer): boolean {
  let at = from;
  while (at < to && bytes[at] === name[at - from]) at++;
  return at === to && name.length === to - from;
}
