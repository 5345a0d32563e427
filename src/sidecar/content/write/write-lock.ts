import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { AbilityError } from '../../abilities/ability-error.js';

/** Milliseconds after which a lock of another machine counts as abandoned. */
const STALE = 5 * 60_000;
/** Milliseconds after which a writer gives up. */
const PATIENCE = 30_000;
const RETRY_AFTER = 15;
/** Error codes of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** The last task of each lock in this process: tasks with the same lock run one after the other. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Runs `work` while holding a lock that excludes other holders in this process and in others. A lock is only taken
 * over from a process that has died, however long it is held: a slow disk never lets two writers in.
 * @param lock path of the lock file, which exists while the lock is held; its folder has to exist
 * @throws AbilityError `svc_write_conflict` when the lock can't be acquired, and the errors of `work`
 */
export async function withWriteLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(lock) ?? Promise.resolve();
  const mine = before.catch(() => undefined).then(() => locked(lock, work));
  queues.set(lock, mine);
  try {
    return await mine;
  } finally {
    if (queues.get(lock) === mine) queues.delete(lock);
  }
}

async function locked<T>(lock: string, work: () => Promise<T>): Promise<T> {
  await take(lock);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  const me = `${process.pid} ${hostname()} ${randomBytes(6).toString('hex')}`;
  while (!(await create(lock, me))) {
    const holder = await readFile(lock, 'utf8').catch(() => undefined);
    if (holder !== undefined && (await isGone(lock, holder))) await evict(lock, holder);
    else if (Date.now() > deadline) throw busy();
    else await setTimeout(RETRY_AFTER);
  }
}

/** Links a complete file as the lock, so that a half-written holder is never read. */
async function create(lock: string, me: string): Promise<boolean> {
  const own = `${lock}.${randomBytes(6).toString('hex')}`;
  const file = await open(own, 'wx');
  try {
    await file.writeFile(me);
    await file.close();
    await giveName(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/**
 * Gives a file a second name that isn't taken yet. The name appears with the complete file or not at all. On file
 * systems without hard links, the file is copied.
 */
export async function giveName(path: string, name: string): Promise<void> {
  try {
    await link(path, name);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!NO_LINKS.includes(code)) throw error;
    await copyFile(path, name, constants.COPYFILE_EXCL);
  }
}

async function isGone(lock: string, holder: string): Promise<boolean> {
  const [pid = '', host = ''] = holder.split(' ');
  if (host === hostname() && /^\d+$/.test(pid)) return !isAlive(Number(pid));
  const since = await stat(lock).catch(() => undefined);
  return since !== undefined && Date.now() - since.mtimeMs > STALE;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes an abandoned lock, and restores one that another process has taken in the meantime. */
async function evict(lock: string, holder: string): Promise<void> {
  const aside = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(lock, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== holder) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

function busy(): AbilityError {
  const message =
    "Another process is currently writing this, and your change wasn't written. Try again shortly.";
  return new AbilityError(409, 'svc_write_conflict', message);
}
