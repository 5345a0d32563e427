import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { SvcError } from '../core/errors.js';

/** A holder that has not been heard of for this long is gone. */
const STALE_MS = 120_000;
const BEAT_MS = 15_000;

/** Gives the lock back. */
export type Release = () => void;

/**
 * Takes the build lock of a configuration folder, so that two builds never write one output.
 * A lock of a process that has died is taken over.
 * @throws SvcError `SVC_OUT_BUSY` while another build runs
 * @see design section 8
 */
export function takeLock(stateFolder: string): Release {
  const path = join(stateFolder, 'build.lock');
  mkdirSync(dirname(path), { recursive: true });
  if (!tryCreate(path)) {
    const holder = readHolder(path);
    if (!isGone(path, holder)) throw busy(holder);
    rmSync(path, { force: true });
    if (!tryCreate(path)) throw busy(readHolder(path));
  }
  const beat = setInterval(() => touch(path), BEAT_MS);
  beat.unref();
  return () => {
    clearInterval(beat);
    rmSync(path, { force: true });
  };
}

interface Holder {
  readonly pid: number;
  readonly host: string;
}

function tryCreate(path: string): boolean {
  try {
    const handle = openSync(path, 'wx');
    writeSync(handle, JSON.stringify({ pid: process.pid, host: hostname() } satisfies Holder));
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isGone(path: string, holder: Holder | undefined): boolean {
  const beat = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (beat === undefined || Date.now() - beat > STALE_MS) return true;
  if (holder === undefined || holder.host !== hostname()) return false;
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
    // Somebody removed the lock by hand; the build goes on.
  }
}

function busy(holder: Holder | undefined): SvcError {
  const who = holder === undefined ? '' : ` (process ${holder.pid} on ${holder.host})`;
  return new SvcError('SVC_OUT_BUSY', `another build of this site is running${who}`, {
    fix: 'Wait until it has ended and run the command again.',
  });
}
