import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK = 1 << 18;

/** The bytes of a file in pieces; a piece is overwritten when the next one is read. */
export function* fileChunks(path: string): Iterable<Uint8Array> {
  const handle = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const length = readSync(handle, buffer, 0, CHUNK, null);
      if (length === 0) return;
      yield buffer.subarray(0, length);
    }
  } finally {
    closeSync(handle);
  }
}

/** A fault in the encoding of a text file. */
export type EncodingFault = 'bom' | 'utf-16' | 'not-utf-8' | 'nul';

/**
 * Searches a text of any length for bytes that are not UTF-8 without a byte order mark.
 * @param chunks of the file, in pieces of any size
 * @returns the first fault; undefined for a valid file
 * @see RFC 8259 section 8.1
 */
export function encodingFault(chunks: Iterable<Uint8Array>): EncodingFault | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let isFirst = true;
  try {
    for (const chunk of chunks) {
      const mark = isFirst ? markOf(chunk) : undefined;
      if (mark !== undefined) return mark;
      isFirst = false;
      if (chunk.includes(0)) return 'nul';
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return 'not-utf-8';
    throw error;
  }
}

function markOf([a, b, c]: Uint8Array): EncodingFault | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'bom';
  const isUtf16 = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || a === 0 || b === 0;
  return isUtf16 ? 'utf-16' : undefined;
}
