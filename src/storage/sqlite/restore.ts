import { existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SvcError } from '../../core/errors.js';
import { newerTables, STEP_NAMES } from '../migrations/table.js';
import { copyDatabase, isDatabase, syncFolder, withDatabase } from './backup.js';
import { explainSqlite } from './explain.js';

/** The files that SQLite keeps beside a database. Those of another database would corrupt this one. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Replaces the embedded database by a backup. The former file is kept; at every moment the path
 * holds the one or the other, and nothing is touched before the backup has been copied and checked.
 * @param file of the backup, absolute
 * @param path of the database
 * @param stamp distinguishes the kept file from others
 * @returns where the former file is; undefined where there was none
 * @throws SvcError `SVC_STORAGE`; the database is then as it was
 */
export async function restore(file: string, path: string, stamp: string): Promise<string | undefined> {
  assertBackup(file);
  mkdirSync(dirname(path), { recursive: true });
  const copy = await copyDatabase(file, path);
  try {
    await assertTables(copy, file);
    await assertUnused(path);
    return replace(copy, path, stamp);
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
}

function assertBackup(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() === true && isDatabase(file)) return;
  const what =
    found === undefined ? "doesn't exist" : found.isDirectory() ? 'is a folder' : "isn't a SQLite database";
  throw new SvcError('SVC_STORAGE', `${file} ${what}`, { fix: 'Name a file that "svc backup" wrote.' });
}

/** @throws SvcError for the database of something else, or of a newer version */
async function assertTables(copy: string, file: string): Promise<void> {
  const names = await withDatabase(copy, (database) => {
    const tables = database.prepare("select name from sqlite_master where name = 'kysely_migration'").all([]);
    if (tables.length === 0) return [];
    return database.prepare('select name from kysely_migration').all([]) as { readonly name: string }[];
  });
  if (!names.some(({ name }) => name === STEP_NAMES[0])) {
    throw new SvcError('SVC_STORAGE', `${file} is the database of another program`, {
      fix: 'Name a file that "svc backup" wrote.',
    });
  }
  if (names.some(({ name }) => !STEP_NAMES.includes(name))) throw newerTables();
}

/**
 * A database whose journal can be removed is not open anywhere else. A damaged one can't be tested like this: a server
 * that has it open notices that its file was replaced, and writes no more.
 * @throws SvcError while a server or another program has it open
 */
async function assertUnused(path: string): Promise<void> {
  // Opening a file that isn't a database would only remove its journal.
  if (!existsSync(path) || !isDatabase(path)) return;
  try {
    await withDatabase(path, (database) => {
      database.exec('pragma busy_timeout = 0');
      database.exec('pragma journal_mode = delete');
    });
  } catch (error) {
    const problem = explainSqlite(path, error);
    if (problem?.kind === 'damaged') return;
    if (problem?.kind !== 'locked') throw error;
    throw new SvcError('SVC_STORAGE', `the database ${path} is in use`, {
      fix: 'Stop "svc serve" and every other program that uses it, and run the command again.',
      cause: error,
    });
  }
}

function replace(copy: string, path: string, stamp: string): string | undefined {
  const aside = asideOf(path, stamp);
  for (const end of BESIDE) if (existsSync(path + end)) renameSync(path + end, aside + end);
  const isThere = existsSync(path);
  if (isThere) keep(path, aside);
  renameSync(copy, path);
  syncFolder(dirname(path));
  return isThere ? aside : undefined;
}

function asideOf(path: string, stamp: string): string {
  const first = `${path}.before-restore-${stamp}`;
  for (let count = 2, aside = first; ; count += 1) {
    if (!existsSync(aside)) return aside;
    aside = `${first}-${count}`;
  }
}

/** A hard link keeps the path occupied until it is replaced; not every file system supports them. */
function keep(path: string, aside: string): void {
  try {
    linkSync(path, aside);
  } catch {
    renameSync(path, aside);
  }
}
