/** The result of a function; undefined where it throws. For faults that need no message, such as a missing file. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
