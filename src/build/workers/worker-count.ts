/** One thread converts fewer entries sooner than others have started and warmed up. */
const WORTH_IT = 1500;

/** The build's own thread, which reads and writes, can't keep more busy. */
const MAX_WORKERS = 4;

/**
 * How many worker threads convert entries; 0 where the build's own thread does.
 * @param asked `--workers`; undefined: decided by the amount of work
 * @param changed number of entries to convert
 * @param cores that the process may use
 */
export function workerCount(asked: number | undefined, changed: number, cores: number): number {
  if (asked !== undefined) return Math.min(asked, changed);
  return changed < WORTH_IT || cores === 1 ? 0 : Math.min(cores, MAX_WORKERS);
}
