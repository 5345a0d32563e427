/** Compares texts with their numbers as numbers: `Chapter 2` comes before `Chapter 10`. */
export function compareNumbered(a: string, b: string): number {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  while (start > 0 && DIGIT.test(a[start - 1] ?? '')) start -= 1;
  const [one, other] = [a, b].map(
    (text) => /^\d*/.exec(text.slice(start))?.[0].replace(/^0+(?=\d)/, '') ?? '',
  );
  const hasNumbers = one !== undefined && other !== undefined && one !== '' && other !== '';
  return (hasNumbers ? one.length - other.length || compareText(one, other) : 0) || compareText(a, b);
}

const DIGIT = /\d/;

/** Compares by UTF-16 code units: the same order in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
