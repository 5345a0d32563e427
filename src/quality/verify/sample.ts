/**
 * Members of a list, evenly spread over it, the first and the last among them. The same list gives the same sample.
 * @param most how many; all of a shorter list
 */
export function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  if (most <= 1) return list.slice(0, most);
  const step = (list.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => list[Math.round(index * step)] as T);
}
