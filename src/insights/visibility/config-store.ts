import type { Storage } from '../../storage/port.js';
import { readOption, writeOption } from '../../storage/tables/options.js';
import type { Seal } from '../ai/seal.js';
import { initialConfig, patchConfig, STORED, type VisibilityConfig } from './config.js';
import { ENGINES, type Engine, type EngineId, engines } from './engines.js';

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
export interface ShownEngine extends Omit<Engine, 'provider' | 'defaultModel'> {
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
