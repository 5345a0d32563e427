import { join } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import { SETTINGS_FILE } from '../../config/settings-store.js';

/** Returns the files and folders that a build reads. */
export function watchedPaths(loaded: LoadedConfig | undefined): readonly string[] {
  if (loaded === undefined) return [];
  const { source, siteDir, publicDir, plugins } = loaded.config;
  const paths = [...source.map(({ path }) => path), siteDir, publicDir, loaded.file, ...plugins];
  return [...new Set(paths.filter((path) => path !== undefined))];
}

/** Returns the settings file. */
export function settingsPaths(loaded: LoadedConfig | undefined): readonly string[] {
  return [join(loaded?.folder ?? '', SETTINGS_FILE)];
}

/**
 * Returns the folders that a build writes.
 * @param state folder of its state; `.svc` next to the configuration when absent
 */
export function ignoredPaths(loaded: LoadedConfig | undefined, state: string | undefined): readonly string[] {
  if (loaded === undefined) return [];
  const { config, folder } = loaded;
  return [config.out, state ?? join(folder, '.svc'), join(folder, 'deploy')];
}
