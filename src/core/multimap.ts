/** Groups and counts values by a key. */

/** Adds a value to the list under a key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Items by the key of each, in their order. */
export function groupBy<Key, Value>(items: Iterable<Value>, keyOf: (item: Value) => Key): Map<Key, Value[]> {
  const lists = new Map<Key, Value[]>();
  for (const item of items) addTo(lists, keyOf(item), item);
  return lists;
}

/** How many items have each key. */
export function countBy<Key, Value>(items: Iterable<Value>, keyOf: (item: Value) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) {
    const key = keyOf(item);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The items that occur more than once. */
export function repeated<Value>(items: readonly Value[]): ReadonlySet<Value> {
  return new Set(items.filter((item, at) => items.indexOf(item) !== at));
}

/** The first item of each key. */
export function uniqueBy<Value>(items: Iterable<Value>, keyOf: (item: Value) => unknown): Value[] {
  const first = new Map<unknown, Value>();
  for (const item of items) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return [...first.values()];
}
