/** Sends public responses: bodies, ranges, entity tags and empty answers. */

import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { type FileVersion, fileVersion, isSameVersion } from '../find-file.js';

/** Header fields by name, with one value, or several for a field that is sent more than once. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A complete answer that may be sent many times. */
export interface Answer {
  readonly status: number;
  /** Alternating names and values, as Node expects them. */
  readonly raw: string[];
  /** Absent for an answer that is streamed from a file. */
  readonly body?: Buffer;
  readonly file?: string;
  readonly tag: string | undefined;
  /** Length in bytes of a file of the site, of which clients may request a part. */
  readonly size?: number;
  /** Header fields of a 304: none that describe a body. */
  readonly notModified: string[];
  /** Label of its visits in the activity log; absent for answers that aren't recorded as an agent's visit. */
  readonly endpoint?: string;
  /** True for a page, whose readers may come from an assistant. */
  readonly isPage?: boolean;
  /** True for a document that refused clients don't get. */
  readonly isGuarded?: boolean;
}

/** Fields that a 304 omits: they describe a body, or a signature over one. */
const OF_BODY = /^(?:content-(?!location$|security)|signature|repr-digest|digest)/i;

/** Creates an answer with its body in memory. */
export function bodyAnswer(status: number, fields: Fields, body: Uint8Array): Answer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const tag = status === 200 ? entityTag(bytes) : undefined;
  return { ...tagged(status, fields, tag, bytes.length), body: bytes };
}

/** Creates the answer of a file of the site, of which clients may request a part. */
export function partialAnswer(answer: Answer, size: number): Answer {
  return { ...answer, raw: [...answer.raw, 'Accept-Ranges', 'bytes'], size };
}

/** Creates an answer that is streamed from a file, for bodies too long for memory. */
export function fileAnswer(status: number, fields: Fields, file: FileVersion): Answer {
  const tag = status === 200 ? versionTag(file) : undefined;
  return { ...tagged(status, fields, tag, file.size), file: file.path };
}

function tagged(status: number, fields: Fields, tag: string | undefined, size: number) {
  const all = { ...fields, ...(tag === undefined ? {} : { ETag: tag }) };
  const raw = flatten({ ...all, 'Content-Length': String(size) });
  return { status, raw, tag, notModified: flatten(withoutBody(all)) };
}

/** Creates a short text answer. */
export function textAnswer(status: number, text: string, fields: Fields = {}): Answer {
  return bodyAnswer(
    status,
    { 'Content-Type': 'text/plain; charset=UTF-8', ...fields },
    Buffer.from(text, 'utf8'),
  );
}

/** Creates an answer without a body. */
export function emptyAnswer(status: number, fields: Fields): Answer {
  return { status, raw: flatten(fields), body: Buffer.alloc(0), tag: undefined, notModified: [] };
}

/** Sends an answer: without its body for `HEAD`, and as 304 when the client has the current version. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const condition = request.headers['if-none-match'];
  if (condition !== undefined && answer.tag !== undefined && matchesTag(condition, answer.tag)) {
    response.writeHead(304, answer.notModified).end();
    return;
  }
  if (answer.size !== undefined && request.method === 'GET') {
    const range = byteRange(request.headers, { size: answer.size, tag: answer.tag });
    if (range !== undefined) {
      sendRange(response, answer, range);
      return;
    }
  }
  response.writeHead(answer.status, answer.raw);
  if (request.method === 'HEAD') response.end();
  else if (answer.file === undefined) response.end(answer.body);
  // The client may disconnect at any time; there is nothing to report.
  else pipeline(createReadStream(answer.file), response, () => undefined);
}

function sendRange(
  response: ServerResponse,
  { raw, body, file, size = 0 }: Answer,
  range: ByteRange | 'unsatisfiable',
): void {
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': '0' }).end();
    return;
  }
  const { first, last } = range;
  const at = raw.indexOf('Content-Length');
  const length = String(last - first + 1);
  const fields = [...raw.slice(0, at), 'Content-Length', length, ...raw.slice(at + 2)];
  response.writeHead(206, [...fields, 'Content-Range', `bytes ${first}-${last}/${size}`]);
  if (file === undefined) response.end(body?.subarray(first, last + 1));
  else pipeline(createReadStream(file, { start: first, end: last }), response, () => undefined);
}

function withoutBody(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !OF_BODY.test(name)));
}

function flatten(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'string' ? [name, value] : value.flatMap((one) => [name, one]),
  );
}

/** Positions of the first and the last byte. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The requested part of a file. Safari plays no video or audio without it, and downloads continue with it.
 * @param size length of the file in bytes
 * @returns undefined for the whole file: for no range, several, other units, and a part of a version that the client
 *   has and the server no longer has
 * @see RFC 9110 section 14.2 and 13.1.5
 */
