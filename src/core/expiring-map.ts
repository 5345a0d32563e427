/** Values that expire; bounded: the oldest are dropped first. */
export class ExpiringMap<Value> {
  readonly #values = new Map<string, { readonly value: Value; readonly until: number }>();

  /** @param most maximum number of values */
  constructor(private readonly most: number) {}

  /** @param now Unix seconds */
  get(key: string, now: number): Value | undefined {
    const found = this.#values.get(key);
    if (found === undefined || now < found.until) return found?.value;
    this.#values.delete(key);
    return undefined;
  }

  /** @param until Unix seconds from which on the value is forgotten */
  set(key: string, value: Value, until: number): void {
    this.#values.delete(key);
    this.#values.set(key, { value, until });
    if (this.#values.size <= this.most) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }
}
