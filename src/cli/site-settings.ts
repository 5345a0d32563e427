import type { LoadedConfig } from '../config/config.js';
import { Hooks } from '../config/hooks/hooks.js';
import { loadPlugins } from '../config/hooks/plugins.js';
import { Registrations } from '../config/hooks/registrations.js';
import { baseSettings } from '../config/profile.js';
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
