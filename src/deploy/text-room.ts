/** Room for the texts of all but the longest entries. */
const SIZE = 1 << 18;

/** UTF-8 in room that the next text is written over: a build encodes some hundred thousand texts. */
export class TextRoom {
  readonly #bytes = Buffer.allocUnsafeSlow(SIZE);

  /** @returns bytes that hold until the next text comes */
  encode(text: string): Uint8Array {
    // No character takes more than three bytes for each of its UTF-16 units.
    if (text.length * 3 > SIZE) return Buffer.from(text, 'utf8');
    return this.#bytes.subarray(0, this.#bytes.write(text, 'utf8'));
  }
}
