/** Opens access logs, compressed or not, as lines. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SvcError } from '../../../core/errors.js';
import type { LogHead } from '../../../storage/tables/log-files.js';
import { common } from './formats/combined.js';
import { type LogFormat, newLine } from './line.js';

/** Least number of bytes for detecting the format. */
const START_BYTES = 65_536;
/** The longest line that is read. */
export const MAX_LINE = 4 << 20;
/** Number of bytes by which a log is recognised. */
const HEAD_BYTES = 4096;
/** Number of bytes that show how a log begins. No readable line is shorter. */
const OPENING_BYTES = 64;
/** Digits of their hash: enough to distinguish few files, too few to guess an address from. */
const OPENING_DIGITS = 4;
/** Bytes that are read at once: more would only stay in memory for longer. */
const CHUNK = 1 << 18;

/** An access log: a file, compressed or not, or a stream. */
export interface LogSource {
  /** Its name in messages. */
  readonly name: string;
  /** Bytes on the disk, compressed; 0 for a stream. */
  readonly size: number;
  /** The first bytes, decompressed. */
  readonly start: Buffer;
  readonly head: LogHead;
  /**
   * The rest from a position on, decompressed. Call it once.
   * @param onRead called with the number of bytes read from the disk
   */
  read(from: number, onRead: (bytes: number) => void): AsyncIterable<Buffer>;
}

/**
 * Opens a log file. Compressed ones are recognised by their first bytes, whatever their name.
 * @throws SvcError `SVC_SOURCE_MISSING`
 */
export async function openLogFile(path: string, name: string): Promise<LogSource> {
  const { size, isFile } = await factsOf(path, name);
  // A pipe can be read only once.
  if (!isFile) return openLogStream(createReadStream(path), name);
  const isPacked = await startsPacked(path, name);
  const stream = (from: number, onRead: (bytes: number) => void): AsyncIterable<Buffer> =>
    isPacked
      ? skip(unpack(counted(createReadStream(path, { highWaterMark: CHUNK }), onRead), name), from)
      : counted(createReadStream(path, { start: from, highWaterMark: CHUNK }), onRead);
  const start = await firstBytes(stream(0, () => undefined));
  return { name, size, start, head: headOf(start.subarray(0, HEAD_BYTES)), read: stream };
}

/** Opens a stream, such as standard input. */
export async function openLogStream(
  input: AsyncIterable<Uint8Array | string>,
  name: string,
): Promise<LogSource> {
  const chunks = buffers(input)[Symbol.asyncIterator]();
  const raw = await take(chunks, 2);
  const plain = isGzip(raw) ? unpack(rest(raw, chunks), name) : rest(raw, chunks);
  const unpacked = plain[Symbol.asyncIterator]();
  const start = await takeStart(unpacked);
  return {
    name,
    size: 0,
    start: start.subarray(0, lengthOfStart(start)),
    head: headOf(start.subarray(0, HEAD_BYTES)),
    read: (from) => skip(rest(start, unpacked), from),
  };
}

function headOf(start: Buffer): LogHead {
  const hashOf = (bytes: number) => createHash('sha256').update(start.subarray(0, bytes)).digest('hex');
  return { opening: hashOf(OPENING_BYTES).slice(0, OPENING_DIGITS), bytes: start.length, hashOf };
}

async function factsOf(
  path: string,
  name: string,
): Promise<{ readonly size: number; readonly isFile: boolean }> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) {
    const fix = `Name the files in it: ${name.replace(/\/$/, '')}/*.log`;
    throw new SvcError('SVC_SOURCE_MISSING', 'this is a folder, not an access log', { file: name, fix });
  }
  if (found === undefined) {
    throw new SvcError('SVC_SOURCE_MISSING', 'there is no such file', { file: name, fix: 'Check the path.' });
  }
  return { size: found.size, isFile: found.isFile() };
}

