import type { SiteContent } from '../../build/content/port.js';
import type { Config } from '../../config/config.js';
import type { Hooks } from '../../config/hooks/hooks.js';
import type { Settings } from '../../config/settings.js';
import type { SettingsStore } from '../../config/settings-store.js';
import type { Background } from '../../core/clock.js';
import type { GuardedFetch } from '../../core/net/guarded-fetch.js';
import type { LiveContent, LiveDocuments } from '../../documents/live-content.js';
import type { ClientReview } from '../../insights/activity/clients.js';
import type { Activity } from '../../insights/activity/port.js';
import type { ReferralReader } from '../../insights/activity/referrals/reader.js';
import type { BotIdentity } from '../../insights/activity/verify/verification.js';
import type { Visibility } from '../../insights/visibility/visibility.js';
import type { ReadinessRow } from '../../quality/readiness/check.js';
import type { ReadinessFacts } from '../../quality/readiness/facts.js';
import type { ScoreReport } from '../../quality/readiness/score/score.js';
import type { VerdictStore } from '../../quality/readiness/verdicts/store.js';
import type { Storage } from '../../storage/port.js';

/** The site as the sidecar sees it at this moment. */
export interface LiveSite {
  /** The last finished build; undefined until the first one. */
  content(): LiveContent | undefined;
  /** The settings of this moment: at most a quarter of a second behind the store. */
  settings(): Promise<Settings>;
  /** The documents of this moment, made once per content and settings. */
  documents(): Promise<LiveDocuments>;
  /**
   * Schedules a build; combines requests that arrive within a short time.
   * @returns true if the build succeeded
   */
  rebuild(reason: string): Promise<boolean>;
  /** Reloads the settings at once, so that a caller who has changed them gets answers by the new ones. */
  settingsChanged(): Promise<void>;
  /** Before an answer: what other sidecars of the same database have stored by now is in it. */
  catchUp(): Promise<void>;
}

/** Readiness and score of this moment. */
export interface Grading {
  /** What the report is made from. */
  facts(): Promise<ReadinessFacts>;
  readiness(): Promise<readonly ReadinessRow[]>;
  /** @param rows by default those of `readiness` */
  score(rows?: readonly ReadinessRow[]): Promise<ScoreReport>;
}

/** What abilities work with. Made once when the sidecar starts. */
export interface AbilityServices extends Background {
  readonly config: Config;
  /** The configuration's folder. */
  readonly folder: string;
  readonly storage: Storage;
  readonly settings: SettingsStore;
  /** The plugins of the last build. */
  readonly hooks: Pick<Hooks, 'apply' | 'run'>;
  readonly site: LiveSite;
  readonly grading: Grading;
  readonly verdicts: VerdictStore;
  /** Who reads the site. */
  readonly activity: Activity;
  /** Decisions of the owner about clients, and whom to decide about. */
  readonly clients: ClientReview;
  /** Who an address belongs to, by its name; undefined for a text that is no address. */
  identify(ip: string): Promise<BotIdentity | undefined>;
  /** Visits that assistants sent. */
  readonly referrals: ReferralReader;
  /** Content of every status as the last build found it; undefined until the first one. */
  built(): BuiltSite | undefined;
  /** Whether answer engines name the site. */
  readonly visibility: Visibility;
  /** Fetches addresses that come from outside. */
  readonly fetch: GuardedFetch;
  /** Whether this process is the one that writes content files; absent where there is only one. */
  isContentWriter?(): Promise<boolean>;
  /** For the log alone: nothing of it is sent. */
}

/** The private side of the last build. */
interface BuiltSite {
  readonly content: SiteContent;
  /** Hash of the rules that pages were checked with; undefined while page checks are switched off. */
  readonly ruleset: string | undefined;
}
