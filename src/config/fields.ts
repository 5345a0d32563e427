/** The kinds of fields that settings have: each checks and cleans the values of one kind. */

import { isObject } from '../core/json.js';
import {
  asText,
  cleanAddress,
  cleanBlock,
  cleanEmail,
  cleanLine,
  cleanUrl,
  MAX_ITEM,
  truncate,
} from './text.js';

/** Maximum number of items in a list, unless the list sets another. */
export const MAX_ITEMS = 200;

type Rule<T> = (input: unknown, stored: T, context: SanitiseContext) => T;

/** Declarations of a feature, by its name in the docs. */
export function ofFeature<S extends FieldSet>(feature: string, fields: S): S {
  return Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, { ...one, feature }])) as S;
}

/**
 * Any declaration; the typed constructors below cover all but a few settings.
 * @param note one line; the settings reference is made from it
 */
export function field<T>(initial: T, kind: string, rule: string, note: string, read: Rule<T>): Field<T> {
  return { initial, kind, rule, text: note, feature: '', read };
}

const FALSE_WORDS = new Set(['', '0', 'false', 'no', 'off']);

/** On or off. Words of denial, zero and empty lists are off; anything else is on. */
export function bool(initial: boolean, note: string): Field<boolean> {
  return field(initial, 'on/off', '', note, (input) => {
    if (typeof input === 'string') return !FALSE_WORDS.has(input.trim().toLowerCase());
    if (Array.isArray(input)) return input.length > 0;
    return Boolean(input);
  });
}

/** A whole number, clamped to its bounds; the default when the input is not a number. */
export function int(initial: number, bounds: { min: number; max: number }, note: string): Field<number> {
  const rule = `${bounds.min}–${bounds.max}`;
  return field(initial, 'whole number', rule, note, (input) => {
    const number = readNumber(input);
    return number === undefined ? initial : Math.min(bounds.max, Math.max(bounds.min, Math.trunc(number)));
  });
}

/** Exactly one of a few values, else the default. Numbers may come as text. */
export function oneOf<const T extends string | number>(
  values: readonly T[],
  initial: NoInfer<T>,
  note: string,
): Field<T> {
  const rule = `one of ${values.join(', ')}`;
  return field<T>(initial, 'choice', rule, note, (input) => {
    const text = asText(input)?.trim();
    return values.find((value) => String(value) === text) ?? initial;
  });
}

/** A text; other kinds of value leave the stored one. */
function textField(kind: string, rule: string, note: string, clean: (text: string) => string): Field<string> {
  return field('', kind, rule, note, (input, stored) => {
    const text = asText(input);
    return text === undefined ? stored : clean(text);
  });
}

/** One line of plain text. */
export function line(max: number, note: string): Field<string> {
  return textField('text', `at most ${max} characters`, note, (text) => cleanLine(text, max));
}

/** Plain text that may have several lines. */
export function block(max: number, note: string): Field<string> {
  const rule = `at most ${max} characters, line breaks kept`;
  return textField('text', rule, note, (text) => cleanBlock(text, max));
}

/** An absolute http(s) URL, or empty. */
export function urlText(note: string): Field<string> {
  return textField('URL', 'absolute http(s) URL, else empty', note, cleanUrl);
}

/** An absolute http(s) URL or a path of the site, or empty. Documents show it joined to the base address. */
export function addressText(note: string): Field<string> {
  const rule = 'absolute http(s) URL or path that starts with `/`, else empty';
  return textField('address', rule, note, cleanAddress);
}

/** An e-mail address, or empty. */
export function emailText(note: string): Field<string> {
  return textField('e-mail', 'valid address, else empty', note, cleanEmail);
}

/** The rules of a list for its items. */
interface ListOptions<T> {
  readonly kind?: string;
  readonly rule?: string;
  readonly initial?: readonly T[];
  readonly max?: number;
  /** The item rule: undefined drops the item. */
  item(input: unknown): T | undefined;
}

/** A list: an array, or a text split at line breaks and commas. Items are unique, in their first order. */
export function list<T extends string | number>(options: ListOptions<T>, note: string): Field<readonly T[]> {
  const { kind = 'list', rule = '', initial = [], max = MAX_ITEMS, item } = options;
  return field<readonly T[]>(initial, kind, rule, note, (input, stored) => {
    const items = splitList(input);
    return items === undefined ? stored : firstUnique(items, item, max);
  });
}

/** A list of one-line texts. */
export function textList(note: string, initial: readonly string[] = []): Field<readonly string[]> {
  return list(
    { kind: 'list of texts', initial, item: (input) => textItem(input, (t) => cleanLine(t, MAX_ITEM)) },
    note,
  );
}

/** A list of absolute http(s) URLs. A URL that is too long is dropped, since a cut one would be wrong. */
export function urlList(note: string): Field<readonly string[]> {
  const read = (text: string) => (text.length > MAX_ITEM ? '' : cleanUrl(text));
  return list(
    { kind: 'list of URLs', rule: 'absolute http(s) URLs', item: (input) => textItem(input, read) },
    note,
  );
}

