import { objectOf } from '../../core/json.js';

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
    for (const [name, item] of Object.entries(objectOf(value))) {
      yield* textsOf(item, `${pointer}/${escapePointer(name)}`, name);
    }
  }
}

/** A name as a part of a JSON pointer (RFC 6901 section 3). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
