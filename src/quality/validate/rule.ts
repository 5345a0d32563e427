/** The type of a rule of `svc validate`, and what rules may look at. */

import { closeSync, openSync, readSync } from 'node:fs';
import { hasUtf16Mark } from '../../core/decode-bytes.js';
import type { JsonObject } from '../../core/json.js';
import type { DocumentRow } from '../../documents/document-row.js';
import type { PastEntry } from '../../site/history.js';
import type { Tombstone } from '../../site/site.js';
import type { Document } from './document.js';
import type { Folder, RowFinder } from './folder.js';
import type { Deployment } from './resolve-url.js';

/** A requirement on an output folder. */
export interface Rule {
  /** Id of the conformance checklist (`M1`), or a word. */
  readonly id: string;
  /** Further ids of the checklist with the same requirement. */
  readonly covers?: readonly string[];
  /** Default level of its findings. */
  readonly level: Level;
  /** The requirement, one sentence without full stop. */
  readonly title: string;
  /** True: its findings in a file are dropped where another rule has found an error there, which is more specific. */
  readonly isFallback?: boolean;
  /** It needs only the document, so `svc verify` applies it to answers of a site. */
  readonly anywhere?: true;
  /** Checks the folder as a whole. */
  check?(subject: Subject): Iterable<RawFinding> | Promise<Iterable<RawFinding>>;
  /** Checks one document; called for every document of the folder. */
  checkDocument?(document: Document, subject: Subject): Iterable<RawFinding>;
}

/** How bad a finding is: an error makes `svc validate` end with 1, a warning only with `--strict`. */
type Level = 'error' | 'warning';

/** A fault of the output folder. */
export interface Finding {
  readonly level: Level;
  /** Id of the rule: `M1`, `schema`. */
  readonly rule: string;
  /** Stable kebab-case code of the fault. */
  readonly code: string;
  /** Path below the output folder; empty for the folder as a whole. */
  readonly file: string;
  /** JSON pointer (RFC 6901) into a JSON document; empty for the document as a whole. */
  readonly pointer?: string;
  /** Counts from 1. */
  readonly line?: number;
  /** What was found and what was expected, one sentence. */
  readonly message: string;
  /** The next action. */
  readonly fix?: string;
}

/** A finding as a rule reports it; the runner adds the rule's id, and its level where the finding has none. */
export type RawFinding = Omit<Finding, 'rule' | 'level'> & { readonly level?: Level };

/** A fault of one document, which the caller knows. */
export type Fault = Omit<RawFinding, 'file'>;

/** A rule and how often it was broken. */
interface RuleResult {
  readonly id: string;
  /** Further ids of the conformance checklist that it covers. */
  readonly covers: readonly string[];
  readonly level: Level;
  readonly title: string;
  readonly findings: number;
}

/** The report of `svc validate`, as `--json` prints it. */
export interface ValidateReport {
  /** False with an error, with `--strict` also with a warning. */
  readonly ok: boolean;
  /** The folder, absolute. */
  readonly out: string;
  readonly baseUrl: string;
  readonly documents: number;
  readonly errors: number;
  readonly warnings: number;
  /** At most `MOST_PER_RULE` of each rule, by file, pointer and line. */
  readonly findings: readonly Finding[];
  /** Findings that are counted, but not listed. */
  readonly omitted: number;
  readonly rules: readonly RuleResult[];
}

/** Address of a site without its own index and without a configuration. */
export const UNKNOWN_SITE = 'https://unknown.invalid';

/** Maximum number of listed findings of one rule. */
export const MOST_PER_RULE = 1000;

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
  /** Short digests of the files in `deploy/`, by name. */
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
  readonly discovery: JsonObject;
  /** Undefined when the folder has no readable manifest. */
  readonly record: BuildRecord | undefined;
  /** `deploy/headers.json`; undefined when it was not found. */
  readonly headers: JsonObject | undefined;
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