function byteRange(
  { range, 'if-range': version }: IncomingHttpHeaders,
  { size, tag }: { readonly size: number; readonly tag: string | undefined },
): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range ?? '') ?? [];
  if (from + to === '' || (version !== undefined && version !== tag)) return undefined;
  if (from === '') {
    const first = Math.max(0, size - Number(to));
    return Number(to) === 0 || size === 0 ? 'unsatisfiable' : { first, last: size - 1 };
  }
  if (to !== '' && Number(to) < Number(from)) return undefined;
  if (Number(from) >= size) return 'unsatisfiable';
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

/** Returns a strong entity tag of the sent bytes: each variant of an address has a different tag. */
export function entityTag(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
}

/** Returns a tag for a file that is too long to be read: replacing the file changes it. */
function versionTag({ size, mtimeMs, ctimeMs, ino }: FileVersion): string {
  return entityTag(Buffer.from([size, mtimeMs, ctimeMs, ino].join(' ')));
}

/**
 * Checks whether a client already has this variant.
 * @param condition the value of `If-None-Match`
 * @see RFC 9110 sections 8.8.3.2 and 13.1.2: the comparison is weak
 */
export function matchesTag(condition: string, tag: string): boolean {
  if (condition.trim() === '*') return true;
  return [...condition.matchAll(/(?:W\/)?("[^"]*")/g)].some(
    ([, opaque = '']) => opaque === tag || opaque.replace(COMPRESSED, '"') === tag,
  );
}

/** What Apache, Jetty and others append to the tag of a response that they compress. */
const COMPRESSED = /(?:--?|;)(?:gzip|br|zstd|deflate)"$/;

/** Maximum size of the cache, in bytes and in answers. */
const MAX_BYTES = 64 << 20;
const MAX_ANSWERS = 20_000;
/** Maximum size of a cached body in bytes. */
export const MAX_HELD = 24 << 20;
/** Milliseconds for which a file counts as unchanged without a check. */
const SURE_FOR = 1000;
/** Memory of an answer besides its body, in bytes. */
const OVERHEAD = 2048;

interface Held {
  readonly answer: Answer;
  readonly file: FileVersion | undefined;
  readonly absent: readonly string[];
  /** Unix milliseconds until which it may be sent without checking its file. */
  sure: number;
  /** Unix seconds at which it expires. */
  readonly until: number;
  readonly bytes: number;
}

/** The validity of an answer. */
export interface Validity {
  readonly file?: FileVersion | undefined;
  /** Absolute paths that had no file; a file that appears at one of them takes precedence. */
  readonly absent?: readonly string[];
  /** Unix seconds. */
  readonly until?: number | undefined;
}

/**
 * A cache of answers for one version of the site. Its size is limited: the oldest answers are removed first. An answer
 * from a file is removed when the file has changed or has been replaced.
 */
export class AnswerCache {
  readonly #held = new Map<string, Held>();
  #bytes = 0;

  /** @param now Unix seconds on the clock of the site, which may differ from that of its files */
  get(key: string, now: number): Answer | undefined {
    const held = this.#held.get(key);
    if (held === undefined) return undefined;
    const time = Date.now();
    if (now < held.until && (time < held.sure || isUntouched(held))) {
      if (time >= held.sure) held.sure = time + SURE_FOR;
      return held.answer;
    }
    this.#drop(key, held);
    return undefined;
  }

  /** Stores an answer unless it is too long. */
  set(key: string, answer: Answer, { file, absent = [], until = Number.POSITIVE_INFINITY }: Validity): void {
    const size = answer.body?.length ?? 0;
    if (size > MAX_HELD) return;
    const before = this.#held.get(key);
    if (before !== undefined) this.#drop(key, before);
    const bytes = size + key.length * 2 + OVERHEAD;
    this.#held.set(key, { answer, file, absent, sure: Date.now() + SURE_FOR, until, bytes });
    this.#bytes += bytes;
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const [key, held] of this.#held) {
      if (this.#bytes <= MAX_BYTES && this.#held.size <= MAX_ANSWERS) return;
      this.#drop(key, held);
    }
  }

  #drop(key: string, { bytes }: Held): void {
    if (this.#held.delete(key)) this.#bytes -= bytes;
  }
}

function isUntouched({ file, absent }: Pick<Held, 'file' | 'absent'>): boolean {
  if (absent.some((path) => fileVersion(path) !== undefined)) return false;
  if (file === undefined) return true;
  const found = fileVersion(file.path);
  return found !== undefined && isSameVersion(found, file);
}
