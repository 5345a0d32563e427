import { detachString } from '../../core/detach-string.js';

/** Content is not trusted to repeat itself. */
const MAX_ITEMS = 5000;
/** Longer ones are seldom met again. */
const MAX_LENGTH = 200;

/**
 * A function of a short text that knows its last answers: the pages of a site have the same names and addresses.
 * @param compute depends on nothing but the text; never gives undefined
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
