const CHUNK = 1 << 20;
const LENGTH = 4;

/**
 * Keeps texts as bytes outside of the garbage-collected heap. Of a hundred thousand entries they are most of
 * what is held, and there they cost just their length and no collection walks over them.
 */
export class TextStore {
  readonly #chunks: Buffer[] = [];
  #used = CHUNK;

  /**
   * Stores some texts as one record.
   * @returns the record's place, for `get`
   */
  add(...texts: readonly string[]): number {
    const sizes = texts.map((text) => Buffer.byteLength(text));
    const chunk = this.#chunkFor(sizes.reduce((sum, size) => sum + LENGTH + size, 0));
    const place = (this.#chunks.length - 1) * CHUNK + this.#used;
    for (const [index, text] of texts.entries()) {
      const size = sizes[index] as number;
      chunk.writeUInt32LE(size, this.#used);
      chunk.write(text, this.#used + LENGTH);
      this.#used += LENGTH + size;
    }
    return place;
  }

  /**
   * A text of a record.
   * @param place what `add` returned
   * @param index which of the texts of the record
   */
  get(place: number, index = 0): string {
    const chunk = this.#chunks[Math.floor(place / CHUNK)] as Buffer;
    let at = place % CHUNK;
    for (let skipped = 0; skipped < index; skipped++) at += LENGTH + chunk.readUInt32LE(at);
    const start = at + LENGTH;
    return chunk.toString('utf8', start, start + chunk.readUInt32LE(at));
  }

  /** The chunk with room for a record; one that is larger than a chunk gets a longer one of its own. */
  #chunkFor(size: number): Buffer {
    const last = this.#chunks.at(-1);
    if (last !== undefined && this.#used + size <= CHUNK) return last;
    const chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK, size));
    this.#chunks.push(chunk);
    this.#used = 0;
    return chunk;
  }
}
