import { detachString } from './detach-string.js';

/** A limit, since untrusted content may never repeat itself. */
const MAX_ITEMS = 5000;
/** Longer texts rarely recur. */
const MAX_LENGTH = 200;

/**
 * A function of a short text with a cache: the pages of a site share names and addresses.
 * @param compute depends only on the text; never returns undefined
 */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const answer = compute(text);
    if (text.length > MAX_LENGTH) return answer;
    if (known.size >= MAX_ITEMS) known.clear();
    known.set(detachString(text), answer);
    return answer;
  };
}
