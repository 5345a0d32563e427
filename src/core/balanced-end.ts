/**
 * The index after the brace that closes the one at `start`; braces in strings, templates and comments don't count.
 * @returns undefined where none closes it
 */
export function balancedEnd(text: string, start: number): number | undefined {
  const piece =
    /[{}]|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*(?:(?!\/\*)[\s\S])*?\*\//g;
  piece.lastIndex = start;
  let depth = 0;
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    if (match[0] === '{') depth += 1;
    else if (match[0] === '}') depth -= 1;
    if (depth === 0) return piece.lastIndex;
  }
  return undefined;
}
