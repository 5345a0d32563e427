import { closeSync, openSync, readSync } from 'node:fs';

/** The start of a file with front matter, in any of its notations. */
export const FRONT_MATTER = /^\uFEFF?(?:---|\+\+\+|;;;)[ \t\w]*\r?\n/;

/** The first bytes of a file as text; empty for one that is missing or unreadable. */
export function readStart(path: string, bytes: number, encoding: BufferEncoding = 'utf8'): string {
  try {
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(bytes);
      return buffer.toString(encoding, 0, readSync(file, buffer, 0, bytes, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
