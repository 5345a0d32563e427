import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import type { Piece } from '../core/join-pieces.js';
import { readFully } from '../core/read-fully.js';

const BLOCK = 1 << 18;

/** How far a file equals the beginning of a text that comes in pieces. */
export interface SamePart {
  /** Equal bytes. */
  readonly size: number;
  /** The first piece that differs; undefined when all of them are in the file. */
  readonly next: Piece | undefined;
}

/**
 * Compares a file with a text that is too long to hold.
 * @param path undefined where there is no file
 * @param pieces read up to the first that differs
 */
export function samePart(path: string | undefined, pieces: Iterator<Piece>): SamePart {
  if (path === undefined) return { size: 0, next: nextOf(pieces) };
  const file = openSync(path, 'r');
  try {
    let size = 0;
    for (let piece = nextOf(pieces); piece !== undefined; piece = nextOf(pieces)) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      if (!readAt(file, bytes.length, size).equals(bytes)) return { size, next: piece };
      size += bytes.length;
    }
    return { size, next: undefined };
  } finally {
    closeSync(file);
  }
}

/** A text whose start is in a file. */
interface PartialCompare extends SamePart {
  readonly target: string;
  /** The pieces after `next`. */
  readonly rest: Iterator<Piece>;
}

/** Writes a text whose start is in another file. */
export function writeFrom(path: string, { target, size, next, rest }: PartialCompare): void {
  const handle = openSync(path, 'w');
  try {
    if (size > 0) copyStart(target, size, handle);
    // Unlike writeSync it continues until everything is written.
    for (let piece = next; piece !== undefined; piece = nextOf(rest)) writeFileSync(handle, piece);
  } finally {
    closeSync(handle);
  }
}

function nextOf(pieces: Iterator<Piece>): Piece | undefined {
  const { done, value } = pieces.next();
  return done === true ? undefined : value;
}

/**
 * Copies the start of a file.
 * @param size how many bytes
 * @param target descriptor of a file that is open for writing
 */
export function copyStart(path: string, size: number, target: number): void {
  const file = openSync(path, 'r');
  try {
    for (let at = 0; at < size; ) {
      const bytes = readAt(file, Math.min(BLOCK, size - at), at);
      if (bytes.length === 0) throw new Error(`${path} became shorter while it was read`);
      for (let done = 0; done < bytes.length; ) done += writeSync(target, bytes, done);
      at += bytes.length;
    }
  } finally {
    closeSync(file);
  }
}

/** Bytes of a file; fewer at its end. */
function readAt(file: number, size: number, start: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  return bytes.subarray(0, readFully(file, bytes, start));
}
