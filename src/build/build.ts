import { randomBytes } from 'node:crypto';
import { rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config, LoadedConfig } from '../config/config.js';
import type { Media } from '../content/body/port.js';
import type { Clock } from '../core/clock.js';
import { recoverStage, stageOf } from '../deploy/stage.js';
import type { LiveContent } from '../documents/live-content.js';
import type { SiteContent } from './content/port.js';
import type { StoredVerdicts } from './grading/verdicts.js';
import { acquireLock } from './lock.js';
import { statSources } from './open-sources.js';
import type { PrepareOptions } from './prepare.js';
import type { BuildReport, Progress } from './report.js';

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
