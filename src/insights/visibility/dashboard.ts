import { formatUtcZ } from '../../core/dates.js';
import type { Storage } from '../../storage/port.js';
import type { CitationCheck, CitationRun } from '../../storage/tables/citations.js';
import { readOption, writeOption } from '../../storage/tables/options.js';
import type { Seal } from '../ai/seal.js';
import {
  ENGINES,
  type Engine,
  type EngineId,
  engines,
  initialConfig,
  patchConfig,
  STORED,
  type Target,
  type VisibilityConfig,
} from './config.js';

/** Counts of a set of answers. Those with an error count for `errors` alone. */
type CitationSummary = ReturnType<typeof summarise>;

/** The engines' answers to a question. */
interface PromptResults {
  readonly prompt: string;
  readonly providers: readonly Pick<
    CitationCheck,
    'provider' | 'model' | 'mentioned' | 'cited' | 'competitors' | 'excerpt' | 'sources' | 'error'
  >[];
}

/** The results of a target. */
type ProductResults = ReturnType<typeof productOf>;

/** The last completed run, and the trend. */
export interface Dashboard {
  readonly hasData: boolean;
  /** UTC; empty before the first run. */
  readonly lastRunAt: string;
  readonly summary: CitationSummary;
  readonly products: readonly ProductResults[];
  /** The oldest first. */
  readonly trend: readonly { readonly runId: number; readonly at: string; readonly score: number }[];
}

/**
 * @param checks of the last completed run
 * @param runs the latest completed ones, the latest first
 */
export function makeDashboard(
  targets: readonly Target[],
  checks: readonly CitationCheck[],
  runs: readonly CitationRun[],
): Dashboard {
  const [last] = runs;
  return {
    hasData: checks.length > 0,
    lastRunAt: last === undefined ? '' : formatUtcZ(last.id),
    summary: summarise(checks),
    products: targets.map((target) =>
      productOf(
        target,
        checks.filter(({ brand }) => brand === target.name),
      ),
    ),
    trend: runs
      .filter(({ checks: good }) => good > 0)
      .map(({ id, checks: good, mentions }) => ({
        runId: id,
        at: formatUtcZ(id),
        score: percent(mentions, good),
      }))
      .reverse(),
  };
}

function summarise(checks: readonly CitationCheck[]) {
  const good = checks.filter(({ error }) => error === '');
  const [mentions, citations] = [
    good.filter(({ mentioned }) => mentioned).length,
    good.filter(({ cited }) => cited).length,
  ];
  return {
    checks: good.length,
    mentions,
    citations,
    errors: checks.length - good.length,
    visibilityScore: percent(mentions, good.length),
    citationRate: percent(citations, good.length),
  };
}

function productOf(target: Target, checks: readonly CitationCheck[]) {
  const { name, domain, active, prompts } = target;
  const placed = checks.filter(({ error, mentioned }) => error === '' && mentioned);
  const places = placed.reduce((sum, { position }) => sum + position, 0);
  return {
    name,
    domain,
    summary: summarise(checks),
    rank: placed.length === 0 ? 0 : Math.round(places / placed.length),
    prompts: byPrompt(checks),
    shareOfVoice: shares(target, checks),
    paused: !active,
    hasQuestions: prompts.length > 0,
  };
}

function byPrompt(checks: readonly CitationCheck[]): readonly PromptResults[] {
  const found = new Map<string, PromptResults['providers'][number][]>();
  for (const { prompt, provider, model, mentioned, cited, competitors, excerpt, sources, error } of checks) {
    const providers = found.get(prompt) ?? [];
    found.set(prompt, providers);
    providers.push({ provider, model, mentioned, cited, competitors, excerpt, sources, error });
  }
  return [...found].map(([prompt, providers]) => ({ prompt, providers }));
}

/** How often each name was mentioned compared with the others. */
function shares({ name, competitors }: Target, checks: readonly CitationCheck[]) {
  const good = checks.filter(({ error }) => error === '');
  const counts = [
    { name, mentions: good.filter(({ mentioned }) => mentioned).length, isBrand: true },
    ...competitors.map((rival) => ({
      name: rival,
      mentions: good.filter((check) => check.competitors.includes(rival)).length,
      isBrand: false,
    })),
  ];
  const total = counts.reduce((sum, { mentions }) => sum + mentions, 0);
  return counts.map((one) => ({ ...one, share: percent(one.mentions, total) }));
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 100) / whole);
}

const NAME = 'visibility';

/** The site's names, for the first target. */
export interface SiteNames {
  readonly name: string;
  readonly host: string;
}

/**
 * The store of the configuration of citation checks: separate from the settings, so that a reset does not affect it.
 */
export class VisibilityConfigStore {
  /** @param seal created when the first key is stored or read */
  constructor(
    private readonly storage: Storage,
    private readonly seal: () => Seal,
    private readonly names: () => Promise<SiteNames>,
  ) {}

  async read(): Promise<VisibilityConfig> {
    const stored = (await readOption(this.storage.db, NAME))?.value;
    if (stored !== undefined) return stored as VisibilityConfig;
    const { name, host } = await this.names();
    return initialConfig(name, host);
  }

  /** @param body any part of the configuration */
  async update(body: Readonly<Record<string, unknown>>, now: number): Promise<VisibilityConfig> {
    const { name, host } = await this.names();
    const seal = (key: string, id: EngineId) => this.seal().close(key, purposeOf(id));
    return this.storage.write(async (db) => {
      const stored = (await readOption(db, NAME))?.value as VisibilityConfig | undefined;
      const next = patchConfig(stored ?? initialConfig(name, host), body, { seal, now });
      await writeOption(db, NAME, next);
      return next;
    });
  }

  /** The key of an engine; empty when there is none, or when it can't be decrypted any more. */
  keyOf(config: VisibilityConfig, id: EngineId): string {
    const { key } = config.providers[id];
    return key === '' ? '' : (this.seal().open(key, purposeOf(id)) ?? '');
  }

  /** Engines that are switched on and have a key. */
  usable(config: VisibilityConfig): readonly EngineId[] {
    return ENGINES.filter((id) => config.providers[id].enabled && this.keyOf(config, id) !== '');
  }

  /** The configuration for its owner, without the keys. */
  shown(config: VisibilityConfig): ShownConfig {
    const { targets, scheduleActive, frequency, retentionDays, providers } = config;
    const shown = ENGINES.map((id): [EngineId, ShownEngine] => {
      const { provider: _, defaultModel, models, ...facts } = engines[id];
      const { enabled, model, webSearch } = providers[id];
      const hasKey = this.keyOf(config, id) !== '';
      return [
        id,
        {
          ...facts,
          enabled,
          model: model || defaultModel,
          models,
          webSearch,
          hasKey,
          key: hasKey ? STORED : '',
        },
      ];
    });
    return {
      targets,
      providers: Object.fromEntries(shown) as ShownConfig['providers'],
      scheduleActive,
      frequency,
      retentionDays,
    };
  }
}

/** An engine for its owner. */
interface ShownEngine extends Omit<Engine, 'provider' | 'defaultModel'> {
  readonly enabled: boolean;
  readonly model: string;
  readonly webSearch: boolean;
  readonly hasKey: boolean;
  readonly key: '' | typeof STORED;
}

/** The configuration for its owner. */
export interface ShownConfig
  extends Pick<VisibilityConfig, 'targets' | 'scheduleActive' | 'frequency' | 'retentionDays'> {
  readonly providers: Readonly<Record<EngineId, ShownEngine>>;
}

function purposeOf(id: EngineId): string {
  return `engine-key:${id}`;
}
