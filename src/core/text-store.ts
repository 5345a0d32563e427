const BLOCK = 1 << 20;
/** Bytes of the length before a text. */
const LENGTH = 4;

/** Stores texts outside the heap as UTF-8, which halves the memory of most and spares the garbage collector. */
export class TextStore {
  readonly #blocks: Buffer[] = [];
  #used = BLOCK;

  /** @returns the place of the text, for `at` */
  add(text: string): number {
    const size = Buffer.byteLength(text);
    if (this.#used + LENGTH + size > BLOCK) {
      this.#blocks.push(Buffer.allocUnsafeSlow(Math.max(BLOCK, LENGTH + size)));
      this.#used = 0;
    }
    const block = this.#blocks.at(-1) as Buffer;
    const start = this.#used;
    block.writeUInt32LE(size, start);
    this.#used = start + LENGTH + block.write(text, start + LENGTH);
    return (this.#blocks.length - 1) * BLOCK + start;
  }

  /** The text at a place. */
  at(place: number): string {
    const block = this.#blocks[Math.floor(place / BLOCK)] as Buffer;
    const start = (place % BLOCK) + LENGTH;
    return block.toString('utf8', start, start + block.readUInt32LE(start - LENGTH));
  }
}
