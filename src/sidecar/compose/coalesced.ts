/** Milliseconds after the last request before the work begins. */
const DEBOUNCE = 200;
/** Milliseconds during which further requests postpone the work. */
const MAX_DEBOUNCE = 1000;

interface Waiting {
  readonly timer: NodeJS.Timeout;
  /** With continuous requests, the work begins at this time (`performance.now()`). */
  readonly latest: number;
  readonly done: Promise<boolean>;
  start(): void;
}

/** Work that runs once for all requests within a short time. */
export class Coalesced {
  #waiting: Waiting | undefined;

  /** @param work must not throw */
  constructor(private readonly work: (reason: string) => Promise<boolean>) {}

  /** Requests the work. Returns true if the resulting work succeeded. */
  ask(reason: string): Promise<boolean> {
    const waiting = this.#waiting;
    if (waiting !== undefined) {
      if (performance.now() < waiting.latest) waiting.timer.refresh();
      return waiting.done;
    }
    let start = (): void => undefined;
    const begin = new Promise<void>((resolve) => {
      start = resolve;
    });
    const done = begin.then(() => this.work(reason));
    const timer = setTimeout(() => {
      this.#waiting = undefined;
      start();
    }, DEBOUNCE);
    this.#waiting = { timer, latest: performance.now() + MAX_DEBOUNCE, done, start };
    return done;
  }

  /** Begins waiting work at once. */
  flush(): void {
    if (this.#waiting === undefined) return;
    clearTimeout(this.#waiting.timer);
    this.#waiting.start();
  }
}
