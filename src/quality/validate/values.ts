import { isObject } from '../../core/is-object.js';

/** A JSON object of unknown form. */
export type Values = Readonly<Record<string, unknown>>;

/** The value as an object; empty for anything else, which the schema reports. */
export function valuesOf(value: unknown): Values {
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

/** One text inside a JSON value. */
export interface PlacedText {
  readonly pointer: string;
  /** Name of its member; inside a list, of the list's member. */
  readonly key: string;
  readonly text: string;
}

/** Every text of a JSON value with its place, without names of members. */
export function* textsOf(value: unknown, pointer = '', key = ''): Iterable<PlacedText> {
  if (typeof value === 'string') yield { pointer, key, text: value };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsOf(item, `${pointer}/${index}`, key);
  } else {
    for (const [name, item] of Object.entries(valuesOf(value))) {
      yield* textsOf(item, `${pointer}/${escapePointer(name)}`, name);
    }
  }
}

/** A name as a part of a JSON pointer (RFC 6901 section 3). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
