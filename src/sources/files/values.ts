import { isObject, isScalar } from '../../core/json.js';
import type { Warnings } from '../../core/warnings.js';
import { isNoDate, toDate } from './date-values.js';
import type { FrontMatter } from './front-matter.js';
import { foldKey, TABLES } from './keys.js';
import { withDefaults } from './with-defaults.js';

/** The name of a thing with several values, such as `{name: Terns, slug: terns}`; anything else as it is. */
function nameOf(item: unknown): unknown {
  return isObject(item) ? (item['name'] ?? item['title'] ?? item['label'] ?? item) : item;
}

/** The keys of front matter that equal these except for capitals, hyphens and underscores, in the order of the names. */
export function spelledKeys(
  data: Readonly<Record<string, unknown>>,
  names: readonly string[],
): readonly string[] {
  const order = names.map(foldKey);
  const rank = (key: string) => order.indexOf(foldKey(key));
  return Object.keys(data)
    .filter((key) => rank(key) !== -1)
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * Reads front matter keys by any of their names, corrects wrong types where the meaning is plain, and warns where it
 * is not. Every key that was read counts as understood.
 */
export class Values {
  #understood = new Set<string>();
  /** Keys as written, by their form without capitals. */
  #lower: Map<string, string> | undefined;
  /** Keys that the file itself does not have. */
  #inherited: ReadonlySet<string> = new Set();

  constructor(
    private readonly matter: FrontMatter,
    private readonly file: string,
    private readonly warnings: Warnings,
  ) {}

  /** The values with inherited ones below them. A key that is understood in the result is understood here too. */
  inheriting(data: Readonly<Record<string, unknown>>): Values {
    if (Object.keys(data).length === 0) return this;
    const own = this.matter.data;
    const all = new Values({ ...this.matter, data: withDefaults(own, data) }, this.file, this.warnings);
    all.#understood = this.#understood;
    all.#inherited = new Set(Object.keys(data).filter((key) => !Object.hasOwn(own, key)));
    return all;
  }

  /** The text below the front matter. */
  get body(): string {
    return this.matter.body;
  }

  /** True for an inherited key. */
  isInherited(key: string): boolean {
    return this.#inherited.has(key);
  }

  /** The first of these keys that has a value, marking all as understood. */
  find(names: readonly string[]): { readonly key: string; readonly value: unknown } | undefined {
    let found: { key: string; value: unknown } | undefined;
    for (const name of names) {
      // Hugo doesn't distinguish capitals, and `Title:` means the title everywhere.
      const key = Object.hasOwn(this.matter.data, name) ? name : (this.#capitalised(name) ?? name);
      this.#understood.add(key);
      const value = Object.hasOwn(this.matter.data, key) ? this.matter.data[key] : undefined;
      if (found === undefined && value !== undefined && value !== null && value !== '')
        found = { key, value };
    }
    return found;
  }

  #capitalised(name: string): string | undefined {
    this.#lower ??= new Map(Object.keys(this.matter.data).map((key) => [key.toLowerCase(), key]));
    return this.#lower.get(name.toLowerCase());
  }

  /** The keys as written that equal these except for capitals, hyphens and underscores: `isDraft`, `is_draft`. */
  alike(...names: string[]): readonly string[] {
    const wanted = new Set(names.map(foldKey));
    return Object.keys(this.matter.data).filter((key) => wanted.has(foldKey(key)));
  }

  /** The keys as written whose form without capitals, hyphens and underscores matches. */
  matching(pattern: RegExp): readonly string[] {
    return Object.keys(this.matter.data).filter((key) => pattern.test(foldKey(key)));
  }

  /** Values in maps whose key matches after that of the map (`publish.date`), or alone in a table (`params.publishDate`). */
  inMaps(pattern: RegExp): readonly unknown[] {
    return Object.entries(this.matter.data).flatMap(([map, value]) =>
      isObject(value)
        ? Object.entries(value).flatMap(([key, item]) =>
            pattern.test(foldKey(map + key)) || (TABLES.has(foldKey(map)) && pattern.test(foldKey(key)))
              ? [item]
              : [],
          )
        : [],
    );
  }

  /** The keys that `alike` finds, in the order of the wanted names. */
  named(names: readonly string[]): readonly string[] {
    return spelledKeys(this.matter.data, names);
  }

  /** All keys with their values, marking none as understood. */
  all(): readonly (readonly [key: string, value: unknown])[] {
    return Object.entries(this.matter.data);
  }

  /** The value of a partly understood key: the key stays among those that are kept. */
  peek(key: string): unknown {
    return Object.hasOwn(this.matter.data, key) ? this.matter.data[key] : undefined;
  }

  /** True where `null` is written, not where a value is missing. */
  isNull(key: string): boolean {
    return this.peek(key) === null && this.matter.source(key) !== '';
  }

  /** A text exactly as written, also when it is empty; undefined for anything else. */
  written(key: string): string | undefined {
    this.#understood.add(key);
    const value = Object.hasOwn(this.matter.data, key) ? this.matter.data[key] : undefined;
    return typeof value === 'string' ? value : undefined;
  }

  /** A single line or text; numbers and dates as they were written, lists joined with a warning. */
  text(...names: string[]): string | undefined {
    const found = this.find(names);
    if (found === undefined) return undefined;
    const { key, value } = found;
    if (typeof value === 'string') return value.trim() || undefined;
    if (value instanceof Date) return value.toISOString();
    if (isScalar(value)) return this.matter.source(key) ?? String(value);
    if (Array.isArray(value) && value.every(isScalar)) {
      this.warn('front-matter-type', key, `"${key}" is a list; its items were joined`, 'Write one text.');
      return value.join(', ');
    }
    this.warn('front-matter-type', key, `"${key}" isn't a text, so it was ignored`, 'Write it as one text.');
    return undefined;
  }

  /** True or false, also for `yes`, `on`, `1` and their opposites. */
  boolean(...names: string[]): boolean | undefined {
    const found = this.find(names);
    if (found === undefined) return undefined;
    const word = String(found.value).trim().toLowerCase();
    if (/^(?:true|yes|y|on|1)$/.test(word)) return true;
    if (/^(?:false|no|n|off|0)$/.test(word)) return false;
    this.warn(
      'front-matter-type',
      found.key,
      `"${found.key}" must be true or false, so it was ignored`,
      'Write true or false.',
    );
    return undefined;
  }

  /**
   * A switch that hides something: on for every value except false and the like, so that a typo never
   * publishes a page.
   */
  isOn(...names: string[]): boolean {
    const found = this.find(names);
    if (found === undefined) return false;
    const word = String(found.value).trim().toLowerCase();
    if (/^(?:false|no|n|off|0)$/.test(word)) return false;
    if (!/^(?:true|yes|y|on|1)$/.test(word)) {
      this.warn(
        'front-matter-type',
        found.key,
        `"${found.key}" must be true or false; it counts as true`,
        'Write true or false.',
      );
    }
    return true;
  }

  integer(...names: string[]): number | undefined {
    const found = this.find(names);
    if (found === undefined) return undefined;
    const number = typeof found.value === 'number' ? found.value : Number(String(found.value).trim());
    if (Number.isFinite(number)) return Math.trunc(number);
    this.warn(
      'front-matter-type',
      found.key,
      `"${found.key}" isn't a number, so it was ignored`,
      'Write a number.',
    );
    return undefined;
  }

  date(timeZone: string, ...names: string[]): number | undefined {
    for (const key of names) {
      const found = this.find([key]);
      if (found === undefined || isNoDate(found.value)) continue;
      const seconds = toDate(found.value, timeZone);
      if (seconds !== undefined) return seconds;
      this.warn(
        'front-matter-date',
        key,
        `"${key}" isn't a date, so it was ignored`,
        'Write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS+00:00.',
      );
    }
    return undefined;
  }

  /**
   * A list of texts, also of those in its lists (`[[Birds, Gulls], Boats]`).
   * @param split how a single text becomes items: at commas, at white space, or not at all
   */
  list(split: 'comma' | 'space' | 'none', ...names: string[]): string[] {
    const found = this.find(names);
    if (found === undefined) return [];
    const { key } = found;
    const value: unknown = Array.isArray(found.value) ? found.value.flat() : found.value;
    if (Array.isArray(value)) {
      // `1.10` is the number 1.1 for YAML, and a text here.
      const written = value.some((item) => typeof item === 'number')
        ? this.matter.itemSources?.(key)
        : undefined;
      const items = value
        .map((item, at) => (typeof item === 'number' ? (written?.[at] ?? item) : nameOf(item)))
        .filter(isScalar)
        .map((item) => String(item).trim());
      if (items.length < value.length) {
        this.warn(
          'front-matter-type',
          key,
          `"${key}" contains items that aren't text, which were ignored`,
          'Write texts.',
        );
      }
      return items.filter((item) => item !== '');
    }
    if (!isScalar(value)) {
      this.warn(
        'front-matter-type',
        key,
        `"${key}" isn't a list, so it was ignored`,
        'Write it as a list of texts.',
      );
      return [];
    }
    const text = String(value);
    const pieces =
      text.includes(',') && split !== 'none'
        ? text.split(',')
        : split === 'space'
          ? text.split(/\s+/)
          : [text];
    return pieces.map((item) => item.trim()).filter((item) => item !== '');
  }

  /** The unused keys, with their values. */
  rest(): Readonly<Record<string, unknown>> | undefined {
    const entries = Object.entries(this.matter.data).filter(([key]) => !this.#understood.has(key));
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }

  warn(code: string, key: string, message: string, fix: string): void {
    const written = this.#inherited.has(key) ? {} : { written: key };
    this.warnings.add({ code, message: `${message}.`, file: this.file, field: key, fix, ...written });
  }
}
