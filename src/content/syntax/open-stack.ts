/**
 * The stack of open marks while nested markup is read. A closing mark without an opening one is recognised without a
 * walk over the stack, so that hostile nesting costs no more than its length.
 */
export class OpenStack<T extends { readonly name: string }> {
  readonly #items: T[] = [];
  readonly #counts = new Map<string, number>();

  get depth(): number {
    return this.#items.length;
  }

  get top(): T | undefined {
    return this.#items.at(-1);
  }

  push(item: T): void {
    this.#items.push(item);
    this.#counts.set(item.name, (this.#counts.get(item.name) ?? 0) + 1);
  }

  pop(): T | undefined {
    const item = this.#items.pop();
    if (item !== undefined) this.#counts.set(item.name, (this.#counts.get(item.name) ?? 1) - 1);
    return item;
  }

  /** Closes the innermost item of a name, with all that is open in it; closes nothing if there is none. */
  popTo(name: string): T | undefined {
    if (!this.has(name)) return undefined;
    let item = this.pop();
    while (item !== undefined && item.name !== name) item = this.pop();
    return item;
  }

  /** True when something of that name is open, however deep. */
  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }
}
