import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SettingsOpener } from '../../build/prepare.js';
import type { LoadedConfig } from '../../config/config.js';
import { type SettingsCell, settingsStore } from '../../config/settings-store.js';
import { SvcError } from '../../core/errors.js';
import type { HealthChange } from '../../storage/health.js';
import { openSettings } from '../../storage/open-settings.js';
import { recall, rememberedCell, settingsCell } from '../../storage/settings-cell.js';
import { type DatabaseProblem, DatabaseUnavailable } from '../../storage/unavailable.js';
import type { Sidecar } from './sidecar.js';
import type { Built } from './sidecar-parts.js';

/** Milliseconds between two attempts to open a database that doesn't respond. */
const RETRY_EVERY = 500;

/** The inputs of a sidecar that may open late. */
interface LateSidecarOptions {
  open(): Promise<Sidecar>;
  /** Called once it is open, unless it opened at once. */
  onLate(): void;
  readonly log: Logger;
}

/**
 * The sidecar of a server whose database may be unavailable: at the start, when it is opened as soon as the database
 * responds, and later, when the results of a build are kept until the database responds.
 */
export class LateSidecar {
  readonly #ending = new AbortController();
  #sidecar: Sidecar | undefined;
  #away: SvcError | undefined;
  #opening: Promise<void> = Promise.resolve();
  #owed: Built | undefined;

  constructor(private readonly options: LateSidecarOptions) {}

  /** Undefined until the database has responded for the first time. */
  get current(): Sidecar | undefined {
    return this.#sidecar;
  }

  /** Why the database can't be used; undefined while it can. */
  get problem(): DatabaseProblem | undefined {
    if (this.#sidecar !== undefined) return this.#sidecar.storage.health.problem;
    return this.#away && problemOf(this.#away);
  }

  /** Resolves when the sidecar is open, or when it never will be. */
  get opened(): Promise<void> {
    return this.#opening;
  }

  /** The stored settings; available while the database responds. */
  get settings(): SettingsCell {
    return {
      read: async () => this.#cell().read(),
      change: async (change) => this.#cell().change(change),
      stamp: async () => this.#cell().stamp(),
    };
  }

  /**
   * Opens the sidecar. If the database doesn't respond, retries in the background.
   * @throws SvcError for every other problem with the database
   */
  async start(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      this.#away = error;
      this.options.log.warn({ fix: error.fix }, `${error.message}; requests that need it get a 503`);
      this.#opening = this.#keepTrying();
    }
  }

  /** Passes on the results of a build: now, or when the database is available again. */
  async take(built: Built): Promise<void> {
    this.#owed = built;
    try {
      await this.#handOver();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#opening;
    await this.#sidecar?.close();
  }

  #cell(): SettingsCell {
    if (this.#sidecar !== undefined) return settingsCell(this.#sidecar.storage);
    throw new DatabaseUnavailable(problemOf(this.#away));
  }

  async #open(): Promise<void> {
    const sidecar = await this.options.open();
    this.#sidecar = sidecar;
    sidecar.storage.health.attend((change) => this.#note(change));
  }

  async #keepTrying(): Promise<void> {
    const began = performance.now();
    const { signal } = this.#ending;
    while (this.#sidecar === undefined) {
      await setTimeout(RETRY_EVERY, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#open().catch((error: unknown) => this.#stillAway(error));
    }
    this.#note({ problem: undefined, lasted: performance.now() - began });
    this.options.onLate();
  }

  /** Logs an error when the reason has changed: the database now responds, but refuses the password, for example. */
  #stillAway(error: unknown): void {
    const away = error instanceof SvcError ? error : new SvcError('SVC_STORAGE', String(error));
    if (away.message !== this.#away?.message && !isUnreachable(away)) {
      this.options.log.error({ fix: away.fix }, `the database can't be opened: ${away.message}`);
    }
    this.#away = away;
  }

  #note({ problem, lasted }: HealthChange): void {
    const { log } = this.options;
    if (problem !== undefined) {
      const { message, fix, kind } = problem;
      log.error({ fix, kind }, `the database can't be used: ${message}`);
      return;
    }
    log.info({ seconds: Math.round(lasted / 100) / 10 }, 'the database can be used again');
    this.#handOver().catch((error: unknown) =>
      log.debug({ err: error }, 'a build is waiting for the database'),
    );
  }

  async #handOver(): Promise<void> {
    const built = this.#owed;
    if (built === undefined || this.#sidecar === undefined) return;
    await this.#sidecar.take(built);
    if (this.#owed === built) this.#owed = undefined;
  }
}

function isUnreachable(error: unknown): error is DatabaseUnavailable {
  return error instanceof DatabaseUnavailable && error.problem.kind === 'unreachable';
}

/**
 * Returns the problem. Before the database is open, any reason is possible: its tables are of a newer version, for
 * example.
 */
function problemOf(away: SvcError | undefined): DatabaseProblem {
  if (away instanceof DatabaseUnavailable) return away.problem;
  const { message = "the database isn't open yet", fix = 'See the log.' } = away ?? {};
  return { kind: 'refused', message, told: "The database can't be opened.", fix };
}

const FILE = 'last-settings.json';

/**
 * Opens the settings of a served site: settings in a database over the connections of the sidecar, and with their last
 * known values while the database is unavailable.
 * @param loaded the configuration that the sidecar was opened with; another database needs a restart
 */
export function settingsOpener(loaded: LoadedConfig, sidecar: LateSidecar): SettingsOpener {
  const { database } = loaded.config;
  return async (now, options) => {
    if (database === undefined || now.config.database !== database) {
      return openSettings(now.config, now.folder, options);
    }
    const cell = rememberedCell(sidecar.settings, fileOf(loaded));
    return { store: settingsStore(cell, options), close: () => Promise.resolve() };
  };
}

/**
 * Checks whether a site can be served without its database: the settings are elsewhere, or their last values are
 * known. With the settings of a new site, something could be public that the owner has switched off.
 */
export function canStartWithout(loaded: LoadedConfig, sidecar: LateSidecar): boolean {
  const isKnown = loaded.config.database === undefined || recall(fileOf(loaded)) !== undefined;
  return sidecar.current !== undefined || isKnown;
}

function fileOf({ folder }: LoadedConfig): string {
  return join(folder, '.svc', FILE);
}
