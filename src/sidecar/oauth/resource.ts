/**
 * Whether two resource indicators name the same server. Scheme and host are compared without regard to case, and a
 * slash at the end does not count, since clients add and drop it; everything else does.
 * @see RFC 8707 section 2
 */
export function isSameResource(a: string, b: string): boolean {
  const [left, right] = [normalise(a), normalise(b)];
  return left !== undefined && left === right;
}

function normalise(text: string): string | undefined {
  if (text.includes('#') || !URL.canParse(text)) return undefined;
  return new URL(text).href.replace(/\/+$/, '');
}
