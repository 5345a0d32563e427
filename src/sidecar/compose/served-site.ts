import { runBuild } from '../../build/build.js';
import type { SiteContent } from '../../build/content/port.js';
import type { StoredVerdicts } from '../../build/grading/verdicts.js';
import { type BuildReport, fromHook } from '../../build/report.js';
import type { LoadedConfig } from '../../config/config.js';
import type { Settings } from '../../config/settings.js';
import { settingsHash } from '../../config/settings-merge.js';
import type { StoreOptions } from '../../config/settings-store.js';
import { SvcError } from '../../core/errors.js';
import type { LiveContent, LiveDocuments } from '../../documents/live-content.js';
import { type OpenSettings, openSettings } from '../../storage/open-settings.js';
import { DatabaseUnavailable } from '../../storage/unavailable.js';
import { lateAbilityFacts } from '../abilities/late-facts.js';
import { findImages } from '../content/media/found-images.js';
import { failureFacts } from '../server/log.js';
import { PublicSite } from '../server/public/public-site.js';
import { Coalesced } from './coalesced.js';
import { reloadHosts } from './reload-hosts.js';
import type { ServedSiteOptions } from './sidecar-parts.js';
import { ignoredPaths, settingsPaths, watchedPaths, watchFiles } from './watch-files.js';

/** Milliseconds between two checks of the settings. */
const SETTINGS_EVERY = 100;
/** Milliseconds for which the plugins of the previous build stay open. */
const RETIRE_AFTER = 5_000;
/** Seconds after which a failed build is retried when an entry or a signature was due. */
const RETRY_AFTER = 60;
/** Milliseconds until the clock is read again: timers don't notice that it was set, or that the machine slept. */
const MAX_WAIT = 5_000;

/**
 * Builds a site, passes it to its server, and builds again after changes. Builds run one after another; a failed build
 * is logged, and the last content stays.
 */
export class ServedSite {
  /** The content that requests are answered from. */
  readonly site: PublicSite;
  #loaded: LoadedConfig | undefined;
  #store: OpenSettings | undefined;
  #running: Promise<unknown> = Promise.resolve();
  readonly #rebuilds = new Coalesced((reason: string) => this.#rebuildNow(reason));
  #due: NodeJS.Timeout | undefined;
  #stops: (() => void)[] = [];
  /** Closes the plugins of the previous build. */
  #retired: (() => Promise<void>) | undefined;
  /** Resolves when web servers have been notified of the last build. */
  #reloads: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** The last build failed, so the content is that of an earlier one. */
  isBehind = false;
  #reading: Promise<boolean> = Promise.resolve(true);
  #nextReading: Promise<boolean> | undefined;
  /** The state of the stored settings that responses are based on; undefined when it isn't known. */
  #seen: string | undefined;

  constructor(private readonly options: ServedSiteOptions) {
    this.site = new PublicSite(() => options.clock().now());
  }

  /**
   * Runs the first build. From its beginning, the settings are watched, and with `watch` everything that a build
   * reads.
   * @throws SvcError every error of a build
   */
  async start({ watch }: { readonly watch: boolean }): Promise<BuildReport> {
    this.#loaded = await this.options.load();
    this.#watchSettings();
    if (watch) this.#watchSources();
    const first = this.#build();
    this.#running = first.catch(() => undefined);
    return first;
  }

  /** The last finished build; undefined until the first one. */
  content(): LiveContent | undefined {
    return this.site.content;
  }

  /** Returns the current settings. */
  async settings(): Promise<Settings> {
    const { settings } = this.site;
    if (settings === undefined) throw notReady();
    return settings;
  }

  /** Returns the current documents. */
  async documents(): Promise<LiveDocuments> {
    const snapshot = await this.site.current();
    if (snapshot === undefined) throw notReady();
    return snapshot.documents;
  }

  /**
   * Schedules a build: requests within a short time become one build. A failed build is logged.
   * @returns true if the build succeeded
   */
  rebuild(reason: string): Promise<boolean> {
    return this.#isClosed ? Promise.resolve(false) : this.#rebuilds.ask(reason);
  }

  /** Checks the settings at once, and resolves after that. */
  async settingsChanged(): Promise<void> {
    await this.#readSettings();
  }

