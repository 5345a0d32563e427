import { open, rm, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { SvcError } from '../core/errors.js';
import { lastName } from '../core/paths.js';

/** Milliseconds after which a lock was left behind by a process that has died. */
const STALE = 5_000;
/** Milliseconds until it gives up. */
const PATIENCE = 10_000;
const RETRY_AFTER = 10;

/** The last piece of work on each file in this process: work on one file happens one after the other. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Runs `work` on a file while no other holder of the lock does, in this process or another on this machine.
 * @param path the file, absolute
 * @throws SvcError `SVC_SETTINGS_INVALID` when the lock can't be acquired, and what `work` throws
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(path) ?? Promise.resolve();
  const mine = before.then(
    () => locked(path, work),
    () => locked(path, work),
  );
  queues.set(path, mine);
  try {
    return await mine;
  } finally {
    if (queues.get(path) === mine) queues.delete(path);
  }
}

async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  await take(lock, path);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string, path: string): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    try {
      await (await open(lock, 'wx')).close();
      return;
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code !== 'EEXIST' || Date.now() > deadline) throw cannotLock(path, cause);
    }
    const since = await stat(lock).catch(() => undefined);
    if (since !== undefined && Date.now() - since.mtimeMs > STALE) await rm(lock, { force: true });
    else await setTimeout(RETRY_AFTER);
  }
}

function cannotLock(path: string, cause: unknown): SvcError {
  const message = "the file can't be written";
  const fix = 'Check that its folder exists and is writable, and that no other program has locked the file.';
  return new SvcError('SVC_SETTINGS_INVALID', message, { file: lastName(path), fix, cause });
}
