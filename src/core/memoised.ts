import { detachString } from './text.js';

/** A limit, since untrusted content may never repeat itself. */
const MAX_ITEMS = 5000;

/**
 * A function of a short text with a cache: the pages of a site share names and addresses.
 * @param compute depends only on the text
 * @param maxLength longer texts rarely recur, and are computed each time
 */
export function memoised<T>(compute: (text: string) => T, maxLength = 200): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as T;
    const answer = compute(text);
    if (text.length > maxLength) return answer;
    if (known.size >= MAX_ITEMS) known.clear();
    known.set(detachString(text), answer);
    return answer;
  };
}

/**
 * A function of an object with a cache, which lasts as long as the object.
 * @param compute never returns undefined
 */
export function memoisedByObject<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}
