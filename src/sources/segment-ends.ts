/** So much of an item says whether a run ends behind it: most likely its title and address. */
const LOOKED_AT = 192;

/**
 * Whether a run ends behind an item. The beginning of the item itself decides, so that an item that comes, changes or
 * goes moves no border but its own.
 * @param bytes of the item
 * @param length of a run in the mean, in items
 */
export function endsSegment(bytes: Uint8Array, length: number): boolean {
  let hash = 0;
  const size = Math.min(bytes.length, LOOKED_AT);
  for (let at = 0; at < size; at++) hash = Math.imul(hash, 31) + (bytes[at] ?? 0);
  return (Math.imul(hash ^ (hash >>> 15), 0x45d9f3b) >>> 16) % length === 0;
}
