/** Writes files to the stage, unless the output folder already has them. */

import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { writeTo } from '../core/errors.js';
import { makeFolder, readFully } from '../core/files.js';
import { joinPieces, type Piece } from '../core/join-pieces.js';
import { compareCopy, compareFile, copyWithTime, type FileState } from './compare-file.js';
import { type FileChange, type FileStamp, fileStamp, isUntouched } from './file-states.js';
import { FolderGuard, joinInside, statIfExists } from './safe-path.js';
import { stagedPath } from './stage.js';

/** The result for a file. */
export interface WrittenFile {
  /** Path below the output folder. */
  readonly file: string;
  readonly change: FileChange;
  /** The stamp by which a later build sees that the file is unchanged. */
  readonly facts: FileStamp | undefined;
  /** There is a folder in its place. */
  readonly isOnFolder: boolean;
}

/**
 * Compares files with those of the output folder and writes into the stage what differs. It only keeps the state of
 * one file at a time, so that each thread has its own; `Output` knows all files.
 */
export class FileWriter {
  readonly #out: string;
  readonly #guard: FolderGuard;
  readonly #made = new Set<string>();
  readonly #room = new TextRoom();

  /** @param out, stage absolute */
  constructor(
    out: string,
    private readonly stage: string,
  ) {
    this.#out = out;
    this.#guard = new FolderGuard(out);
  }

  /** @throws SvcError `SVC_ENTRY_INVALID` for a path that would leave the folder */
  write(file: string, body: string | Uint8Array | Iterable<Piece>): WrittenFile {
    this.#guard.check(file);
    const target = joinInside(this.#out, file);
    if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
      return this.#writePieces(file, target, body);
    }
    const bytes = this.encode(body);
    const state = this.#guard.absent(file) === undefined ? compareFile(target, bytes) : 'new';
    return this.#finish(file, state, (path) => writeFileSync(path, bytes));
  }

  /**
   * Writes a copy with the time of the original.
   * @param from absolute path of a regular file
   * @throws SvcError as `write`
   */
  copy(file: string, from: string): WrittenFile {
    this.#guard.check(file);
    const state = compareCopy(joinInside(this.#out, file), from);
    return this.#finish(file, state, (path) => copyWithTime(from, path));
  }

  /** UTF-8 of a text, valid until the next call. */
  encode(text: string | Uint8Array): Uint8Array {
    return typeof text === 'string' ? this.#room.encode(text) : text;
  }

  /** Compares a text too long to hold piece by piece, and writes it from the first one on that differs. */
  #writePieces(file: string, target: string, pieces: Iterable<Piece>): WrittenFile {
    const found = statIfExists(target);
    const rest = joinPieces(pieces)[Symbol.iterator]();
    const { size, next } = samePart(found?.isFile() === true ? target : undefined, rest);
    const isSame = next === undefined && size === found?.size;
    const other = found === undefined ? 'new' : found.isDirectory() ? 'folder' : 'other';
    return this.#finish(file, isSame ? 'same' : other, (path) => {
      writeFrom(path, { target, size, next, rest });
    });
  }

  #finish(file: string, state: FileState | 'same', write: (path: string) => void): WrittenFile {
    if (state === 'same') {
      return { file, change: 'kept', facts: fileStamp(joinInside(this.#out, file)), isOnFolder: false };
    }
    const path = stagedPath(this.stage, file);
    const folder = dirname(path);
    if (!this.#made.has(folder)) {
      makeFolder(folder);
      this.#made.add(folder);
    }
    writeTo(joinInside(this.#out, file), () => write(path));
    const change = state === 'other' ? 'changed' : 'added';
    return { file, change, facts: fileStamp(path), isOnFolder: state === 'folder' };
  }
}

/** A buffer large enough for most entries. */
const SIZE = 1 << 18;

/** Encodes UTF-8 into a buffer that the next text overwrites: a build encodes some hundred thousand texts. */
class TextRoom {
  readonly #bytes = Buffer.allocUnsafeSlow(SIZE);

  /** @returns bytes that are valid until the next text */
  encode(text: string): Uint8Array {
    // No character takes more than three bytes for each of its UTF-16 units.
    if (text.length * 3 > SIZE) return Buffer.from(text, 'utf8');
    return this.#bytes.subarray(0, this.#bytes.write(text, 'utf8'));
  }
}

const BLOCK = 1 << 18;

/** How far a file equals the beginning of a text that comes in pieces. */
interface SamePart {
  /** Equal bytes. */
  readonly size: number;
  /** The first piece that differs; undefined when all of them are in the file. */
  readonly next: Piece | undefined;
}

/**
 * Compares a file with a text that is too long to hold.
 * @param path the file; undefined if it doesn't exist
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
function writeFrom(path: string, { target, size, next, rest }: PartialCompare): void {
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

/** Texts that only a build needs, in a folder of their own. */
export class IntermediateFiles {
  /** Texts of this build. */
  readonly #files = new Set<string>();

  /**
   * @param folder absolute
   * @param before where texts of earlier builds are
   */
  constructor(
    readonly folder: string,
    private readonly before: string,
  ) {}

  /** Takes a text that a thread has written into the folder. */
  take(file: string): void {
    this.#files.add(file);
  }

  /** Keeps a text of the last build; false when it is missing or has changed. */
  keep(file: string, facts: FileStamp): boolean {
    if (!isUntouched(joinInside(this.before, file), facts)) return false;
    this.#files.add(file);
    return true;
  }

  read(file: string): string {
    const path = joinInside(this.folder, file);
    return readFileSync(existsSync(path) ? path : joinInside(this.before, file), 'utf8');
  }

  /** Removes texts that aren't of this build. */
  tidy(): void {
    if (!existsSync(this.folder)) return;
    for (const file of readdirSync(this.folder)) {
      if (!this.#files.has(file)) rmSync(joinInside(this.folder, file), { force: true });
    }
    if (this.#files.size === 0) rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Writes an intermediate text, unless the same is there.
 * @param folder absolute
 */
export function writeAside(folder: string, file: string, bytes: Uint8Array): FileStamp {
  const path = joinInside(folder, file);
  makeFolder(folder);
  if (compareFile(path, bytes) !== 'same') writeFileSync(path, bytes);
  return fileStamp(path) ?? [bytes.length, 0];
}
