import type { Tombstone } from '../model/entry.js';
import type { Surface } from '../surfaces/surface.js';
import type { Folder } from './folder.js';
import type { Deployment } from './resolve-url.js';
import type { RowFinder } from './rows.js';
import type { Values } from './values.js';

/** What the last build wrote down of itself. */
export interface BuildRecord {
  readonly files: readonly string[];
  readonly sidecar: boolean | string;
  readonly baseUrl: string;
  /** Advertised addresses of documents that the site brings along. */
  readonly foreign?: readonly string[];
  /** Addresses of all public entries below the base. */
  readonly paths: Iterable<string>;
  readonly tombstones: readonly Tombstone[];
  /** Canonical addresses elsewhere by the file of the twin that names them. */
  readonly canonicals?: Readonly<Record<string, string>> | undefined;
}

/** A notice that was stored when something was built or registered. */
export interface StoredNotice {
  readonly level: 'error' | 'warning';
  readonly message: string;
  readonly code?: string;
  readonly fix?: string;
  readonly origin?: string;
  readonly hook?: string;
}

/** Settings that decide what a document must hold; undefined where they are not known. */
export interface KnownSettings {
  readonly suppressed: readonly string[];
  readonly frontMatter: boolean;
}

/** Everything that a rule may look at. */
export interface Subject {
  readonly folder: Folder;
  readonly deployment: Deployment;
  readonly table: readonly Surface[];
  readonly rowOf: RowFinder;
  /** Unix seconds. */
  readonly now: number;
  /** `discovery.json`; empty when it is not there or no object. */
  readonly discovery: Values;
  /** Undefined when the folder has no readable manifest. */
  readonly record: BuildRecord | undefined;
  /** `deploy/headers.json`; undefined when it was not found. */
  readonly headers: Values | undefined;
  readonly settings: KnownSettings | undefined;
  readonly notices: readonly StoredNotice[];
  /** Files below the `.well-known` of the site itself; undefined when the site's folders are not known. */
  readonly realWellKnown: readonly string[] | undefined;
}

/** Path of the master index below the output folder. */
export const DISCOVERY_FILE = '.well-known/discovery.json';
