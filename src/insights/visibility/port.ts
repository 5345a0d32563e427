import type { CitationFacts } from '../../quality/readiness/score/rungs.js';
import type { ShownConfig } from './config-store.js';
import type { Dashboard } from './dashboard.js';
import type { SuggestInput } from './suggest.js';

/** `GET /visibility/config`. */
export interface ConfigReply {
  readonly config: ShownConfig;
  /** UTC; empty before the first run. */
  readonly lastRunAt: string;
  readonly activeProviders: number;
  /** Number of questions, including those of paused targets. */
  readonly promptCount: number;
  /** Whether the site has a language model of its own; independent of the engines. */
  readonly aiAvailable: boolean;
}

/** `GET /visibility/dashboard`. */
export interface DashboardReply {
  readonly dashboard: Dashboard;
  readonly lastRunAt: string;
  readonly running: boolean;
  readonly config: ShownConfig;
}

/** The response to a requested run. */
export type RunReply =
  | { readonly queued: true }
  | { readonly ran: false; readonly reason: 'no_prompts' | 'no_providers' | 'already_running' };

/** An engine's answer to a trial. */
export type TestReply =
  | { readonly ok: true; readonly sample: string }
  | { readonly ok: false; readonly error: string };

/** Citation checks: whether answer engines name the site. */
export interface Visibility {
  config(): Promise<ConfigReply>;
  /** @param body any part of the configuration */
  save(body: Readonly<Record<string, unknown>>): Promise<ConfigReply>;
  dashboard(): Promise<DashboardReply>;
  /** Starts a run, which continues after the answer. */
  run(): Promise<RunReply>;
  /** Sends an engine one tiny question. Nothing is stored. */
  test(input: {
    readonly provider: string;
    readonly key: string;
    readonly model: string;
  }): Promise<TestReply>;
  /** The key of an engine in clear; empty when there is none. */
  revealKey(provider: string): Promise<string>;
  /** Removes results; the configuration stays. */
  clear(): Promise<void>;
  /** The subject of suggested questions, with the site's own name by default. */
  named(input: SuggestInput): Promise<SuggestInput>;
  /** For the score. */
  citations(): Promise<CitationFacts>;
  /** Starts a scheduled run if one is due. Called every minute. */
  tick(): Promise<void>;
  /** Interrupts a run. */
  close(): Promise<void>;
}
