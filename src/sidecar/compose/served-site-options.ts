import type { Logger } from 'pino';
import type { SiteContent } from '../../build/content/port.js';
import type { KeptVerdicts } from '../../build/grading/verdicts.js';
import type { SettingsOpener } from '../../build/prepare.js';
import type { BuildReport, Progress } from '../../build/report.js';
import type { LoadedConfig } from '../../config/config.js';
import type { Clock } from '../../core/clock.js';

/** How a site is built and kept up to date while it is being served. */
export interface ServedSiteOptions {
  /** Asked before every build: the configuration may have changed. */
  load(): Promise<LoadedConfig>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  clock(): Clock;
  readonly log: Logger;
  /** Folder for what the next build must know; `.svc` beside the configuration when absent. */
  readonly state?: string;
  /** By default the store that the configuration names is opened. */
  readonly openSettings?: SettingsOpener;
  onProgress?(progress: Progress): void;
  onSources?(bases: readonly (string | undefined)[]): void;
  /** Told of every finished build once answers come from it, before it counts as ended. */
  onBuilt?(built: Built): Promise<void>;
}

/** The private side of a finished build. */
export interface Built {
  readonly content: SiteContent;
  /** Undefined while page checks are switched off. */
  readonly graded: KeptVerdicts | undefined;
  readonly report: BuildReport;
}
