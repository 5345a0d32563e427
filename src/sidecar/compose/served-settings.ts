import { join } from 'node:path';
import type { SettingsOpener } from '../../build/prepare.js';
import type { LoadedConfig } from '../../config/config.js';
import { settingsStore } from '../../config/settings-store.js';
import { openSettings } from '../../storage/open-settings.js';
import { recall, rememberedCell } from '../../storage/settings-cell.js';
import type { LateSidecar } from './late-sidecar.js';

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
