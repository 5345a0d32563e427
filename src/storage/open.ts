import { existsSync } from 'node:fs';
import { SvcError } from '../core/errors.js';
import { isMigrated, migrate } from './migrations.js';
import type { Storage } from './port.js';

/**
 * Opens the database of a sidecar and brings its tables up to date.
 * @param address a `postgres://` address, the absolute path of a SQLite file, or `:memory:`
 * @throws SvcError `SVC_STORAGE` when it cannot be reached, `SVC_CONFIG_INVALID` without a driver
 */
export async function openStorage(address: string): Promise<Storage> {
  const storage = await open(address);
  try {
    await migrate(storage);
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/**
 * Opens the database of a sidecar if there is one; it creates nothing.
 * @returns undefined where no sidecar has made its tables
 * @throws SvcError `SVC_STORAGE` when it cannot be reached
 */
export async function openExisting(address: string): Promise<Storage | undefined> {
  if (!isPostgres(address) && !existsSync(address)) return undefined;
  const storage = await open(address);
  try {
    if (await isMigrated(storage)) {
      await migrate(storage);
      return storage;
    }
  } catch (error) {
    await storage.close();
    throw error;
  }
  await storage.close();
  return undefined;
}

async function open(address: string): Promise<Storage> {
  try {
    if (isPostgres(address)) {
      const { openPostgres } = await import('./postgres/open.js');
      return await openPostgres(address);
    }
    const { openSqlite } = await import('./sqlite/open.js');
    return await openSqlite(address);
  } catch (cause) {
    if (cause instanceof SvcError) throw cause;
    // The address may hold a password: it is not repeated.
    const fix = 'Check the address and that the folder can be written.';
    throw new SvcError('SVC_STORAGE', "the database can't be opened", { field: 'database', fix, cause });
  }
}

/** Whether an address is that of a PostgreSQL server; any other is the path of a SQLite file. */
export function isPostgres(address: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(address);
}
