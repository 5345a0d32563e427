import type { Dashboard, ShownConfig } from './dashboard.js';

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

/** A trial of an engine. */
export interface Trial {
  readonly provider: string;
  readonly key: string;
  readonly model: string;
}

/** An engine's answer to a trial. */
export type TestReply =
  | { readonly ok: true; readonly sample: string }
  | { readonly ok: false; readonly error: string };
