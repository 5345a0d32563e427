import { compareText } from './compare.js';
import type { InputLocation } from './errors.js';
import { escapeRegExp } from './text.js';

/** Something to tell the user that did not stop the run. */
export interface Warning extends InputLocation {
  /** Stable kebab-case code, for machines and for grouping. */
  readonly code: string;
  /** What was found and what was done about it, one sentence. */
  readonly message: string;
  readonly fix?: string;
  /** True where content was left out because of it: fatal with `--strict`. */
  readonly skipped?: boolean;
  /** How often it was found, in all files together: of several files the first is named. */
  readonly count?: number;
  /** The text in the file that it is about, or the key, where its line isn't known yet: see `locate`. */
  readonly written?: string;
}

/** Collects warnings during a run; they are shown once, at its end, in a stable order. */
export class Warnings {
  readonly #items: Warning[] = [];
  readonly #seen = new Set<string>();
  readonly #counted = new Map<string, Warning>();
  #given = 0;

  /** Adds a warning; an exact repetition is dropped, and one that counts is added to those of the same message. */
  add(warning: Warning): void {
    this.#given += 1;
    if (warning.count !== undefined) {
      this.#sum(warning, warning.count);
      return;
    }
    const key = JSON.stringify([warning.code, warning.file, warning.line, warning.field, warning.message]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#items.push(warning);
  }

  #sum(warning: Warning, count: number): void {
    const key = JSON.stringify([warning.code, warning.message]);
    const known = this.#counted.get(key);
    const isFirst = known === undefined || compareText(warning.file ?? '', known.file ?? '') < 0;
    this.#counted.set(key, { ...(isFirst ? warning : known), count: count + (known?.count ?? 0) });
  }

  /** Replaces the texts of warnings by their lines; that of a key is the first line that begins with it. */
  locate(lineOf: (file: string, text: string | RegExp) => number | undefined): void {
    const located = ({ written, ...warning }: Warning): Warning => {
      const isKey = written !== undefined && written === warning.field;
      const text = isKey ? new RegExp(`^[ \\t]*["']?${escapeRegExp(written)}["']?[ \\t]*[:=]`, 'm') : written;
      const line = text === undefined || !warning.file ? undefined : lineOf(warning.file, text);
      return line === undefined ? warning : { ...warning, line };
    };
    this.#items.splice(0, Infinity, ...this.#items.map(located));
    for (const [key, warning] of this.#counted) this.#counted.set(key, located(warning));
  }

  /** How often a warning was added, repetitions included. */
  get given(): number {
    return this.#given;
  }

  /** All warnings ordered by code, file, line and message, whatever order they came in. */
  list(): readonly Warning[] {
    return [...this.#items, ...this.#counted.values()].sort(
      (a, b) =>
        compareText(a.code, b.code) ||
        compareText(a.file ?? '', b.file ?? '') ||
        (a.line ?? 0) - (b.line ?? 0) ||
        compareText(a.message, b.message),
    );
  }
}
