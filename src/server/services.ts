import type { Config } from '../config/config.js';
import type { Settings } from '../config/settings.js';
import type { SettingsStore } from '../config/settings-store.js';
import type { Hooks } from '../hooks/hooks.js';
import type { Storage } from '../storage/port.js';
import type { LiveContent, LiveDocuments } from '../surfaces/live-content.js';

/** The site as the sidecar sees it at this moment. */
export interface LiveSite {
  /** The last finished build; undefined until the first one. */
  content(): LiveContent | undefined;
  /** The settings of this moment: at most a quarter of a second behind the store. */
  settings(): Promise<Settings>;
  /** The documents of this moment, made once per content and settings. */
  documents(): Promise<LiveDocuments>;
  /** Builds soon; several wishes within a moment are one build. Resolves when it has ended. */
  rebuild(reason: string): Promise<void>;
  /** Looks at the settings again at once. */
  settingsChanged(): void;
}

/** What routes work with. Made once when the sidecar starts. */
export interface Services {
  readonly config: Config;
  /** The configuration's folder. */
  readonly folder: string;
  readonly storage: Storage;
  readonly settings: SettingsStore;
  readonly hooks: Hooks;
  readonly site: LiveSite;
  /** Key of nonces. */
  readonly nonceKey: string;
  /** Absolute address, without trailing slash, below which the sidecar answers `/svc/` and the admin API. */
  readonly base: string;
  /** Absolute address of the admin API. */
  readonly adminApi: string;
  /** Unix seconds. */
  now(): number;
  /** For the log alone: nothing of it is sent. */
  logError(error: unknown, what: string): void;
}
