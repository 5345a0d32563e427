import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** Nearly every page fits, and is read without asking for its size first. */
const room = Buffer.allocUnsafeSlow(128 * 1024);

/**
 * Reads a file that may have so many bytes.
 * @param path absolute
 * @returns its bytes, until the next file is read; its size where that is larger
 * @throws Error what the system says of a file that cannot be read
 */
export function readBytes(path: string, maxBytes: number): Buffer | number {
  const file = openSync(path, 'r');
  try {
    const length = fill(file);
    if (length < room.length) return length > maxBytes ? length : room.subarray(0, length);
    const { size } = fstatSync(file);
    return size > maxBytes ? size : readFileSync(path);
  } finally {
    closeSync(file);
  }
}

/** Reads into the room until it is full or the file ends. */
function fill(file: number): number {
  let length = 0;
  while (length < room.length) {
    const more = readSync(file, room, length, room.length - length, null);
    if (more === 0) break;
    length += more;
  }
  return length;
}
