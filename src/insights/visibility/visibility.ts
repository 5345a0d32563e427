import type { Hooks } from '../../config/hooks/hooks.js';
import type { Settings } from '../../config/settings.js';
import type { Background } from '../../core/clock.js';
import { formatUtcZ } from '../../core/dates.js';
import type { CitationFacts } from '../../quality/readiness/score/rungs.js';
import type { Storage } from '../../storage/port.js';
import { checksOf, clearCitations, latestRuns } from '../../storage/tables/citations.js';
import { readOption, writeOption } from '../../storage/tables/options.js';
import { AiFailure, type TextModel } from '../ai/port.js';
import type { ModelOptions } from '../ai/providers.js';
import type { Seal } from '../ai/seal.js';
import type { SiteAi } from '../ai/site-model.js';
import { type EngineId, engines, isEngine, STORED, type VisibilityConfig } from './config.js';
import { makeDashboard, type SiteNames, VisibilityConfigStore } from './dashboard.js';
import type { ConfigReply, DashboardReply, RunReply, TestReply, Trial } from './port.js';
import {
  acquireRunLock,
  dropRunLock,
  isRunning,
  type QueriedEngine,
  type RunResult,
  runChecks,
} from './run.js';
import type { SuggestInput } from './suggest.js';

const PERIOD = { daily: 86_400, weekly: 7 * 86_400 } as const;
/** Seconds between switching the schedule on and the first run, so that it can be switched off again. */
const FIRST_AFTER = 3600;

/** Seconds after which an unfinished run is started again: its questions cost money again. */
const AGAIN_AFTER = 3600;

/** The latest started run, even after its results have been removed. */
interface Attempt {
  /** Unix seconds. */
  readonly at: number;
  /** It is complete. */
  readonly isDone: boolean;
}

/**
 * When the next run is due.
 * @param lastRun Unix seconds of the last complete run; undefined before the first
 * @param attempt undefined before the first
 * @returns Unix seconds; undefined without a schedule
 */
function nextRun(
  { scheduleActive, scheduledSince, frequency }: VisibilityConfig,
  lastRun: number | undefined,
  attempt: Attempt | undefined,
): number | undefined {
  if (!scheduleActive) return undefined;
  const period = PERIOD[frequency];
  return Math.max(
    scheduledSince + FIRST_AFTER,
    lastRun === undefined ? 0 : lastRun + period,
    attempt === undefined ? 0 : attempt.at + (attempt.isDone ? period : AGAIN_AFTER),
  );
}

/** Number of runs in the trend. */
const TREND = 12;
const MAX_CHECKS = 1000;
const STALE_DAYS = 90;
/** The key of the latest attempt. */
const ATTEMPT = 'visibility_attempt';
/** Length of the sample of a trial. */
const SAMPLE = 120;

/** The inputs of citation checks. */
interface VisibilityOptions extends Background {
  readonly storage: Storage;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** The current settings. */
  settings(): Promise<Settings>;
  /** Created when the first key is stored or read. */
  seal(): Seal;
  /** The site's names. */
  names(): Promise<SiteNames>;
  readonly ai: SiteAi;
  /** Addresses of engines, where not their own. */
  readonly addresses: Readonly<Partial<Record<EngineId, string>>>;
}

/**
 * Citation checks: whether answer engines name the site. The providers' packages are loaded when the first engine is
 * queried.
 */
export class Visibility {
  readonly #store: VisibilityConfigStore;
  #ending = new AbortController();
  #run: Promise<void> = Promise.resolve();

  constructor(private readonly options: VisibilityOptions) {
    this.#store = new VisibilityConfigStore(options.storage, options.seal, options.names);
  }

  async config(): Promise<ConfigReply> {
    return this.#configReply(await this.#store.read());
  }

  /** @param body any part of the configuration */
  async save(body: Readonly<Record<string, unknown>>): Promise<ConfigReply> {
    return this.#configReply(await this.#store.update(body, this.options.now()));
  }

