import { filterBeacon } from '../build/prepare.js';
import type { LoadedConfig } from '../config/config.js';
import { Hooks } from '../config/hooks/hooks.js';
import { loadPlugins } from '../config/hooks/plugins.js';
import { Registrations } from '../config/hooks/registrations.js';
import type { Settings } from '../config/settings.js';
import { baseSettings } from '../config/settings-merge.js';
import { Warnings } from '../core/warnings.js';
import { type OpenSettings, openSettings } from '../storage/open-settings.js';

/** The settings of a site, with its plugins. */
interface SiteSettings extends OpenSettings {
  readonly hooks: Hooks;
}

/** Loads the plugins of a site and opens its settings. */
export async function siteSettings({ config, folder }: LoadedConfig): Promise<SiteSettings> {
  const hooks = new Hooks();
  const registrations = new Registrations();
  await loadPlugins(config.plugins, { hooks, registrations, folder, timeout: config.pluginTimeout });
  const base = baseSettings(config.profile, config.identity);
  const opened = await openSettings(config, folder, { base, hooks, warnings: new Warnings() });
  return { ...opened, hooks };
}

/** The start data of commands about visits. */
export interface ActivitySetup {
  readonly hooks: Hooks;
  readonly settings: Settings;
  /** True while browsers count visits from assistants (CDN mode). */
  readonly isBeacon: boolean;
}

/** Loads the plugins and the settings of a site. */
export async function activitySetup(loaded: LoadedConfig): Promise<ActivitySetup> {
  const { hooks, store, close } = await siteSettings(loaded);
  try {
    const settings = await store.read();
    return { hooks, settings, isBeacon: await filterBeacon(hooks, settings) };
  } finally {
    await close();
  }
}
