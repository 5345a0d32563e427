import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which other tasks get a turn. */
const SHARE_MS = 15;

/**
 * Lets requests and timers have the event loop during long work on the same thread, as in a sidecar that builds.
 * Use: `await share.yieldTurn()` after each piece of the work.
 */
export class EventLoopShare {
  #since = performance.now();

  /** Waits for one turn of the event loop if the work has run for long enough. */
  async yieldTurn(): Promise<void> {
    if (performance.now() - this.#since < SHARE_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
