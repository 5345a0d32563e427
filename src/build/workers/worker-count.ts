/** Fewer entries are converted sooner by one thread than others have started and warmed up. */
const WORTH_IT = 1500;

/** The thread of the build, which reads and writes, can't keep more busy. */
const MAX_WORKERS = 4;

/**
 * How many worker threads convert entries; 0 where the thread of the build does.
 * @param asked `--workers`; undefined: decided by the work
 * @param changed entries that have to be converted
 * @param cores that the process may use
 */
export function workerCount(asked: number | undefined, changed: number, cores: number): number {
  if (asked !== undefined) return Math.min(asked, changed);
  return changed < WORTH_IT || cores === 1 ? 0 : Math.min(cores, MAX_WORKERS);
}
