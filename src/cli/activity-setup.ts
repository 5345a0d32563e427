import { filterBeacon } from '../build/prepare.js';
import type { LoadedConfig } from '../config/config.js';
import type { Hooks } from '../config/hooks/hooks.js';
import type { Settings } from '../config/settings.js';
import { siteSettings } from './site-settings.js';

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
