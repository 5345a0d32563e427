/** Compares by UTF-16 code units: the same order in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares texts that stand as UTF-8 in some bytes as `compareText` does, without making strings of them. */
export function compareUtf8(
  left: Uint8Array,
  leftStart: number,
  leftEnd: number,
  right: Uint8Array,
  rightStart: number,
  rightEnd: number,
): number {
  const [leftSize, rightSize] = [leftEnd - leftStart, rightEnd - rightStart];
  const shorter = Math.min(leftSize, rightSize);
  let at = 0;
  while (at < shorter && left[leftStart + at] === right[rightStart + at]) at++;
  if (at === shorter) return leftSize - rightSize;
  return rank(left[leftStart + at]) - rank(right[rightStart + at]);
}

/**
 * Where the first byte in which two texts differ stands in the order of UTF-16: characters beyond U+FFFF, whose
 * UTF-8 begins with F0 or more, come before those from U+E000 on, whose UTF-8 begins with EE or EF.
 */
function rank(byte: number | undefined = 0): number {
  return byte < 0xf0 ? byte : 0xed + (byte - 0xef) / 16;
}
