import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sameFiles } from '../../deploy/compare-file.js';
import { UnfinishedFile } from './unfinished-file.js';

/**
 * So many lines are packed together in the mean. Where a block ends is said by its last line itself, so that a line
 * that comes, changes or goes leaves all blocks but its own as they are.
 */
const LINES = 256;
/** What is looked at of a line: its key comes first. */
const KEY = 32;
const FIRST_BLOCK = 1 << 16;
const MAX_BLOCK = 1 << 20;
/** A single line may be longer than a block; what claims to be longer than this is damaged. */
const MAX_TEXT = 1 << 28;
/** Byte of a line break. */
export const NEWLINE = 0x0a;

/** A gzip header with one extra field of eight bytes (RFC 1952 section 2.3.1.1): `SV`, and the length of the member. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 8, 0, 0x53, 0x56, 4, 0, 0, 0, 0, 0]);
const LENGTH_AT = 16;
/** Length of the header that zlib writes. */
const PLAIN_HEADER = 10;

/** A block of lines, and what it was packed to. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly packed: Buffer;
}

/** The lines of a file that a `LinePacker` has written. */
export interface PackedLines {
  readonly bytes: Buffer;
  readonly blocks: readonly Block[];
}

/**
 * A file of lines that is packed and written as they come, under another name until it is complete. Of a large
 * cache no more than a block is held. A block that is the same as before is not packed again.
 * The result is a gzip file of several members (RFC 1952 section 2.2).
 */
export class LinePacker {
  readonly #path: string;
  readonly #bytes: Buffer | undefined;
  /** By the key of their first lines. */
  readonly #blocks: ReadonlyMap<string, Block>;
  readonly #file: UnfinishedFile;
  /** The block that is being filled, up to `#size`. */
  #block = Buffer.allocUnsafe(FIRST_BLOCK);
  #size = 0;

  /**
   * @param path absolute; its folder is made when the first block is full
   * @param before what the file holds so far, if it has been unpacked
   */
  constructor(path: string, before?: PackedLines) {
    this.#path = path;
    this.#file = new UnfinishedFile(path);
    this.#bytes = before?.bytes;
    this.#blocks = new Map(before?.blocks.map((block) => [keyAt(before.bytes, block.start), block]));
  }

  /** @param line without line breaks, as any JSON is */
  add(line: string): void {
    // No character takes more than three bytes for each of its UTF-16 units.
    this.#makeRoom(line.length * 3 + 1);
    const start = this.#size;
    this.#size += this.#block.write(line, start);
    this.#endLine(start);
  }

  /** Puts the file into its place, unless the same is there already. */
  save(): void {
    this.#write();
    if (existsSync(this.#path) && sameFiles(this.#path, this.#file.name)) this.#file.discard();
    else this.#file.save();
  }

  /** Leaves no trace of what has been added; after `save` there is nothing left to do. */
  discard(): void {
    this.#file.discard();
  }

  #write(): void {
    const text = this.#block.subarray(0, this.#size);
    this.#file.write(text.length > 0 ? this.#packed(text) : text);
    this.#size = 0;
  }

  #makeRoom(size: number): void {
    const needed = this.#size + size;
    if (needed <= this.#block.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#block.length * 2));
    this.#block.copy(larger, 0, 0, this.#size);
    this.#block = larger;
  }

  #endLine(start: number): void {
    const isEnd = isLast(this.#block, start, this.#size) || this.#size >= MAX_BLOCK;
    this.#block[this.#size++] = NEWLINE;
    if (isEnd) this.#write();
  }

  #packed(text: Buffer): Buffer {
    const same = this.#blocks.get(keyAt(text, 0));
    const isSame = same !== undefined && this.#bytes?.subarray(same.start, same.end).equals(text) === true;
    return isSame ? same.packed : pack(text);
  }
}

function keyAt(bytes: Buffer, start: number): string {
  return bytes.toString('latin1', start, start + KEY);
}

function isLast(bytes: Buffer, start: number, end: number): boolean {
  let hash = 0;
  for (let at = start; at < end && at < start + KEY; at++) hash = Math.imul(hash, 31) + (bytes[at] ?? 0);
  return (Math.imul(hash ^ (hash >>> 15), 0x45d9f3b) >>> 16) % LINES === 0;
}

function pack(text: Buffer): Buffer {
  const packed = gzipSync(text, { level: 1 }).subarray(PLAIN_HEADER);
  const member = Buffer.concat([HEADER, packed]);
  member.writeUInt32LE(member.length, LENGTH_AT);
  return member;
}

/** What a file that a `LinePacker` has written holds. Throws where there is none, or a damaged one. */
export function unpackLines(path: string): PackedLines {
  const members = [...membersOf(readFileSync(path))];
  const size = members.reduce((sum, packed) => sum + textSize(packed), 0);
  // One by one into their place, so that only one is held twice.
  const bytes = Buffer.allocUnsafeSlow(size);
  const blocks: Block[] = [];
  let start = 0;
  for (const packed of members) {
    const end = start + gunzipSync(packed, { maxOutputLength: size - start }).copy(bytes, start);
    blocks.push({ start, end, packed });
    start = end;
  }
  return { bytes, blocks };
}

function* membersOf(file: Buffer): Iterable<Buffer> {
  for (let at = 0; at < file.length; ) {
    const packed = file.subarray(at, at + file.readUInt32LE(at + LENGTH_AT));
    if (packed.length < PLAIN_HEADER) throw new Error('the length of a member is wrong');
    yield packed;
    at += packed.length;
  }
}

/** The last four bytes of a member say how long its text is (RFC 1952 section 2.3.1). */
function textSize(packed: Buffer): number {
  const size = packed.readUInt32LE(packed.length - 4);
  if (size > MAX_TEXT) throw new Error('the length of a text is wrong');
  return size;
}

/** Where each line of a text begins and ends, the line break left out. */
export function* lineRanges(bytes: Buffer): Generator<readonly [start: number, end: number]> {
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    yield [start, end];
    start = end + 1;
  }
}

/** The first line of a text, which says what the others are; undefined where there is none. */
export function firstLine(bytes: Buffer): string | undefined {
  const end = bytes.indexOf(NEWLINE);
  return end === -1 ? undefined : bytes.toString('utf8', 0, end);
}

/** Where each line behind the first begins: one by one, since a large cache has very many. */
export function* rowStarts(bytes: Buffer): Generator<number> {
  let end = bytes.indexOf(NEWLINE);
  while (end !== -1) {
    const start = end + 1;
    end = bytes.indexOf(NEWLINE, start);
    if (end !== -1) yield start;
  }
}
