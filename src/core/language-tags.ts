/** `en` and `en-GB` are one language, `zh-CN` and `zh-TW` are two. */
export function isVariant(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b || a.startsWith(`${b}-`) || b.startsWith(`${a}-`);
}
