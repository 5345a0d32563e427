import type { EntryWork } from '../../sources/port.js';

/** One thread converts fewer entries sooner than others have started and warmed up. */
const WORTH_IT = 1500;

/** Characters of an ordinary entry; a longer one counts as several. */
const ORDINARY_LENGTH = 16_000;

/** The build's own thread, which reads and writes, can't keep more busy. */
const MAX_WORKERS = 4;

/**
 * How many worker threads convert entries; 0 where the build's own thread does.
 * @param asked `--workers`; undefined: decided by the amount of work
 * @param work the entries to convert
 * @param cores that the process may use
 */
export function workerCount(asked: number | undefined, work: EntryWork, cores: number): number {
  const { entries, length } = work;
  if (asked !== undefined) return Math.min(asked, entries);
  const ordinary = Math.max(entries, length / ORDINARY_LENGTH);
  return ordinary < WORTH_IT || cores === 1 ? 0 : Math.min(cores, entries, MAX_WORKERS);
}
