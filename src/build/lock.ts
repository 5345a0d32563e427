import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SvcError, writeTo } from '../core/errors.js';
import { makeFolder } from '../core/make-folder.js';

/** A holder without a sign of life for this long is gone. */
const STALE_MS = 120_000;
const BEAT_MS = 15_000;
/** An empty lock this old is from a process that ended while it wrote the lock. */
const TORN_MS = 1000;
const POLL_MS = 100;
const PATIENCE_S = 60;

/** Releases the lock. */
export type Release = () => void;

/** Locks of this process. A file with its process id that isn't among them is from an earlier process. */
const held = new Set<string>();

/** How a lock is waited for. */
export interface LockOptions {
  /** `SVC_LOCK_TIMEOUT`: the most seconds to wait for another build, 60 by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called once, before waiting for the lock. */
  onWait?(): void;
}

/**
 * Takes the build lock of a configuration folder, so that two builds never write one output. Waits while another
 * build runs. A lock of a dead process is taken over.
 * @throws SvcError `SVC_OUT_BUSY` when the other build outlasts the wait, `SVC_USAGE` for a wrong `SVC_LOCK_TIMEOUT`
 */
export async function acquireLock(
  stateFolder: string,
  { env = {}, onWait }: LockOptions = {},
): Promise<Release> {
  const path = join(stateFolder, 'build.lock');
  const end = performance.now() + patience(env['SVC_LOCK_TIMEOUT']) * 1000;
  for (let isFirst = true; !tryTake(path); isFirst = false) {
    if (performance.now() >= end) throw busy(readHolder(path));
    if (isFirst) onWait?.();
    await sleep(POLL_MS);
  }
  held.add(path);
  const beat = setInterval(() => touch(path), BEAT_MS);
  beat.unref();
  return () => {
    clearInterval(beat);
    held.delete(path);
    rmSync(path, { force: true });
  };
}

function patience(seconds = ''): number {
  if (seconds.trim() === '') return PATIENCE_S;
  if (/^\s*\d{1,5}\s*$/.test(seconds)) return Number(seconds);
  const fix = `Leave it out for ${PATIENCE_S}, or set it to 0 to fail immediately while another build runs.`;
  throw new SvcError('SVC_USAGE', `SVC_LOCK_TIMEOUT is "${seconds}", not a whole number of seconds`, { fix });
}

function tryTake(path: string): boolean {
  if (tryCreate(path)) return true;
  const holder = readHolder(path);
  return isGone(path, holder) && evict(path, holder) && tryCreate(path);
}

interface Holder {
  readonly pid: number;
  readonly host: string;
}

function tryCreate(path: string): boolean {
  for (let attempt = 1; ; attempt += 1) {
    makeFolder(dirname(path));
    try {
      const holder: Holder = { pid: process.pid, host: hostname() };
      writeTo(path, () => writeFileSync(path, JSON.stringify(holder), { flag: 'wx' }));
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return false;
      // A build that has just ended removed the empty folder again.
      if (code !== 'ENOENT' || attempt === 10) throw error;
    }
  }
}

/**
 * Removes a dead lock. If several builds find one, the slower must not remove the lock that the quicker
 * has taken meanwhile, so it is moved aside and checked.
 */
function evict(path: string, dead: Holder | undefined): boolean {
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

function readHolder(path: string): Holder | undefined {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

function isGone(path: string, holder: Holder | undefined): boolean {
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

function busy(holder: Holder | undefined): SvcError {
  const who = holder === undefined ? '' : ` (process ${holder.pid} on ${holder.host})`;
  const fix = 'Run the command again later, or set SVC_LOCK_TIMEOUT to more seconds.';
  return new SvcError('SVC_OUT_BUSY', `another build of this site is running${who}`, { fix });
}
