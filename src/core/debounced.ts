/** Work that runs shortly after a request: once for all requests that come meanwhile, and never twice at a time. */
export class Debounced {
  #timer: NodeJS.Timeout | undefined;
  /** Longest delay of a run in milliseconds. */
  #running = 0;
  #done: Promise<void> = Promise.resolve();

  /**
   * @param wait milliseconds
   * @param work never rejects
   */
  constructor(
    private readonly wait: number,
    private readonly work: () => Promise<void>,
  ) {}

  /**
   * Schedules a run. A shorter wait than the pending one shortens it.
   * @param wait milliseconds
   */
  schedule(wait = this.wait): void {
    if (this.#timer !== undefined && wait >= this.#running) return;
    clearTimeout(this.#timer);
    this.#timer = this.#doIn(wait);
  }

  /** Schedules a run without the wait. */
  scheduleNow(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#doIn(0);
  }

  /** Runs it now, after the current run. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#done = this.#done.then(this.work);
    return this.#done;
  }

  #doIn(milliseconds: number): NodeJS.Timeout {
    this.#running = milliseconds;
    return setTimeout(() => void this.flush(), milliseconds).unref();
  }
}
