import type { Surface } from '../../documents/surface.js';
import type { Tombstone } from '../../site/entry.js';
import type { Folder } from './folder.js';
import type { Deployment } from './resolve-url.js';
import type { RowFinder } from './rows.js';
import type { Values } from './values.js';

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
export interface RecordedEntry {
  readonly id: number;
  readonly type: string;
  /** Below the base, percent-encoded. */
  readonly path: string;
  /** Result of `entryHash`. */
  readonly hash: string;
}

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
  readonly table: readonly Surface[];
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
