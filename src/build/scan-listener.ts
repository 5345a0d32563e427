import type { RawEntry, RawMedia, RawPattern, RawSite } from '../sources/port.js';
import type { ScannedEntry } from './scanned-entry.js';

/** Who the sources have said so far that they are. */
export interface KnownSites {
  /** One for each source. */
  readonly sites: readonly RawSite[];
  /** Display name by the source's key. */
  readonly authors: ReadonlyMap<string, string>;
}

/** A public entry as the scan has found it. */
export type ListenedEntry = Pick<ScannedEntry, 'type' | 'title' | 'path' | 'lang' | 'stamp'> & {
  readonly id: number;
};

/** Somebody who works on what has been read while more is being read. */
export interface ScanListener {
  /** Told of public entries alone. */
  entry(raw: RawEntry, found: ListenedEntry): void;
  media(media: RawMedia): void;
  pattern(pattern: RawPattern): void;
  /** @returns what reading has to wait for, if anything */
  pause(said: KnownSites): Promise<void> | undefined;
}
