import { endianness } from 'node:os';

const FIRST = 1 << 14;

/**
 * The UTF-16 code units of one text after the other, in room that is used again. A loop that looks at every
 * character of long texts is faster over numbers, as with `codeAt`; here it is so before it is compiled as well.
 */
export class CodeUnits {
  #units = new Uint16Array(FIRST);
  #bytes = Buffer.from(this.#units.buffer);

  /**
   * Takes a text in.
   * @returns its code units and a 0 behind them, until the next text comes; what follows is of earlier texts
   */
  read(text: string): Uint16Array {
    if (text.length >= this.#units.length) {
      this.#units = new Uint16Array(text.length * 2);
      this.#bytes = Buffer.from(this.#units.buffer);
    }
    this.#bytes.write(text, 'utf16le');
    if (endianness() === 'BE') this.#bytes.swap16();
    this.#units[text.length] = 0;
    return this.#units;
  }
}