async function startsPacked(path: string, name: string): Promise<boolean> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    const fix = 'Check its permissions, or pipe it in: sudo cat … | svc activity ingest -';
    throw new SvcError('SVC_SOURCE_MISSING', "the file can't be read", { file: name, fix, cause });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return isGzip(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function* counted(
  input: AsyncIterable<Buffer>,
  onRead: (bytes: number) => void,
): AsyncIterable<Buffer> {
  for await (const chunk of input) {
    onRead(chunk.length);
    yield chunk;
  }
}

/** @throws SvcError `SVC_SOURCE_MALFORMED` for a truncated or damaged file */
async function* unpack(input: AsyncIterable<Buffer>, name: string): AsyncIterable<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  const source = Readable.from(input, { objectMode: false });
  source.once('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of source.pipe(gunzip)) yield chunk as Buffer;
  } catch (cause) {
    const message = 'the compressed file is damaged or incomplete';
    const fix = 'The readable part was imported. Run the command again with the whole file.';
    throw new SvcError('SVC_SOURCE_MALFORMED', message, { file: name, fix, cause });
  } finally {
    source.destroy();
  }
}

async function* skip(input: AsyncIterable<Buffer>, bytes: number): AsyncIterable<Buffer> {
  let left = bytes;
  for await (const chunk of input) {
    if (chunk.length > left) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function* buffers(input: AsyncIterable<Uint8Array | string>): AsyncIterable<Buffer> {
  for await (const chunk of input) {
    if (chunk.length > 0) yield typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : Buffer.from(chunk);
  }
}

/** The first bytes of a stream: at least the requested number. */
async function take(chunks: AsyncIterator<Buffer>, bytes: number): Promise<Buffer> {
  let taken = Buffer.alloc(0);
  while (taken.length < bytes) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    taken = Buffer.concat([taken, value]);
  }
  return taken;
}

/** The first bytes of a log, with lines after the first one, however long that is. */
async function takeStart(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let start = await take(chunks, START_BYTES);
  while (start.length < MAX_LINE && start.length < lengthOfStart(start)) {
    const more = await take(chunks, START_BYTES);
    if (more.length === 0) break;
    start = Buffer.concat([start, more]);
  }
  return start;
}

function lengthOfStart(bytes: Buffer): number {
  const end = bytes.subarray(0, MAX_LINE).indexOf(10);
  return (end === -1 ? bytes.length : end) + START_BYTES;
}

async function* rest(start: Buffer, chunks: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
  if (start.length > 0) yield start;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

async function firstBytes(input: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks = input[Symbol.asyncIterator]();
  const start = await takeStart(chunks);
  await chunks.return?.();
  return start.subarray(0, lengthOfStart(start));
}

/** The time of the first request in a log: older logs are read first. @returns Unix seconds; 0 where it is unknown */
export function firstTime(format: LogFormat, start: Buffer): number {
  const reader = format.create();
  const line = newLine();
  for (const row of start.toString('latin1').split(/\r?\n/)) {
    if (row !== '' && reader(row, 0, row.length, line) === 'read') return line.at;
  }
  return 0;
}

/** How many of the first lines of a log have no User-Agent. */
interface Nameless {
  readonly lines: number;
  readonly nameless: number;
}

/** Fewer lines than these are not representative. */
const MIN_LINES = 10;
/** Share of lines from which on the log can't be right. */
const TOO_MANY = 0.98;

/**
 * Detects a log that hardly identifies any client: its server does not log the User-Agent, or under an unknown
 * name. Common Log Format has no field for it, and is accepted.
 * @param start the first bytes of the log
 * @returns undefined where enough clients are identified
 */
export function namelessLog(format: LogFormat, start: Buffer): Nameless | undefined {
  if (format === common) return undefined;
  const reader = format.create();
  const line = newLine();
  let [lines, nameless] = [0, 0];
  for (const row of start.toString('latin1').split(/\r?\n/)) {
    if (row === '' || reader(row, 0, row.length, line) !== 'read') continue;
    lines += 1;
    if (line.userAgent === '') nameless += 1;
  }
  return lines >= MIN_LINES && nameless >= lines * TOO_MANY ? { lines, nameless } : undefined;
}
