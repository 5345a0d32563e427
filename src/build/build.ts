import { randomBytes } from 'node:crypto';
import { rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config, LoadedConfig } from '../config/config.js';
import type { Media } from '../content/body/port.js';
import type { Clock } from '../core/clock.js';
import type { Warnings } from '../core/warnings.js';
import type { Output } from '../deploy/output.js';
import { recoverStage, stageOf } from '../deploy/stage.js';
import type { LiveContent } from '../documents/live-content.js';
import type { Keyring } from '../documents/signing/keys.js';
import type { Source } from '../sources/port.js';
import type { SiteContent } from './content/port.js';
import type { StoredVerdicts, Verdicts } from './grading/verdicts.js';
import type { InPlacePages } from './html/in-place.js';
import { acquireLock } from './lock.js';
import type { Manifest } from './manifest.js';
import { statSources } from './open-sources.js';
import type { Prepared, PrepareOptions } from './prepare.js';
import type { BuildReport, Notices, Progress, Stopwatch } from './report.js';
import type { Scan } from './scan.js';
import type { LastState, NewState } from './state/build-state.js';
import type { TwinReader } from './twin-files.js';
import type { BuildThreads } from './workers/build-threads.js';

/** Everything that a run prepares before it reads the sources. */
export interface Run {
  readonly loaded: LoadedConfig;
  readonly prepared: Prepared;
  /** The last deployment; undefined for a first one. */
  readonly past: Manifest | undefined;
  /** The last build's state for this one, and this one's for the next. */
  readonly last: LastState;
  readonly next: NewState;
  /** Opens the site's keys on the first call; undefined while signing is off. */
  openKeyring(): Promise<Keyring | undefined>;
  /** A sidecar builds, which has to stay responsive. */
  readonly isServed: boolean;
  readonly notices: Notices;
  readonly output: Output;
  readonly stage: string;
  readonly verdicts: Verdicts;
  readonly warnings: Warnings;
  readonly watch: Stopwatch;
  onProgress?(progress: Progress): void;
  /** Called with the base address of each source after the scan. */
  onSources?(bases: readonly (string | undefined)[]): void;
  /** Lists image files beside the content that the media library lacks. */
  findImages?(config: Config, baseUrl: string): readonly Media[];
}

/** The sources after the scan. */
export interface ScannedSources {
  readonly sources: readonly Source[];
  readonly scan: Scan;
  readonly timeZone: string;
  readonly threads: BuildThreads;
}

/** The report of a run, and the Unix time of the next change without new input, such as an entry that expires. */
export interface BuildOutcome {
  readonly report: BuildReport;
  readonly until: number | undefined;
  readonly inPlace: InPlacePages | undefined;
  /** Files for `deploy/`, by name. */
  readonly deploy: ReadonlyMap<string, string>;
  /** Creates the content that a sidecar serves; call it after the commit. */
  live(reader: TwinReader): LiveContent;
  /** Creates the private content; includes drafts only when the scan kept them. */
  content(): SiteContent;
}

/** The options of a build. */
export interface BuildOptions extends PrepareOptions {
  readonly loaded: LoadedConfig;
  readonly cwd: string;
  readonly clock: Clock;
  /** The environment that may contain `SVC_SIGNING_KEY`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Folder of the state for the next build, absolute; `.svc` next to the configuration when absent. */
  readonly state?: string;
  onProgress?(progress: Progress): void;
  /** Called right before files are moved into place: a sidecar then waits for `onLive`. */
  onCommit?(): void;
  /**
   * Receives the content that a sidecar serves, once the output is complete, and separately the content with its
   * drafts. A run that writes nothing drops its texts when the call has ended.
   */
  onLive?(live: LiveContent, content: SiteContent, report: BuildReport): void | Promise<void>;
  /** Image files beside the content that its media library does not list; searched on request. */
  findImages?(config: Config, baseUrl: string): readonly Media[];
  /** Receives the verdicts of all pages, before `onLive`; not called while page checks are switched off. */
  onGraded?(graded: StoredVerdicts): void;
  /** Receives the base address of each source, once they have been read. */
  onSources?(bases: readonly (string | undefined)[]): void;
}

/**
 * One build: reads the sources, converts what is public and writes the output folder.
 * @throws SvcError for everything that stops it; the output folder is then as it was
 */
export async function runBuild(options: BuildOptions): Promise<BuildReport> {
  const { loaded, cwd, clock } = options;
  const { config, run, folder } = loaded;
  const state = options.state ?? join(folder, '.svc');
  // The inputs are checked before most of the program is loaded, so a wrong path is reported at once.
  const openSources = await statSources(loaded, cwd, clock.now());
  const { buildStaged } = await import('./build-staged.js');
  if (run.dryRun) {
    const stage = join(tmpdir(), `svc-dry-run-${randomBytes(6).toString('hex')}`);
    return buildStaged({ ...options, openSources }, { stage, state, aside: join(stage, 'aside') });
  }
  const onWait = () => options.onProgress?.({ stage: 'wait', done: 0, total: 0 });
  const release = await acquireLock(state, { ...(options.env && { env: options.env }), onWait });
  try {
    const stage = stageOf(config.out);
    recoverStage(stage, config.out);
    const aside = join(state, 'cache', 'aside');
    return await buildStaged({ ...options, openSources }, { stage, state, aside });
  } finally {
    release();
    removeIfEmpty(state);
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It contains state, which stays.
  }
}
