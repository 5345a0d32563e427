import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorMessage, SvcError } from '../../core/errors.js';
import { newerTables, STEP_NAMES } from '../migrations.js';
import { DatabaseUnavailable } from '../unavailable.js';
import { type Connection, explainSqlite, openDatabase, sqliteProblem } from './driver.js';

/** Pages of one step: all of them. Smaller steps start again whenever a server writes in between. */
const ALL_PAGES = 2 ** 31 - 1;
/** The header of every SQLite file. */
const MAGIC = 'SQLite format 3\0';

/**
 * Backs up the embedded database, also while a server uses it. The backup is complete or not there: it gets its name
 * once it has been checked. A backup of the same name is replaced.
 * @param path of the database
 * @param file of the backup, absolute
 * @throws SvcError `SVC_STORAGE`
 */
export async function backUp(path: string, file: string): Promise<void> {
  if (!existsSync(path)) {
    const fix = 'Check --config and --database. The first "svc serve" creates the database.';
    throw new SvcError('SVC_STORAGE', `there is no database at ${path}`, { fix });
  }
  if (existsSync(file) && !isDatabase(file)) {
    const fix = 'Name a new file, or an earlier backup.';
    throw new SvcError('SVC_STORAGE', `${file} isn't a backup, so it isn't overwritten`, { fix });
  }
  const copy = await copyDatabase(path, file);
  renameSync(copy, file);
  syncFolder(dirname(file));
}

/**
 * Copies a database into a new file that only its owner can read, and checks the copy. Missing folders are created.
 * @param beside where the copy will get its name: it is in the same folder
 * @returns path of the copy
 * @throws SvcError `SVC_STORAGE`; nothing is left then
 */
async function copyDatabase(from: string, beside: string): Promise<string> {
  const copy = join(dirname(beside), `.${basename(beside)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    mkdirSync(dirname(copy), { recursive: true });
    makePrivate(copy);
    await withDatabase(from, (database) => transfer(database, copy));
    await withDatabase(copy, (database) => {
      // One file, without the journal of a server beside it.
      database.exec('pragma journal_mode = delete');
      const [found] = database.prepare('pragma quick_check(1)').all([]) as { quick_check: string }[];
      if (found?.quick_check !== 'ok') throw new DatabaseUnavailable(sqliteProblem(from, 'damaged'));
    });
    syncFile(copy);
    return copy;
  } catch (error) {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${copy}${end}`, { force: true });
    throw explained(error, from, beside);
  }
}

/** Whether a file begins as every SQLite database does. */
function isDatabase(path: string): boolean {
  const bytes = Buffer.alloc(MAGIC.length);
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    readSync(file, bytes, 0, bytes.length, 0);
    return bytes.toString('latin1') === MAGIC;
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Opens a database for the duration of a task. */
async function withDatabase<T>(path: string, work: (database: Connection) => T | Promise<T>): Promise<T> {
  const database = await openDatabase(path);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Flushes the names in a folder to the disk, where the system can. */
function syncFolder(path: string): void {
  try {
    syncFile(path);
  } catch {
    // Windows does not support it.
  }
}

async function transfer(database: Connection, copy: string): Promise<void> {
  if (database.backup === undefined) {
    const fix = 'Use Node.js 22.16 or later.';
    throw new SvcError('SVC_STORAGE', "the SQLite driver of this Node.js can't write backups", { fix });
  }
  await database.backup(copy, { rate: ALL_PAGES, progress: () => ALL_PAGES });
}

function makePrivate(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
  chmodSync(path, 0o600);
}

function syncFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function explained(error: unknown, from: string, to: string): unknown {
  if (error instanceof SvcError) return error;
  const isSystem = (error as NodeJS.ErrnoException).syscall !== undefined;
  const problem = explainSqlite(isSystem ? to : from, error);
  if (problem === undefined) {
    const reason = errorMessage(error);
    return new SvcError('SVC_STORAGE', `${from} can't be copied to ${to}: ${reason}`, { cause: error });
  }
  return problem.kind === 'full' ? noRoom(to, error) : new DatabaseUnavailable(problem, error);
}

function noRoom(to: string, cause: unknown): SvcError {
  const fix = 'Free space, or name a file elsewhere.';
  return new SvcError('SVC_STORAGE', `the disk of ${to} is full`, { fix, cause });
}

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
  const fix = 'Name a file that "svc backup" wrote.';
  throw new SvcError(found === undefined ? 'SVC_SOURCE_MISSING' : 'SVC_STORAGE', `${file} ${what}`, { fix });
}

/** @throws SvcError for the database of something else, or of a newer version */
async function assertTables(copy: string, file: string): Promise<void> {
  const names = await withDatabase(copy, (database) => {
    const tables = database.prepare("select name from sqlite_master where name = 'kysely_migration'").all([]);
    if (tables.length === 0) return [];
    return database.prepare('select name from kysely_migration').all([]) as { readonly name: string }[];
  });
  if (!names.some(({ name }) => name === STEP_NAMES[0])) {
    const fix = 'Name a file that "svc backup" wrote.';
    throw new SvcError('SVC_STORAGE', `${file} is the database of another program`, { fix });
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
    const fix = 'Stop "svc serve" and every other program that uses it, and run the command again.';
    throw new SvcError('SVC_STORAGE', `the database ${path} is in use`, { fix, cause: error });
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