  /**
   * Takes over settings that another server of the same database has stored. Costs one read of a number that every
   * write increments. An unavailable database is reported by the route that needs it.
   */
  async catchUp(): Promise<void> {
    const store = this.#store?.store;
    if (store === undefined || this.#loaded?.config.database === undefined) return;
    const stamp = await store.stamp().catch(() => undefined);
    if (stamp === undefined || stamp === this.#seen) return;
    const isRead = await this.#readSettings();
    if (isRead && this.#store?.store === store) this.#seen = stamp;
  }

  /** Ends watching, and waits for a running build. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#due);
    for (const stop of this.#stops.splice(0)) stop();
    this.#rebuilds.flush();
    await this.#running;
    await this.#reloads;
    await this.#store?.close();
    await Promise.all([this.#retired?.(), this.site.content?.hooks.close()]);
  }

  #rebuildNow(reason: string): Promise<boolean> {
    const { log } = this.options;
    const work = this.#running.then(async () => {
      if (this.#isClosed) return false;
      try {
        const { added, changed, removed, warnings, notices } = await this.#build();
        for (const { level, code, message, fix } of notices) {
          if (level === 'error') log.error({ code, fix }, message);
        }
        const counts = { added: added.length, changed: changed.length, removed: removed.length };
        log.info({ reason, ...counts, warnings: warnings.length }, 'rebuilt');
        this.isBehind = false;
        return true;
      } catch (error) {
        log.error({ reason, ...failureFacts(error) }, 'the build failed; the last content is still served');
        this.isBehind = true;
        const until = this.site.content?.until;
        if (until !== undefined) this.#rebuildAt(Math.max(until, this.options.clock().now() + RETRY_AFTER));
        return false;
      }
    });
    this.#running = work;
    return work;
  }

  async #build(): Promise<BuildReport> {
    const { cwd, env, clock, state, openSettings, onProgress, onSources } = this.options;
    const loaded = await this.options.load();
    let graded: StoredVerdicts | undefined;
    let own: SiteContent | undefined;
    try {
      const report = await runBuild({
        loaded,
        cwd,
        env,
        clock: clock(),
        abilityFacts: lateAbilityFacts,
        ...(state !== undefined && { state }),
        ...(openSettings && { openSettings }),
        ...(onProgress && { onProgress }),
        ...(onSources && { onSources }),
        findImages,
        onCommit: () => this.site.hold(),
        onGraded: (found) => {
          graded = found;
        },
        onLive: (content, privately) => {
          own = privately;
          return this.#goLive(loaded, content);
        },
      });
      this.#loaded = loaded;
      this.#rebuildAt(this.site.content?.until);
      const { log } = this.options;
      this.#reloads = this.#reloads.then(() => reloadHosts({ loaded, files: report.hostRules, env, log }));
      await this.#readSettings();
      if (own !== undefined) await this.options.onBuilt?.({ content: own, graded, report });
      return report;
    } finally {
      this.site.release();
    }
  }

  /**
   * Serves responses from a build. It read the settings when it began: if they have changed meanwhile, the current
   * ones count. Otherwise something that was switched off would be back until the next build has ended.
   */
  async #goLive(loaded: LoadedConfig, content: LiveContent): Promise<void> {
    const before = this.#store;
    this.#store = await this.#openSettings(loaded, { base: content.base, hooks: content.hooks });
    await before?.close();
    const settings = await this.#store.store.read().catch((error: unknown) => {
      this.options.log.error(failureFacts(error), "the settings can't be read, so the last ones are used");
      return content.settings;
    });
    const seen = [content.builtWith, this.site.settings && settingsHash(this.site.settings)];
    const last = this.site.content;
    await this.site.setContent(content, settings);
    this.#seen = undefined;
    // From here on, no report contains the notices.
    content.hooks.listen((notice) => {
      const { code, message, fix } = fromHook(notice);
      this.options.log.error({ code, fix }, message);
    });
    if (last !== undefined) this.#retire(last.hooks);
    // This change is new, so no build for it has been requested.
    if (!seen.includes(settingsHash(settings))) void this.rebuild('the settings have changed');
  }

  /** Closes the previous plugins later: requests that began before the build ended still use them. */
  #retire(hooks: LiveContent['hooks']): void {
    void this.#retired?.();
    const timer = setTimeout(() => void this.#retired?.(), RETIRE_AFTER).unref();
    this.#retired = () => {
      clearTimeout(timer);
      this.#retired = undefined;
      return hooks.close();
    };
  }

  #openSettings(loaded: LoadedConfig, options: StoreOptions): Promise<OpenSettings> {
    const open = this.options.openSettings;
    return open?.(loaded, options) ?? openSettings(loaded.config, loaded.folder, options);
  }

  /** Schedules a build for the time when an entry or a signature appears or expires by itself. */
  #rebuildAt(until: number | undefined): void {
    clearTimeout(this.#due);
    if (until === undefined || this.#isClosed) return;
    const wait = Math.max(1, until - this.options.clock().now()) * 1000;
    const goOn = () =>
      void (wait > MAX_WAIT ? this.#rebuildAt(until) : this.rebuild('an entry or a signature was due'));
    this.#due = setTimeout(goOn, Math.min(wait, MAX_WAIT)).unref();
  }

  /** Watches the settings, which apply at once; the files follow. In a database they are polled; a file is watched. */
  #watchSettings(): void {
    const read = () => void this.#readSettings();
    if (this.#loaded?.config.database === undefined) {
      const paths = () => settingsPaths(this.#loaded);
      this.#stops.push(watchFiles({ paths, every: SETTINGS_EVERY }, read));
    } else {
      const timer = setInterval(read, SETTINGS_EVERY * 2).unref();
      this.#stops.push(() => clearInterval(timer));
    }
  }

  #watchSources(): void {
    const watched = {
      paths: () => watchedPaths(this.#loaded),
      ignored: () => ignoredPaths(this.#loaded, this.options.state),
    };
    this.#stops.push(watchFiles(watched, () => void this.rebuild('the site has changed')));
  }

  /** Runs one check at a time: a caller always gets one that has not begun yet. */
  #readSettings(): Promise<boolean> {
    this.#nextReading ??= this.#reading.then(() => {
      this.#nextReading = undefined;
      return this.#reloadSettings();
    });
    this.#reading = this.#nextReading;
    return this.#reading;
  }

  /** Returns false when the settings can't be read. */
  async #reloadSettings(): Promise<boolean> {
    if (this.#store === undefined || this.#isClosed) return false;
    const { log } = this.options;
    try {
      const isNew = await this.site.setSettings(await this.#store.store.read());
      if (!isNew) return true;
      log.info('the settings have changed');
      void this.rebuild('the settings have changed');
      return true;
    } catch (error) {
      // An unavailable database is logged where it is noticed.
      const level = error instanceof DatabaseUnavailable ? 'debug' : 'error';
      log[level](failureFacts(error), "the settings can't be read, so the previous settings stay");
      return false;
    }
  }
}

function notReady(): SvcError {
  return new SvcError('SVC_INTERNAL', "the first build hasn't ended yet", { fix: 'Try again in a moment.' });
}
