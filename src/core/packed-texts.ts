import { firstFrom } from './first-from.js';

/** Texts by number, in typed arrays that threads share without copying. */
export interface PackedTexts {
  /** Ascending. */
  readonly numbers: Float64Array;
  /** Start and end of the text of each number. */
  readonly places: Uint32Array;
  /** UTF-8. */
  readonly bytes: Uint8Array;
}

/** Packs texts; equal ones are stored once. */
export function packTexts(texts: ReadonlyMap<number, string>): PackedTexts {
  const numbers = Float64Array.from(texts.keys()).sort();
  const places = new Uint32Array(2 * numbers.length);
  const bytes = Buffer.from([...new Set(texts.values())].join(''));
  const starts = new Map<string, number>();
  let end = 0;
  for (const text of texts.values()) {
    if (starts.has(text)) continue;
    starts.set(text, end);
    end += Buffer.byteLength(text);
  }
  for (const [at, number] of numbers.entries()) {
    const text = texts.get(number) ?? '';
    const start = starts.get(text) ?? 0;
    places.set([start, start + Buffer.byteLength(text)], 2 * at);
  }
  return { numbers, places, bytes };
}

/** Finds packed texts by number. */
export function textFinder({ numbers, places, bytes }: PackedTexts): (number: number) => string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return (number) => {
    const at = firstFrom(numbers.length, (index) => (numbers[index] as number) < number);
    return numbers[at] === number ? text.toString('utf8', places[2 * at], places[2 * at + 1]) : undefined;
  };
}
