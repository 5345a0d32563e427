import { ownCopy } from '../../core/own-copy.js';

/** Content is not trusted to repeat itself. */
const MOST = 5000;
/** Longer ones are seldom met again. */
const LONGEST = 200;

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
    if (text.length > LONGEST) return answer;
    if (known.size >= MOST) known.clear();
    known.set(ownCopy(text), answer);
    return answer;
  };
}
