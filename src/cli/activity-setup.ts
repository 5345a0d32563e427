import { filterBeacon } from '../build/prepare.js';
import type { LoadedConfig } from '../config/config.js';
import { Hooks } from '../config/hooks/hooks.js';
import { loadPlugins } from '../config/hooks/plugins.js';
import { Registrations } from '../config/hooks/registrations.js';
import { baseSettings } from '../config/profile.js';
import type { Settings } from '../config/settings.js';
import { openSettings } from '../storage/open-settings.js';

/** The start data of commands about visits. */
export interface ActivitySetup {
  readonly hooks: Hooks;
  readonly settings: Settings;
  /** True while browsers count visits from assistants (CDN mode). */
  readonly isBeacon: boolean;
}

/** Loads the plugins and the settings of a site. */
export async function activitySetup({ config, folder }: LoadedConfig): Promise<ActivitySetup> {
  const hooks = new Hooks();
  await loadPlugins(config.plugins, {
    hooks,
    registrations: new Registrations(),
    folder,
    timeout: config.pluginTimeout,
  });
  const base = baseSettings(config.profile, config.identity);
  const { store, close } = await openSettings(config, folder, { base, hooks });
  try {
    const settings = await store.read();
    return { hooks, settings, isBeacon: await filterBeacon(hooks, settings) };
  } finally {
    await close();
  }
}
