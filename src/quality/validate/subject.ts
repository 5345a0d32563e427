import { closeSync, openSync, readSync } from 'node:fs';
import { hasUtf16Mark } from '../../core/decode-bytes.js';
import type { Values } from '../../core/json.js';
import type { DocumentRow } from '../../documents/document-row.js';
import type { Tombstone } from '../../site/entry.js';
import type { PastEntry } from '../../site/history.js';
import type { Folder } from './folder.js';
import type { Deployment } from './resolve-url.js';
import type { RowFinder } from './rows.js';

/** The last build's own records. */
export interface BuildRecord {
  readonly files: readonly string[];
  readonly sidecar: boolean | string;
  readonly baseUrl: string;
  /** Advertised addresses of documents that the site brings along. */
  readonly foreign?: readonly string[];
  readonly tombstones: readonly Tombstone[];
  /** Canonical addresses elsewhere by the file of the twin that names them. */
  readonly canonicals?: Readonly<Record<string, string>> | undefined;
  /** Short digests of files that are made from more than one entry, by path; none in manifests of older builds. */
  readonly digests?: Readonly<Record<string, string>> | undefined;
  /** The same of the files in `deploy/`, by name. */
  readonly deploy?: Readonly<Record<string, string>> | undefined;
  /** All public entries. */
  readonly entries: Iterable<RecordedEntry>;
}

/** The last build's record of an entry. */
export type RecordedEntry = Pick<PastEntry, 'id' | 'type' | 'path' | 'hash'>;

/** A notice of a build or a registration. */
export interface StoredNotice {
  readonly level: 'error' | 'warning';
  readonly message: string;
  readonly code?: string;
  readonly fix?: string;
  readonly origin?: string;
  readonly hook?: string;
}

/** Settings that the documents' contents depend on; undefined where they are unknown. */
export interface KnownSettings {
  readonly suppressed: readonly string[];
  readonly frontMatter: boolean;
}

/** Everything that a rule may use. */
export interface Subject {
  readonly folder: Folder;
  readonly deployment: Deployment;
  readonly table: readonly DocumentRow[];
  readonly rowOf: RowFinder;
  /** Unix seconds. */
  readonly now: number;
  /** `discovery.json`; empty when it is missing or not an object. */
  readonly discovery: Values;
  /** Undefined when the folder has no readable manifest. */
  readonly record: BuildRecord | undefined;
  /** `deploy/headers.json`; undefined when it was not found. */
  readonly headers: Values | undefined;
  /** The bytes of a file in `deploy/`; undefined where it is not there. */
  deployFile(name: string): Uint8Array | undefined;
  readonly settings: KnownSettings | undefined;
  readonly notices: readonly StoredNotice[];
  /** Files below the `.well-known` of the site itself; undefined when the site's folders are unknown. */
  readonly realWellKnown: readonly string[] | undefined;
}

/** Path of the master index below the output folder. */
export const DISCOVERY_FILE = '.well-known/discovery.json';

const CHUNK = 1 << 18;

/** The bytes of a file in pieces; a piece is overwritten when the next one is read. */
export function* fileChunks(path: string): Iterable<Uint8Array> {
  const handle = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const length = readSync(handle, buffer, 0, CHUNK, null);
      if (length === 0) return;
      yield buffer.subarray(0, length);
    }
  } finally {
    closeSync(handle);
  }
}

/** A fault in the encoding of a text file. */
export type EncodingFault = 'bom' | 'utf-16' | 'not-utf-8' | 'nul';

/**
 * Searches a text of any length for bytes that are not UTF-8 without a byte order mark.
 * @param chunks of the file, in pieces of any size
 * @returns the first fault; undefined for a valid file
 * @see RFC 8259 section 8.1
 */
export function encodingFault(chunks: Iterable<Uint8Array>): EncodingFault | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let isFirst = true;
  try {
    for (const chunk of chunks) {
      const mark = isFirst ? markOf(chunk) : undefined;
      if (mark !== undefined) return mark;
      isFirst = false;
      if (chunk.includes(0)) return 'nul';
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return 'not-utf-8';
    throw error;
  }
}

function markOf(bytes: Uint8Array): EncodingFault | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'bom';
  return hasUtf16Mark(bytes) || a === 0 || b === 0 ? 'utf-16' : undefined;
}
