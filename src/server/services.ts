import type { CapabilityObject } from '../accounts/can.js';
import type { Config } from '../config/config.js';
import type { Settings } from '../config/settings.js';
import type { SettingsStore } from '../config/settings-store.js';
import type { Hooks } from '../hooks/hooks.js';
import type { ReadinessRow } from '../readiness/readiness-row.js';
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

/** Readiness and score of this moment. */
export interface Grading {
  readiness(): Promise<readonly ReadinessRow[]>;
  /** @param rows by default those of `readiness` */
  score(rows?: readonly ReadinessRow[]): Promise<object>;
}

/** Content of every status, for those who may see it. */
export interface ContentReader {
  /** What decides who may edit an entry; undefined when there is none. */
  find(id: number): Promise<CapabilityObject | undefined>;
  /** Spec section 4.1.1; undefined for an unknown id or a type that agents may not see. */
  previewSchema(id: number): Promise<object | undefined>;
  /** Spec section 4.1.2. */
  previewMarkdown(id: number): Promise<object | undefined>;
  /** At most 50 rows, the latest change first. */
  targets(search: string): Promise<readonly object[]>;
}

/** What routes work with. Made once when the sidecar starts. */
export interface Services {
  readonly config: Config;
  /** The configuration's folder. */
  readonly folder: string;
  readonly storage: Storage;
  readonly settings: SettingsStore;
  /** The plugins of the last build. */
  readonly hooks: Pick<Hooks, 'apply' | 'run'>;
  readonly site: LiveSite;
  readonly grading: Grading;
  readonly content: ContentReader;
  /** Content types that the sources have, for `post_types`. */
  availableTypes(): Promise<readonly string[]>;
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
