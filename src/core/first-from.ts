/**
 * Searches an ascending list for a position.
 * @param size of the list
 * @param isBefore whether the item at an index comes before the position
 * @returns the first index for which it returns false; `size` when there is none
 */
export function firstFrom(size: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the item with an id, in a list that ascends by id; -1 where there is none. */
export function placeOfId(items: readonly { readonly id: number }[], id: number): number {
  const place = firstFrom(items.length, (at) => (items[at] as { readonly id: number }).id < id);
  return items[place]?.id === id ? place : -1;
}
