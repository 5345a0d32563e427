import { randomBytes } from 'node:crypto';
import type { Storage } from '../../storage/port.js';
import { readOption, removeOption, writeOption } from '../../storage/tables/options.js';

const NAME = 'visibility_run';
/** Seconds without a heartbeat after which a run counts as dead. */
const STALE = 3600;
/** Seconds for which a run counts as running without a heartbeat. */
const SHOWN = 900;

interface Stored {
  readonly owner: string;
  /** Unix seconds of the last heartbeat. */
  readonly beat: number;
}

/** A run that only one process does at a time. */
export interface RunLock {
  /** Renews the lock. @returns false when another process has taken it over */
  beat(now: number): Promise<boolean>;
  release(): Promise<void>;
}

/** @returns undefined while another run is in progress */
export async function takeRunLock(storage: Storage, now: number): Promise<RunLock | undefined> {
  const owner = randomBytes(8).toString('hex');
  const isOurs = await storage.write(async (db) => {
    const held = (await readOption(db, NAME))?.value as Stored | undefined;
    if (held !== undefined && held.beat > now - STALE) return false;
    await writeOption(db, NAME, { owner, beat: now } satisfies Stored);
    return true;
  });
  if (!isOurs) return undefined;
  const whileOurs = (work: (db: Parameters<Parameters<Storage['write']>[0]>[0]) => Promise<void>) =>
    storage.write(async (db) => {
      const held = (await readOption(db, NAME))?.value as Stored | undefined;
      if (held?.owner !== owner) return false;
      await work(db);
      return true;
    });
  return {
    beat: (time) => whileOurs((db) => writeOption(db, NAME, { owner, beat: time } satisfies Stored)),
    release: async () => void (await whileOurs((db) => removeOption(db, NAME))),
  };
}

/** Whether a run is in progress. */
export async function isRunning({ db }: Storage, now: number): Promise<boolean> {
  const held = (await readOption(db, NAME))?.value as Stored | undefined;
  return held !== undefined && held.beat > now - SHOWN;
}
