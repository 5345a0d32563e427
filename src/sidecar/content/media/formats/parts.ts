/** The parts of an image that a format keeps, in their order, and its size. */
export interface ImageParts {
  readonly width: number;
  readonly height: number;
  /** Together the image without what browsers don't draw. */
  readonly pieces: readonly Uint8Array[];
}

/** Bytes that are no whole image of the format that their start claims. */
export class BrokenImage extends Error {
  override readonly name = 'BrokenImage';
}

/** The most pixels on a side, and in an image. Larger images exhaust the memory of the program that decodes them. */
const MAX_SIDE = 16_384;
const MAX_PIXELS = 50_000_000;

/** @throws BrokenImage for a size that no page needs */
export function assertSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new BrokenImage('it has no pixels');
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new BrokenImage(
      `${width} x ${height} pixels are too many: at most ${MAX_SIDE} a side, and ${MAX_PIXELS / 1e6} million`,
    );
  }
}

/** Reads bytes one after another. */
export class ByteReader {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  /** @throws BrokenImage at the end of the bytes */
  take(length: number): Buffer {
    if (length > this.left) throw new BrokenImage('it is cut off');
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }
}
