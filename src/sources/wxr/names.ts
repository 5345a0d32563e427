/** Usual prefix of each namespace, by the address without scheme and version. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/wordpress\.org\/export\/[\d.]+\/excerpt\/?$/i, 'excerpt'],
  [/^https?:\/\/wordpress\.org\/export\/[\d.]+\/?$/i, 'wp'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/i, 'content'],
  [/^https?:\/\/purl\.org\/dc\/elements\/1\.1\/?$/i, 'dc'],
];

/**
 * Turns element names into strings, with the prefixes of this file replaced by the usual ones
 * (`x:post_id` becomes `wp:post_id` when `x` is bound to the export's namespace).
 */
export class NameTable {
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
  }

  /** The canonical name of `bytes[from, to)`. */
  read(bytes: Buffer, from: number, to: number): string {
    const name = bytes.toString('utf8', from, to);
    const colon = name.indexOf(':');
    if (colon < 0) return name;
    const prefix = this.#prefixes.get(name.slice(0, colon));
    return prefix === undefined ? name : prefix + name.slice(colon);
  }
}
