interface Waiting<T> {
  readonly promise: T | Promise<T>;
  /** Nobody has to wait for it any more. */
  isSettled: boolean;
}

/**
 * Gives back what comes in any order in the order in which it was announced: each as soon as nothing before it is
 * missing, since what waits takes memory, and the collector's time.
 */
export class InOrder<T> {
  readonly #waiting: Waiting<T>[] = [];

  /** @param promise may be rejected before anybody takes it */
  add(promise: T | Promise<T>): void {
    const isSettled = !(promise instanceof Promise);
    const one: Waiting<T> = { promise, isSettled };
    this.#waiting.push(one);
    if (isSettled) return;
    const settle = (): void => {
      one.isSettled = true;
    };
    promise.then(settle, settle);
  }

  /**
   * Those that nobody has to wait for.
   * @param most how many may be left; as many as it takes are waited for
   * @throws what one of them was rejected with
   */
  async *take(most: number): AsyncGenerator<T> {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      if (!first.isSettled && this.#waiting.length <= most) return;
      this.#waiting.shift();
      yield await first.promise;
    }
  }
}