/** A list of texts with a rule of their own; an item that the rule empties is dropped. */
export function patternList(
  rule: string,
  clean: (text: string) => string,
  note: string,
): Field<readonly string[]> {
  return list(
    { kind: 'list of texts', rule, item: (input) => textItem(input, (t) => truncate(clean(t), MAX_ITEM)) },
    note,
  );
}

const MAX_IDS = 1000;

/** A list of positive whole numbers. */
export function idList(note: string): Field<readonly number[]> {
  const rule = `positive, at most ${MAX_IDS}`;
  return list({ kind: 'list of ids', rule, max: MAX_IDS, item: readId }, note);
}

/** An array of objects; a row that `readRow` refuses is dropped. */
export function rows<T>(
  options: {
    rule: string;
    max: number;
    readRow(row: Readonly<Record<string, unknown>>, taken: readonly T[]): T | undefined;
  },
  note: string,
): Field<readonly T[]> {
  return field<readonly T[]>([], 'list of objects', options.rule, note, (input, stored) => {
    if (!Array.isArray(input)) return stored;
    const kept: T[] = [];
    for (const row of input) {
      if (kept.length >= options.max) break;
      const clean = isObject(row) ? options.readRow(row, kept) : undefined;
      if (clean !== undefined) kept.push(clean);
    }
    return kept;
  });
}

/** An object with fixed sub-keys, merged one level deep: sub-keys that are absent keep what is stored. */
export function map<S extends FieldSet>(parts: S, note: string): Field<ValuesOf<S>> {
  const initial = Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, part.initial]));
  const declared = field<ValuesOf<S>>(initial as ValuesOf<S>, 'map', '', note, (input, stored, context) =>
    isObject(input) ? readFields(parts, input, stored, context) : stored,
  );
  return { ...declared, parts };
}

/**
 * Lays an input object over stored values by a set of declarations: unknown keys are dropped, null is absent.
 * @returns a new object with exactly the declared keys
 */
export function readFields<S extends FieldSet>(
  declared: S,
  input: Readonly<Record<string, unknown>>,
  stored: ValuesOf<S>,
  context: SanitiseContext,
): ValuesOf<S> {
  const result: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(declared)) {
    const kept = stored[key];
    const given = Object.hasOwn(input, key) ? input[key] : undefined;
    result[key] = given === undefined || given === null ? kept : one.read(given, kept, context);
  }
  return result as ValuesOf<S>;
}

/** A number, also when written as text; undefined otherwise. */
export function readNumber(input: unknown): number | undefined {
  const number = typeof input === 'string' && input.trim() !== '' ? Number(input) : input;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A positive whole id; undefined otherwise. */
export function readId(input: unknown): number | undefined {
  const number = readNumber(input);
  return number !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Applies a text rule to an item; undefined when nothing is left. */
export function textItem(input: unknown, clean: (text: string) => string): string | undefined {
  const text = asText(input);
  return text === undefined ? undefined : clean(text.trim()).trim() || undefined;
}

function splitList(input: unknown): readonly unknown[] | undefined {
  if (Array.isArray(input)) return input;
  return asText(input)?.split(/[\r\n,]+/);
}

function firstUnique<T>(
  items: readonly unknown[],
  item: (input: unknown) => T | undefined,
  max: number,
): T[] {
  const kept = new Set<T>();
  for (const input of items) {
    if (kept.size >= max) break;
    const clean = item(input);
    if (clean !== undefined) kept.add(clean);
  }
  return [...kept];
}

/** What a field may use beyond the value itself. */
export interface SanitiseContext {
  /** Content types of the site that may be shown to agents. Empty while the site is unknown. */
  readonly types: readonly string[];
}

/** One setting, declared once: default, rule and description. */
export interface Field<T> {
  readonly initial: T;
  /** One line; the settings reference is made from it. */
  readonly text: string;
  /** The feature that it switches or tunes, as the docs call it; `none` where it is only stored and given back. */
  readonly feature: string;
  /** The type for people: `on/off`, `list of URLs`. */
  readonly kind: string;
  /** The rule for people: `1–500`; empty when the type is enough. */
  readonly rule: string;
  /** Sub-keys of a map, merged one level deep. */
  readonly parts?: FieldSet;
  /**
   * Turns any input into a valid value. It never throws, and a value that it returned comes back unchanged.
   * @param input any value but null and undefined, which mean "absent" and are handled before
   * @param stored the value to keep when the input cannot be read as this type at all
   */
  read(input: unknown, stored: T, context: SanitiseContext): T;
}

/** Declarations by key. */
export type FieldSet = Readonly<Record<string, Field<unknown>>>;

/** The value type of a declaration. */
type ValueOf<F> = F extends Field<infer T> ? T : never;

/** The value type of a set of declarations. */
export type ValuesOf<S> = { readonly [K in keyof S]: ValueOf<S[K]> };
