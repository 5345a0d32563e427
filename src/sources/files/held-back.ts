import type { Warnings } from '../../core/warnings.js';

interface Held {
  count: number;
  readonly file: string;
}

/** Counts the files that were held back because of a name, to warn about each name once. */
export class HeldBack {
  readonly #held = new Map<string, Held>();

  /** @param what the name in words: `The key "access"` */
  add(what: string, name: string, file: string): void {
    const key = JSON.stringify([what, name]);
    const known = this.#held.get(key);
    if (known === undefined) this.#held.set(key, { count: 1, file });
    else known.count += 1;
  }

  /** One warning for each name. */
  addWarnings(warnings: Warnings): void {
    for (const [key, { count, file }] of this.#held) {
      const [what, name] = JSON.parse(key) as [string, string];
      const pages = count === 1 ? '1 page was' : `${count} pages were`;
      warnings.add({
        code: 'privacy-held-back',
        file,
        message: `${what} "${name}" sounds like a restriction: ${pages} held back${count === 1 ? '' : ' (this one first)'}.`,
        fix: `Add "${name}" to "privacy.allow" of the configuration to publish, or to "privacy.deny" to hold back without a warning.`,
        skipped: true,
      });
    }
  }
}
