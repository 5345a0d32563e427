import type { Gaps } from '../gaps.js';

/** Repetitions in a pattern beyond which matching could take too long. */
const MAX_REPEATS = 3;

/**
 * Hugo's `ignoreFiles`: regular expressions for files that it doesn't build. Only those without groups are used, so
 * that none can take long.
 */
export function ignoredBy(patterns: readonly string[], file: string, gaps: Gaps): (path: string) => boolean {
  const tests = patterns.flatMap((pattern) => {
    const test = simplePattern(pattern);
    if (test === undefined) gaps.add(file, `the pattern "${pattern}" of ignoreFiles`);
    return test ?? [];
  });
  return (path) => tests.some((test) => test.test(path));
}

function simplePattern(pattern: string): RegExp | undefined {
  const repeats = pattern.replace(/\\./g, '').match(/[*+?{]/g)?.length ?? 0;
  if (/[()|]/.test(pattern.replace(/\\./g, '')) || repeats > MAX_REPEATS) return undefined;
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}
