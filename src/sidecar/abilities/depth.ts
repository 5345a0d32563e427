/** Levels of input that an ability could want; far below what recursion can take. */
export const MAX_DEPTH = 32;

/** Whether lists and objects are nested more deeply than input may be. Works level by level, without recursion. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
