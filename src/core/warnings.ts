import { compareText } from './compare.js';
import type { InputLocation } from './errors.js';

/** Something the user should know that did not stop the run. */
export interface Warning extends InputLocation {
  /** Stable kebab-case code, for machines and for grouping. */
  readonly code: string;
  /** What was found and what was done about it, one sentence. */
  readonly message: string;
  readonly fix?: string;
  /** True where content was left out because of it: fatal with `--strict`. */
  readonly skipped?: boolean;
}

/** Collects warnings during a run; they are shown once, at its end, in a stable order. */
export class Warnings {
  readonly #items: Warning[] = [];
  readonly #seen = new Set<string>();
  #given = 0;

  /** Adds a warning; an exact repetition is dropped. */
  add(warning: Warning): void {
    this.#given += 1;
    const key = JSON.stringify([warning.code, warning.file, warning.line, warning.field, warning.message]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#items.push(warning);
  }

  get size(): number {
    return this.#items.length;
  }

  /** How often a warning was added, repetitions included. */
  get given(): number {
    return this.#given;
  }

  /** All warnings ordered by code, file, line and message, whatever order they came in. */
  list(): readonly Warning[] {
    return [...this.#items].sort(
      (a, b) =>
        compareText(a.code, b.code) ||
        compareText(a.file ?? '', b.file ?? '') ||
        (a.line ?? 0) - (b.line ?? 0) ||
        compareText(a.message, b.message),
    );
  }
}
