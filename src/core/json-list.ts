/**
 * A JSON list in pieces, for lists whose text would be too long to hold.
 * @param start the text before it, its bracket included: `,"files":[`
 * @param toJson the value to write for an item; by default the item itself
 */
export function* jsonList<T>(
  start: string,
  items: Iterable<T>,
  toJson: (item: T) => unknown = (item) => item,
): Iterable<string> {
  let mark = start;
  for (const item of items) {
    yield mark + JSON.stringify(toJson(item));
    mark = ',';
  }
  yield mark === start ? `${start}]` : ']';
}
