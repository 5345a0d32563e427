import { fstatSync, writeSync } from 'node:fs';

/** File descriptor of standard error. */
const STDERR = 2;

/**
 * Returns a function that writes messages to standard error. On a full disk, a file gets a part of a line; the next
 * line that fits then starts on a line of its own, so that programs can read it.
 */
export function errorOutput(fd: number = STDERR): (text: string) => void {
  let isPlain: boolean | undefined;
  let isCut = false;
  return function write(text) {
    isPlain ??= !isFile(fd);
    if (isPlain) {
      process.stderr.write(text);
      return;
    }
    const bytes = Buffer.from(isCut ? `\n${text}` : text);
    const count = writeWhatFits(fd, bytes);
    if (count > 0) isCut = count < bytes.length;
  };
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

/** @returns how many bytes were written */
function writeWhatFits(fd: number, bytes: Buffer): number {
  let count = 0;
  try {
    while (count < bytes.length) count += writeSync(fd, bytes, count);
  } catch {
    // The error can't be reported anywhere.
  }
  return count;
}
