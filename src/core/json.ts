/** Reads values of unknown form, and parses JSON. */

import { attempt } from './attempt.js';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** A JSON object of unknown form. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object; empty for anything else. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value as a list; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as a text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The first text under these keys that isn't blank. */
export function firstText(record: JsonObject, ...keys: readonly string[]): string | undefined {
  return keys.map((key) => textOf(record[key])).find((text) => text.trim() !== '');
}

/** The strings of a list, or a single one. */
export function stringsOf(value: unknown): readonly string[] {
  return [value].flat().filter((item) => typeof item === 'string');
}

/** The objects of a list, or a single one. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return [value].flat().filter(isObject);
}

/** Returns true for a string, a number or a boolean. */
export function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** True for a plain object as JSON knows it: neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object without the members that are undefined. */
export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const found = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(found) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** Parses JSON; undefined for a text that isn't JSON, and for bytes that aren't UTF-8 (RFC 8259 section 8.1). */
export function parseJson(text: string | Uint8Array): unknown {
  return attempt(() => {
    const written = typeof text === 'string' ? text : UTF8.decode(text);
    const value: unknown = JSON.parse(written);
    return /toString|\\u00[67]/.test(written) ? convertible(value) : value;
  });
}

/** The value without members named `toString`: an object with one can't be made into a text. */
export function convertible<T>(value: T): T {
  const seen = new Set<object>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (Object.hasOwn(one, 'toString')) Reflect.deleteProperty(one, 'toString');
    for (const inner of Object.values(one)) open.push(inner);
  }
  return value;
}

const MAX_DEPTH = 500;

/** Parses JSON; undefined also for JSON that is too deep to walk through (RFC 8259 section 9). */
export function parseShallowJson(text: string): unknown {
  let depth = 0;
  if (text.length > MAX_DEPTH)
    for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
      depth += bracket === '{' || bracket === '[' ? 1 : -1;
      if (depth > MAX_DEPTH) return undefined;
    }
  return parseJson(text);
}

/** Parses JSON; the text itself where it isn't JSON. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * A JSON list in pieces, for lists whose text would be too long to hold.
 * @param start the text before it, its bracket included: `,"files":[`
 */
export function* jsonList(start: string, items: Iterable<unknown>): Iterable<string> {
  let mark = start;
  for (const item of items) {
    yield mark + JSON.stringify(item);
    mark = ',';
  }
  yield mark === start ? `${start}]` : ']';
}
