import { join } from 'node:path';
import type { Logger } from 'pino';
import type { LoadedConfig } from '../config/config.js';
import { SETTINGS_FILE } from '../config/settings-store.js';
import type { Clock } from '../core/clock.js';
import { SvcError } from '../core/errors.js';
import { runBuild } from '../pipeline/build.js';
import type { BuildReport, Progress } from '../pipeline/report.js';
import { LiveSite } from '../server/public/live-site.js';
import { watchFiles } from './watch-files.js';

/** How a site is built and kept up to date while it is being served. */
export interface ServeSiteOptions {
  readonly loaded: LoadedConfig;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => Clock;
  readonly log: Logger;
  /** Folder for what the next build must know; `.svc` beside the configuration when absent. */
  readonly state?: string;
  onProgress?(progress: Progress): void;
  onSources?(bases: readonly (string | undefined)[]): void;
  /** Told of every build that has succeeded. */
  onBuilt?(report: BuildReport): void;
}

/** Milliseconds after the last change before a build begins, and between looks at the settings. */
const DEBOUNCE = 300;
const SETTINGS_EVERY = 100;
/** Longest time that a timer of Node can wait. */
const MAX_WAIT = 2 ** 31 - 1;

/**
 * Builds a site, hands it to whoever serves it, and builds again when something has changed. Builds run one after
 * the other; one that fails is logged, and the last content stays.
 */
export class ServedSite {
  readonly site: LiveSite;
  readonly #options: ServeSiteOptions;
  #running: Promise<unknown> = Promise.resolve();
  #wanted: NodeJS.Timeout | undefined;
  #due: NodeJS.Timeout | undefined;
  readonly #stops: (() => void)[] = [];
  #isClosed = false;

  constructor(options: ServeSiteOptions) {
    this.#options = options;
    this.site = new LiveSite(() => options.clock().now());
  }

  /**
   * The first build.
   * @throws SvcError everything that a build throws
   */
  async start(): Promise<BuildReport> {
    const report = await this.#build();
    this.#watchSettings();
    return report;
  }

  /** Builds again when a source, the configuration's files or what stands in the given paths changes. */
  watch(paths: readonly string[]): void {
    const { config } = this.#options.loaded;
    const ignored = [config.out, this.#state()];
    this.#stops.push(watchFiles(paths, ignored, () => this.rebuildSoon('sources changed')));
  }

  /** Asks for a build; several in a short time become one. */
  rebuildSoon(why: string): void {
    if (this.#isClosed) return;
    clearTimeout(this.#wanted);
    this.#wanted = setTimeout(() => void this.rebuild(why), DEBOUNCE);
  }

  /** Builds when the running build has ended. A failure is logged. */
  rebuild(why: string): Promise<void> {
    const { log } = this.#options;
    const work = this.#running.then(async () => {
      if (this.#isClosed) return;
      try {
        const report = await this.#build();
        const { added, changed, removed } = report;
        log.info({ why, added: added.length, changed: changed.length, removed: removed.length }, 'rebuilt');
      } catch (error) {
        log.error(failureOf(error), 'the rebuild failed; the last content is served on');
      }
    });
    this.#running = work;
    return work;
  }

  /** Ends watching; a running build is waited for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#wanted);
    clearTimeout(this.#due);
    for (const stop of this.#stops.splice(0)) stop();
    await this.#running;
  }

  async #build(): Promise<BuildReport> {
    const { loaded, cwd, env, clock, state, onProgress, onSources, onBuilt } = this.#options;
    let taken: Promise<void> | undefined;
    try {
      const report = await runBuild({
        loaded,
        cwd,
        env,
        clock: clock(),
        ...(state !== undefined && { state }),
        ...(onProgress && { onProgress }),
        ...(onSources && { onSources }),
        onCommit: () => this.site.hold(),
        onLive: (content) => {
          taken = this.site.setContent(content);
          this.#rebuildAt(content.until);
        },
      });
      await taken;
      onBuilt?.(report);
      return report;
    } finally {
      this.site.release();
    }
  }

  /** When an entry or a signature comes or goes by itself. */
  #rebuildAt(until: number | undefined): void {
    clearTimeout(this.#due);
    if (until === undefined || this.#isClosed) return;
    const wait = Math.max(1000, (until - this.#options.clock().now()) * 1000);
    this.#due = setTimeout(
      () => {
        if (wait > MAX_WAIT) this.#rebuildAt(until);
        else void this.rebuild('something is due');
      },
      Math.min(wait, MAX_WAIT),
    );
    this.#due.unref();
  }

  /** Settings act at once; the files follow. */
  #watchSettings(): void {
    const file = join(this.#options.loaded.folder, SETTINGS_FILE);
    this.#stops.push(watchFiles([file], [], () => void this.#readSettings(), { every: SETTINGS_EVERY }));
  }

  async #readSettings(): Promise<void> {
    const { log } = this.#options;
    const { content } = this.site;
    if (content === undefined) return;
    try {
      const isNew = await this.site.setSettings(await content.readSettings());
      if (!isNew) return;
      log.info('the settings have changed');
      this.rebuildSoon('settings changed');
    } catch (error) {
      log.error(failureOf(error), 'the settings cannot be read; those of before stay');
    }
  }

  #state(): string {
    return this.#options.state ?? join(this.#options.loaded.folder, '.svc');
  }
}

/** What a log may say of a failure. */
function failureOf(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof SvcError)) return { err: error };
  const { code, message, fix, location } = error;
  return { code, reason: message, fix, ...location };
}
