/** Repetitions in a pattern beyond which matching could take too long. */
import { attempt } from '../../../core/attempt.js';

const MAX_REPEATS = 3;

/**
 * The test of regular expressions that a configuration lists for files. Only those without groups are used, so that
 * none can take long.
 * @param onUnread called for a pattern that isn't used
 */
export function patternTest(
  patterns: readonly string[],
  onUnread: (pattern: string) => void,
): (path: string) => boolean {
  const tests = patterns.flatMap((pattern) => {
    const test = simplePattern(pattern);
    if (test === undefined) onUnread(pattern);
    return test ?? [];
  });
  return (path) => tests.some((test) => test.test(path));
}

function simplePattern(pattern: string): RegExp | undefined {
  const repeats = pattern.replace(/\\./g, '').match(/[*+?{]/g)?.length ?? 0;
  if (/[()|]/.test(pattern.replace(/\\./g, '')) || repeats > MAX_REPEATS) return undefined;
  return attempt(() => new RegExp(pattern, 'u'));
}
