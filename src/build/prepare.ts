import type { LoadedConfig } from '../config/config.js';
import { Hooks } from '../config/hooks/hooks.js';
import { loadPlugins } from '../config/hooks/plugins.js';
import { Registrations } from '../config/hooks/registrations.js';
import type { YieldKey } from '../config/hooks/yield-key.js';
import type { Settings } from '../config/settings.js';
import { baseSettings } from '../config/settings-merge.js';
import type { StoreOptions } from '../config/settings-store.js';
import type { Clock } from '../core/clock.js';
import type { Warnings } from '../core/warnings.js';
import type { GateContext } from '../site/gate.js';
import type { AbilityFactsReader } from '../site/registry/registry.js';
import type { TopicRules } from '../site/topics.js';
import { visibleTypes } from '../site/types.js';
import { type OpenSettings, openExistingSettings } from '../storage/open-settings.js';

const CEDE_KEYS: readonly YieldKey[] = [
  'llms_txt',
  'llms_full',
  'markdown',
  'link_headers',
  'robots',
  'changes',
  'auth_md',
];

/** The numbers and lists that plugins may change, read once at the start of a run. */
export interface Rules {
  readonly gate: GateContext;
  readonly topics: TopicRules;
  readonly ceded: ReadonlySet<YieldKey>;
  /** 1–2000. */
  readonly changesMax: number;
  /** 1–3650. */
  readonly retainDays: number;
  /** Whether browsers count visits from assistants. */
  readonly referralBeacon: boolean;
}

/** Everything that a run loads before it reads content. */
export type Prepared = Awaited<ReturnType<typeof prepareRun>>;

/** Options for `prepareRun`. */
export interface PrepareOptions {
  /** Defaults to the store in the configuration. */
  readonly openSettings?: SettingsOpener;
  /** Called only when a sidecar runs; without it there are no abilities. */
  readonly abilityFacts?: AbilityFactsReader;
}

/** Opens the settings store of a configuration. */
export type SettingsOpener = (loaded: LoadedConfig, options: StoreOptions) => Promise<OpenSettings>;

/**
 * Loads plugins and settings and runs the filters that affect the whole run.
 * @throws SvcError `SVC_CONFIG_INVALID` for a plugin, `SVC_SETTINGS_INVALID` for the settings file
 */
export async function prepareRun(
  loaded: LoadedConfig,
  clock: Clock,
  warnings: Warnings,
  { openSettings: open = openOwn, abilityFacts = noAbilities }: PrepareOptions = {},
) {
  const { config, folder } = loaded;
  const hooks = new Hooks();
  const registrations = new Registrations();
  await loadPlugins(config.plugins, { hooks, registrations, folder, timeout: config.pluginTimeout });
  try {
    const base = baseSettings(config.profile, config.identity);
    const settings = await readSettings(await open(loaded, { base, warnings, hooks }));
    const rules = await filterRules(hooks, settings, clock.now());
    return { hooks, registrations, settings, rules, abilityFacts };
  } catch (error) {
    await hooks.close();
    throw error;
  }
}

const openOwn: SettingsOpener = ({ config, folder }, options) =>
  openExistingSettings(config, folder, options);

const noAbilities: AbilityFactsReader = () => Promise.resolve([]);

async function readSettings({ store, close }: OpenSettings): Promise<Settings> {
  try {
    return await store.read();
  } finally {
    await close();
  }
}

async function filterRules(hooks: Hooks, settings: Settings, now: number): Promise<Rules> {
  const selected = await hooks.apply('svc_post_types', settings.post_types);
  const ceded = new Set<YieldKey>();
  for (const key of CEDE_KEYS) if (await hooks.apply('svc_yield_surface', false, key)) ceded.add(key);
  return {
    gate: { now, visibleTypes: visibleTypes(selected, settings.post_types_vetoed) },
    topics: {
      enabled: settings.enable_topics,
      derive: settings.topics_derive_default,
      max: settings.topics_max,
      exclude: await hooks.apply('svc_topic_exclude', ['uncategorized']),
    },
    ceded,
    changesMax: clamp(await hooks.apply('svc_changes_max', 200), 1, 2000),
    retainDays: clamp(await hooks.apply('svc_tombstone_retain_days', 90), 1, 3650),
    referralBeacon: await filterBeacon(hooks, settings),
  };
}

/** Whether browsers count visits from assistants, under some settings. */
export function filterBeacon(
  hooks: Hooks,
  settings: Pick<Settings, 'enable_referral_beacon'>,
): Promise<boolean> {
  return hooks.apply('svc_referral_beacon', settings.enable_referral_beacon);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.trunc(value)));
}
