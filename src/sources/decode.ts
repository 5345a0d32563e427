import { decodeBytes } from '../core/decode-bytes.js';
import type { Warnings } from '../core/warnings.js';
import { guessEncoding } from './guess-encoding.js';

/** The encoding that a byte order mark names; UTF-8 without one. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/**
 * Reads a file's bytes as text: UTF-8 or UTF-16 by its byte order mark, else UTF-8, else the encoding that
 * its form or language suggests, with a warning. A few damaged bytes don't change the encoding of the others. The mark and NUL characters are removed; line ends become `\n`.
 */
export function decodeText(bytes: Uint8Array, file: string, warnings: Warnings): string {
  let text: string;
  try {
    text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    const lossy = new TextDecoder(encodingOf(bytes)).decode(bytes);
    const isUnicode = isMostlyRead(lossy);
    const decoder = new TextDecoder(isUnicode ? 'utf-8' : guessEncoding(bytes));
    text = isUnicode ? lossy : decodeBytes(decoder, bytes);
    warnings.add({
      code: 'file-not-utf8',
      message: isUnicode
        ? 'Some bytes of the file are no characters in its encoding; a mark replaces each.'
        : `The file isn't UTF-8, so it was read as ${decoder.encoding}.`,
      file,
      fix: 'Save it as UTF-8.',
    });
  }
  if (text.includes('\0')) {
    warnings.add({
      code: 'file-nul-bytes',
      message: 'The file contains NUL characters; they were left out.',
      file,
      fix: 'Save it as plain UTF-8 text.',
    });
    text = text.replaceAll('\0', '');
  }
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Returns true if a text has at least as many letters beyond ASCII as marks of bytes that couldn't be read. */
function isMostlyRead(text: string): boolean {
  const damaged = text.match(/\ufffd/g)?.length ?? 0;
  return (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0) >= damaged;
}
