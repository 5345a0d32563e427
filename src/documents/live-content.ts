import type { Hooks } from '../config/hooks/hooks.js';
import type { Registrations } from '../config/hooks/registrations.js';
import type { Settings } from '../config/settings.js';
import type { Notice } from '../site/registry/notice.js';
import type { ClaimedDocument, Registry } from '../site/registry/registry.js';
import type { Body, Instance, Surface, SurfaceContext } from './surface.js';

/** The header fields that prove a document, and when they have to be renewed. */
export interface DocumentProof {
  readonly headers: Readonly<Record<string, string>>;
  /** Unix seconds. */
  readonly renewal: number;
}

/** The documents of a build as they are under other settings, or at another time. */
export interface LiveDocuments {
  readonly ctx: SurfaceContext;
  /** Everything that was registered, suppressed and private things included: for the owner only. */
  readonly registry: Registry;
  /** Documents of providers that are served, by their name below `/.well-known/`. */
  readonly claimed: ReadonlyMap<string, ClaimedDocument>;
  /** What was wrong with registrations and filters. */
  readonly notices: readonly Notice[];
  /** A document as a build would write it, filters included. */
  render(surface: Surface, instance: Instance<unknown>): Promise<Body>;
  /**
   * Signs what is about to be sent; the signature of the build is kept as long as it is fresh.
   * @param surface id of the row
   * @param path of the address below the base
   * @param now Unix seconds
   * @returns undefined for a document that is not signed
   */
  sign(surface: string, path: string, bytes: Uint8Array, now: number): DocumentProof | undefined;
}

/**
 * A finished build as a sidecar answers from it: the files that it wrote, and everything that its documents were
 * made from.
 */
export interface LiveContent {
  /** The output folder, absolute. */
  readonly out: string;
  /** Folders of the site's own files, absolute, the first of which wins. */
  readonly own: readonly string[];
  /** The folder of real files, absolute, to which files may be added at any time; undefined where there is none. */
  readonly publicDir: string | undefined;
  /** The settings that the files were made with, and their hash. */
  readonly settings: Settings;
  readonly builtWith: string;
  /** Unix seconds of the build. */
  readonly built: number;
  /** Unix seconds at which something comes, goes or is renewed by itself; undefined when nothing does. */
  readonly until: number | undefined;
  /** The plugins of the build. */
  readonly hooks: Hooks;
  /** What plugins have registered for later stages. */
  readonly registrations: Pick<Registrations, 'list'>;
  /** Settings of this site while nothing is stored. */
  readonly base: Settings;
  /** Addresses of lists of entries below the base: their Markdown is the index of the site. */
  readonly archives: readonly string[];
  /**
   * @param settings the settings of this moment; what they switch off is gone at once, and what they switch on is
   * there as far as it can be made from what the build had read
   * @param now Unix seconds
   */
  under(settings: Settings, now: number): Promise<LiveDocuments>;
}
