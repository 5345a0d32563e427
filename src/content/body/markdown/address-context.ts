/** True where the text so far ends inside a link's or an attribute's address. */
export function isInAddress(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return (
    /\]\(\s*<?[^()\s>]*$/.test(line) ||
    /^ {0,3}\[[^\]]+\]:\s*<?\S*$/.test(line) ||
    /\b(?:href|src|srcset|poster|cite|data)\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]+)$/i.test(line)
  );
}
