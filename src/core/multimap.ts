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
