import { join } from 'node:path';
import { SvcError } from '../core/errors.js';
import { type LockHolder, takeLock } from '../core/file-lock.js';

const PATIENCE_S = 60;

/** How a lock is waited for. */
interface LockOptions {
  /** `SVC_LOCK_TIMEOUT`: the most seconds to wait for another build, 60 by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called once, before waiting for the lock. */
  onWait?(): void;
}

/**
 * Takes the build lock of a configuration folder, so that two builds never write one output.
 * @returns releases it
 * @throws SvcError `SVC_OUT_BUSY` when the other build outlasts the wait, `SVC_USAGE` for a wrong `SVC_LOCK_TIMEOUT`
 */
export async function acquireLock(
  stateFolder: string,
  { env = {}, onWait }: LockOptions,
): Promise<() => void> {
  const patience = patienceOf(env['SVC_LOCK_TIMEOUT']) * 1000;
  return takeLock(join(stateFolder, 'build.lock'), { patience, poll: 100, busy, ...(onWait && { onWait }) });
}

function patienceOf(seconds = ''): number {
  if (seconds.trim() === '') return PATIENCE_S;
  if (/^\s*\d{1,5}\s*$/.test(seconds)) return Number(seconds);
  const fix = `Leave it out for ${PATIENCE_S}, or set it to 0 to fail immediately while another build runs.`;
  throw new SvcError('SVC_USAGE', `SVC_LOCK_TIMEOUT is "${seconds}", not a whole number of seconds`, { fix });
}

function busy(holder: LockHolder | undefined): SvcError {
  const who = holder === undefined ? '' : ` (process ${holder.pid} on ${holder.host})`;
  const fix = 'Run the command again later, or set SVC_LOCK_TIMEOUT to more seconds.';
  return new SvcError('SVC_OUT_BUSY', `another build of this site is running${who}`, { fix });
}
