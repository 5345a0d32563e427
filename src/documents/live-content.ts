import type { Hooks } from '../config/hooks/hooks.js';
import type { Registrations } from '../config/hooks/registrations.js';
import type { Settings } from '../config/settings.js';
import type { Notice } from '../site/registry/notice.js';
import type { ClaimedDocument, Registry } from '../site/registry/registry.js';
import type { Body, DocumentContext, DocumentRow, Instance } from './document-row.js';

/** The header fields that prove a document, and when they must be renewed. */
interface DocumentProof {
  readonly headers: Readonly<Record<string, string>>;
  /** Unix seconds. */
  readonly renewal: number;
}

/** The documents of a build under other settings, or at another time. */
export interface LiveDocuments {
  readonly ctx: DocumentContext;
  /** All registrations, including suppressed and private ones: for the owner only. */
  readonly registry: Registry;
  /** Documents of providers that are served, by their name below `/.well-known/`. */
  readonly claimed: ReadonlyMap<string, ClaimedDocument>;
  /** The problems with registrations and filters. */
  readonly notices: readonly Notice[];
  /** A document as a build would write it, filters included. */
  render(row: DocumentRow, instance: Instance<unknown>): Promise<Body>;
  /**
   * Signs a document before it is sent; the signature of the build is used as long as it is fresh.
   * @param documentId id of the row
   * @param path of the address below the base
   * @param now Unix seconds
   * @returns undefined for a document that is not signed
   */
  sign(documentId: string, path: string, bytes: Uint8Array, now: number): DocumentProof | undefined;
}

/**
 * A finished build as a sidecar serves it: the files that it wrote, and the data that its documents were
 * made from.
 */
export interface LiveContent {
  /** The output folder, absolute. */
  readonly out: string;
  /** Folders of the site's own files, absolute, the first of which wins. */
  readonly own: readonly string[];
  /** Absolute paths that exist as long as the files of this build are in place. */
  readonly needed: readonly string[];
  /** The folder of real files, absolute, to which files may be added at any time; undefined where there is none. */
  readonly publicDir: string | undefined;
  /** The settings of the build, and their hash. */
  readonly settings: Settings;
  readonly builtWith: string;
  /** Unix seconds of the build. */
  readonly built: number;
  /** Unix seconds at which a document next changes by itself; undefined when none does. */
  readonly until: number | undefined;
  /** The plugins of the build. */
  readonly hooks: Hooks;
  /** Registrations of plugins for later stages. */
  readonly registrations: Pick<Registrations, 'list'>;
  /** Settings of this site while nothing is stored. */
  readonly base: Settings;
  /** Addresses of lists of entries below the base: their Markdown is the index of the site. */
  readonly archives: readonly string[];
  /** Where addresses have moved: absolute, by the decoded path below the base without a slash at its end. */
  readonly moved: ReadonlyMap<string, string>;
  /**
   * @param settings the current settings; documents that they switch off are gone at once, and those that they switch
   * on are there as far as they can be made from the build's data
   * @param now Unix seconds
   */
  under(settings: Settings, now: number): Promise<LiveDocuments>;
}
