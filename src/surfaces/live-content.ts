import type { Settings } from '../config/settings.js';
import type { Notice } from '../registry/notice.js';
import type { ClaimedDocument } from '../registry/registry.js';
import type { SurfaceContext } from './surface.js';

/** The documents of a build as they are under other settings, or at another time. */
export interface LiveDocuments {
  readonly ctx: SurfaceContext;
  /** Documents of providers that are served, by their name below `/.well-known/`. */
  readonly claimed: ReadonlyMap<string, ClaimedDocument>;
  /** What was wrong with registrations and filters. */
  readonly notices: readonly Notice[];
}

/**
 * A finished build as a sidecar answers from it: the files that it wrote, and everything that its documents were
 * made from.
 */
export interface LiveContent {
  /** The output folder, absolute. */
  readonly out: string;
  /** Hash of the settings that the files were made with. */
  readonly builtWith: string;
  /** Unix seconds of the build. */
  readonly built: number;
  /**
   * @param settings the settings of this moment; what they switch off is gone at once, and what they switch on is
   * there as far as it can be made from what the build had read
   * @param now Unix seconds
   */
  under(settings: Settings, now: number): Promise<LiveDocuments>;
}
