import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeTo } from './errors.js';
import { makeFolder } from './files.js';

/** A holder that hasn't touched its lock for this long has ended. */
const STALE_MS = 120_000;
const BEAT_MS = 15_000;
/** An empty lock this old is from a process that ended while it wrote the lock. */
const TORN_MS = 1000;

/** Locks of this process. A file with its process id that isn't among them is from an earlier process. */
const held = new Set<string>();

/** The process that holds a lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
}

/** How a lock is waited for. */
interface LockOptions {
  /** The most milliseconds to wait. */
  readonly patience: number;
  /** Milliseconds between two attempts. */
  readonly poll: number;
  /** Called once, before waiting for the lock. */
  onWait?(): void;
  /** The error when another process outlasts the wait. */
  busy(holder: LockHolder | undefined): Error;
  /** The error when the file system refuses the lock; by default its own. */
  failed?(cause: unknown): Error;
}

/**
 * Takes a lock that excludes other holders in this process and in others. A lock of a dead process is taken over.
 * @param path of the lock file, which exists while the lock is held; its folder is created
 * @returns releases the lock
 * @throws the error of `busy`, and those of the file system
 */
export async function takeLock(
  path: string,
  { patience, poll, onWait, busy, failed = (cause) => cause as Error }: LockOptions,
): Promise<() => void> {
  const end = performance.now() + patience;
  const isTaken = () => {
    try {
      return tryTake(path);
    } catch (cause) {
      throw failed(cause);
    }
  };
  for (let isFirst = true; !isTaken(); isFirst = false) {
    if (performance.now() >= end) throw busy(readHolder(path));
    if (isFirst) onWait?.();
    await sleep(poll);
  }
  held.add(path);
  const beat = setInterval(() => touch(path), BEAT_MS).unref();
  return () => {
    clearInterval(beat);
    held.delete(path);
    rmSync(path, { force: true });
  };
}

/** The last task of each lock in this process: they run in the order in which they were given. */
const queues = new Map<string, Promise<unknown>>();

/** Runs `work` while holding a lock: see `takeLock`. */
export async function withLock<T>(path: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  const before = queues.get(path) ?? Promise.resolve();
  const mine = before
    .catch(() => undefined)
    .then(async () => {
      const release = await takeLock(path, options);
      return work().finally(release);
    });
  queues.set(path, mine);
  try {
    return await mine;
  } finally {
    if (queues.get(path) === mine) queues.delete(path);
  }
}

function tryTake(path: string): boolean {
  if (tryCreate(path)) return true;
  const holder = readHolder(path);
  return isGone(path, holder) && evict(path, holder) && tryCreate(path);
}

function tryCreate(path: string): boolean {
  for (let attempt = 1; ; attempt += 1) {
    makeFolder(dirname(path));
    try {
      const holder: LockHolder = { pid: process.pid, host: hostname() };
      writeTo(path, () => writeFileSync(path, JSON.stringify(holder), { flag: 'wx' }));
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return false;
      // A holder that has just ended removed the empty folder again.
      if (code !== 'ENOENT' || attempt === 10) throw error;
    }
  }
}

/**
 * Removes a dead lock. If several processes find one, the slower must not remove the lock that the quicker
 * has taken meanwhile, so it is moved aside and checked.
 */
function evict(path: string, dead: LockHolder | undefined): boolean {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved?.pid === dead?.pid && moved?.host === dead?.host) {
    rmSync(aside, { force: true });
    return true;
  }
  renameSync(aside, path);
  return false;
}

function readHolder(path: string): LockHolder | undefined {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

function isGone(path: string, holder: LockHolder | undefined): boolean {
  const beat = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (beat === undefined || Date.now() - beat > STALE_MS) return true;
  if (holder === undefined) return Date.now() - beat > TORN_MS;
  if (holder.host !== hostname()) return false;
  if (holder.pid === process.pid) return !held.has(path);
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // The lock was removed by hand; the build goes on.
  }
}