  async dashboard(): Promise<DashboardReply> {
    const { storage, now } = this.options;
    const config = await this.#store.read();
    const runs = await latestRuns(storage.db, TREND);
    const [last] = runs;
    const checks = last === undefined ? [] : await checksOf(storage.db, last.id);
    const dashboard = makeDashboard(config.targets, checks, runs);
    const running = await isRunning(storage, now());
    return { dashboard, lastRunAt: dashboard.lastRunAt, running, config: this.#store.shown(config) };
  }

  /** Starts a run, which continues after the answer. */
  async run(): Promise<RunReply> {
    const { storage, now, logError } = this.options;
    const config = await this.#store.read();
    if (!hasQuestions(config)) return { ran: false, reason: 'no_prompts' };
    const usable = this.#store.usable(config);
    if (usable.length === 0) return { ran: false, reason: 'no_providers' };
    const at = now();
    const lock = await acquireRunLock(storage, at);
    if (lock === undefined) return { ran: false, reason: 'already_running' };
    const note = (attempt: Attempt) => storage.write((db) => writeOption(db, ATTEMPT, attempt));
    this.#run = note({ at, isDone: false })
      .then(() => this.#check(config, usable, lock))
      .then(({ ran }) => (ran ? note({ at, isDone: true }) : undefined))
      .catch((error: unknown) => logError(error, 'citation checks'))
      .finally(() => lock.release())
      .catch((error: unknown) => logError(error, 'citation checks'));
    return { queued: true };
  }

  /** Sends an engine one tiny question. Nothing is stored. */
  async test({ provider, key, model }: Trial): Promise<TestReply> {
    if (!isEngine(provider)) return { ok: false, error: 'There is no such engine.' };
    const config = await this.#store.read();
    const secret = key === '' || key === STORED ? this.#store.keyOf(config, provider) : key;
    if (secret === '') return { ok: false, error: 'There is no key for this engine.' };
    try {
      const opened = await this.#open(provider, config, { key: secret, model });
      const text = await opened.generateText({
        text: 'Answer with the single word: ready',
        maxOutputTokens: 64,
        timeout: 45_000,
      });
      return { ok: true, sample: [...text.trim()].slice(0, SAMPLE).join('') };
    } catch (error) {
      if (error instanceof AiFailure) return { ok: false, error: error.message };
      throw error;
    }
  }

  /** The key of an engine in clear; empty when there is none. */
  async revealKey(provider: string): Promise<string> {
    return isEngine(provider) ? this.#store.keyOf(await this.#store.read(), provider) : '';
  }

  /** Removes results; the configuration stays. */
  async clear(): Promise<void> {
    this.#ending.abort();
    this.#ending = new AbortController();
    await this.options.storage.write(async (db) => {
      await dropRunLock(db);
      const attempt = (await readOption(db, ATTEMPT))?.value as Attempt | undefined;
      if (attempt !== undefined) await writeOption(db, ATTEMPT, { ...attempt, isDone: true });
      await clearCitations(db);
    });
  }

  /** The subject of suggested questions, with the site's own name by default. */
  async named(input: SuggestInput): Promise<SuggestInput> {
    return input.name.trim() === '' ? { ...input, name: (await this.options.names()).name } : input;
  }

  /** For the score. */
  async citations(): Promise<CitationFacts> {
    const { storage, hooks } = this.options;
    const [config, [last]] = await Promise.all([this.#store.read(), latestRuns(storage.db, 1)]);
    return {
      hasProvider: this.#store.usable(config).length > 0,
      lastRun: last?.id,
      succeeded: last?.checks ?? 0,
      errors: last?.errors ?? 0,
      mentions: last?.mentions ?? 0,
      staleDays: await hooks.apply('svc_cited_stale_days', STALE_DAYS),
    };
  }

  /** Starts a scheduled run if one is due. Called every minute. */
  async tick(): Promise<void> {
    const { settings, storage, now } = this.options;
    if (!(await settings()).enable_visibility) return;
    const [config, [last], attempt] = await Promise.all([
      this.#store.read(),
      latestRuns(storage.db, 1),
      readOption(storage.db, ATTEMPT),
    ]);
    const due = nextRun(config, last?.id, attempt?.value as Attempt | undefined);
    if (due !== undefined && due <= now()) await this.run();
  }

  /** Interrupts a run. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#run;
  }

  async #check(
    config: VisibilityConfig,
    usable: readonly EngineId[],
    lock: NonNullable<Awaited<ReturnType<typeof acquireRunLock>>>,
  ): Promise<RunResult> {
    const { storage, hooks, now } = this.options;
    const [last] = await latestRuns(storage.db, 1);
    const asked = await Promise.all(
      usable.map(async (id): Promise<QueriedEngine> => {
        const key = this.#store.keyOf(config, id);
        const model = await this.#open(id, config, { key, model: '' });
        return { id, model, doesSearch: engines[id].grounded || config.providers[id].webSearch };
      }),
    );
    return runChecks({
      storage,
      lock,
      targets: config.targets,
      engines: asked,
      // Two runs within a second are two runs.
      runId: Math.max(now(), (last?.id ?? 0) + 1),
      maxChecks: await hooks.apply('svc_visibility_max_checks_per_run', MAX_CHECKS),
      retentionDays: config.retentionDays,
      now,
      signal: this.#ending.signal,
    });
  }

  async #open(
    id: EngineId,
    config: VisibilityConfig,
    { key, model }: Pick<ModelOptions, 'key' | 'model'>,
  ): Promise<TextModel> {
    const { openModel } = await import('../ai/providers.js');
    const { provider, defaultModel } = engines[id];
    const name = model || config.providers[id].model || defaultModel;
    return openModel({ provider, model: name, key, baseUrl: this.options.addresses[id] });
  }

  async #configReply(config: VisibilityConfig): Promise<ConfigReply> {
    const { storage, ai } = this.options;
    const [last] = await latestRuns(storage.db, 1);
    return {
      config: this.#store.shown(config),
      lastRunAt: last === undefined ? '' : formatUtcZ(last.id),
      activeProviders: this.#store.usable(config).length,
      promptCount: config.targets.reduce((sum, { prompts }) => sum + prompts.length, 0),
      aiAvailable: ai.isAvailable,
    };
  }
}

function hasQuestions({ targets }: VisibilityConfig): boolean {
  return targets.some(({ active, prompts }) => active && prompts.length > 0);
}
