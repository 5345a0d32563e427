import type { Logger } from 'pino';
import type { SiteContent } from '../../build/content/port.js';
import type { StoredVerdicts } from '../../build/grading/verdicts.js';
import type { SettingsOpener } from '../../build/prepare.js';
import type { BuildReport, Progress } from '../../build/report.js';
import type { LoadedConfig } from '../../config/config.js';
import type { Clock } from '../../core/clock.js';

/** How a site is built and kept up to date while it is served. */
export interface ServedSiteOptions {
  /** Called before every build: the configuration may have changed. */
  load(): Promise<LoadedConfig>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  clock(): Clock;
  readonly log: Logger;
  /** Folder for the state that the next build needs; `.svc` next to the configuration when absent. */
  readonly state?: string;
  /** Opens the store in the configuration by default. */
  readonly openSettings?: SettingsOpener;
  onProgress?(progress: Progress): void;
  onSources?(bases: readonly (string | undefined)[]): void;
  /** Called after every finished build, once responses come from it and before it counts as ended. */
  onBuilt?(built: Built): Promise<void>;
}

/** The private side of a finished build. */
export interface Built {
  readonly content: SiteContent;
  /** Undefined while page checks are switched off. */
  readonly graded: StoredVerdicts | undefined;
  readonly report: BuildReport;
}
