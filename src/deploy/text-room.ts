/** A buffer large enough for most entries. */
const SIZE = 1 << 18;

/** Encodes UTF-8 into a buffer that the next text overwrites: a build encodes some hundred thousand texts. */
export class TextRoom {
  readonly #bytes = Buffer.allocUnsafeSlow(SIZE);

  /** @returns bytes that are valid until the next text */
  encode(text: string): Uint8Array {
    // No character takes more than three bytes for each of its UTF-16 units.
    if (text.length * 3 > SIZE) return Buffer.from(text, 'utf8');
    return this.#bytes.subarray(0, this.#bytes.write(text, 'utf8'));
  }
}
