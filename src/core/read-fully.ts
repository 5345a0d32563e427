import { readSync } from 'node:fs';

/**
 * Reads from a file until the buffer is full or the file ends.
 * @param file descriptor of a regular file
 * @param start where to begin in the file
 * @returns how many bytes were read
 */
export function readFully(file: number, bytes: Uint8Array, start: number): number {
  let length = 0;
  while (length < bytes.length) {
    const more = readSync(file, bytes, length, bytes.length - length, start + length);
    if (more === 0) break;
    length += more;
  }
  return length;
}
