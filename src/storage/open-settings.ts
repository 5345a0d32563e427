import { join } from 'node:path';
import type { Config } from '../config/config.js';
import {
  fileSettingsStore,
  type SettingsStore,
  type StoreOptions,
  settingsStore,
} from '../config/settings-store.js';
import { SvcError } from '../core/errors.js';
import type { Storage } from './port.js';

/** A settings store, and how to close it. */
export interface OpenSettings {
  readonly store: SettingsStore;
  close(): Promise<void>;
}

/** Where the database of a configuration is: the one it names, else a file in `.svc`. */
export function databaseAddress({ database }: Pick<Config, 'database'>, folder: string): string {
  return database ?? join(folder, '.svc', 'svc.db');
}

/**
 * The settings of a site: in the database where the configuration names one, else in the file beside it. Without
 * `database` no driver is loaded.
 * @param folder the configuration's
 * @param shared the open database of the configuration, which stays open
 * @throws SvcError `SVC_STORAGE` when the database cannot be reached
 */
export async function openSettings(
  config: Pick<Config, 'database'>,
  folder: string,
  options: StoreOptions,
  shared?: Storage,
): Promise<OpenSettings> {
  if (config.database === undefined) {
    return { store: fileSettingsStore({ folder, ...options }), close: () => Promise.resolve() };
  }
  const { openStorage } = await import('./open.js');
  const { settingsCell } = await import('./settings-cell.js');
  const storage = shared ?? (await openStorage(config.database));
  const close = () => (shared === undefined ? storage.close() : Promise.resolve());
  return { store: settingsStore(settingsCell(storage), options), close };
}

/**
 * The settings of a site for a build, which creates no database: `DATABASE_URL` may be that of the site's own program.
 * Where no sidecar has made its tables, the settings are in the file.
 * @throws SvcError `SVC_STORAGE` when the database cannot be reached
 */
export async function openExistingSettings(
  { database }: Pick<Config, 'database'>,
  folder: string,
  options: StoreOptions,
): Promise<OpenSettings> {
  const storage = database === undefined ? undefined : await openForBuild(database);
  if (storage === undefined) return openSettings({ database: undefined }, folder, options);
  const { store } = await openSettings({ database }, folder, options, storage);
  return { store, close: () => storage.close() };
}

async function openForBuild(database: string): Promise<Storage | undefined> {
  const { openExisting } = await import('./open.js');
  try {
    return await openExisting(database);
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const { code, message, location } = error;
    const fix = `${error.fix ?? ''} If DATABASE_URL names the database of another program, leave it empty for the build.`;
    throw new SvcError(code, message, { ...location, fix: fix.trim(), cause: error });
  }
}
