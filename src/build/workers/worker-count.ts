/** Fewer changed entries are converted sooner by one thread than others have started and warmed up. */
const WORTH_IT = 1500;

/** Entries from which on memory counts more than a tenth of the time. */
export const MIN_ENTRIES = 30_000;

/** More cannot be kept busy by the one thread that reads and writes. */
const MAX_WORKERS = 4;

/**
 * How many worker threads convert, beside the thread of the build, which reads and writes, and where they leave it a
 * core converts as well while they have enough to do. None: it does it all.
 * @param asked `--workers`; undefined: decided by the work
 * @param changed entries that have to be converted
 * @param cores that the process may use
 */
export function workerCount(asked: number | undefined, changed: number, cores: number): number {
  if (asked !== undefined) return Math.min(asked, changed);
  return changed < WORTH_IT ? 0 : Math.min(cores - 1, MAX_WORKERS);
}
