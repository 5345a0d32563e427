import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadConfig } from '../config/load.js';
import { systemClock } from '../core/clock.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { isPostgres } from '../storage/open.js';
import { databaseAddress } from '../storage/open-settings.js';
import { backUp, restore as restoreFile } from '../storage/sqlite/backup.js';
import { shownPath } from './print.js';
import type { DatabaseFlags } from './shared-options.js';
import type { Terminal } from './terminal.js';

/**
 * `svc backup`: copies the embedded database into a file.
 * @throws SvcError `SVC_USAGE` for PostgreSQL, `SVC_STORAGE`
 */
export async function backup(file: string, flags: DatabaseFlags, terminal: Terminal): Promise<ExitCode> {
  const database = await embeddedDatabase(flags, terminal, 'pg_dump');
  const path = resolve(terminal.cwd, file);
  if (path === database) {
    throw new SvcError('SVC_USAGE', 'the file is the database itself', { fix: 'Name another file.' });
  }
  await backUp(database, path);
  const bytes = statSync(path).size;
  if (flags.json === true) terminal.out(`${JSON.stringify({ ok: true, database, file: path, bytes })}\n`);
  else terminal.out(`Backed up ${shown(database, terminal)} to ${shown(path, terminal)} (${bytes} bytes).\n`);
  return 0;
}

/**
 * `svc restore`: replaces the embedded database by a backup.
 * @throws SvcError `SVC_USAGE` for PostgreSQL, `SVC_STORAGE`
 */
export async function restore(file: string, flags: DatabaseFlags, terminal: Terminal): Promise<ExitCode> {
  const database = await embeddedDatabase(flags, terminal, 'pg_restore');
  const path = resolve(terminal.cwd, file);
  if (path === database) {
    throw new SvcError('SVC_USAGE', 'the file is the database itself', { fix: 'Name a backup.' });
  }
  const now = new Date(systemClock(terminal.env).now() * 1000);
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const kept = await restoreFile(path, database, stamp);
  if (flags.json === true) {
    terminal.out(`${JSON.stringify({ ok: true, database, file: path, kept: kept ?? null })}\n`);
    return 0;
  }
  terminal.out(`Restored ${shown(database, terminal)} from ${shown(path, terminal)}.\n`);
  if (kept !== undefined) terminal.out(`The previous database is kept as ${shown(kept, terminal)}.\n`);
  return 0;
}

async function embeddedDatabase(flags: DatabaseFlags, terminal: Terminal, instead: string): Promise<string> {
  const loaded = await loadConfig({ ...terminal, flags });
  const address = databaseAddress(loaded.config, loaded.folder);
  if (!isPostgres(address)) return address;
  const message = 'the database is PostgreSQL, which has its own tools';
  const fix = `Use ${instead} with the address of the database.`;
  throw new SvcError('SVC_USAGE', message, { field: 'database', fix });
}

function shown(path: string, { cwd }: Terminal): string {
  return shownPath(path, cwd);
}
