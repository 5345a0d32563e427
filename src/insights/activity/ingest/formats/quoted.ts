/**
 * The end of a quoted text: the index of its closing quotation mark.
 * @param start after the opening one
 * @returns -1 where it does not end before `end`
 */
export function endOfQuoted(text: string, start: number, end: number): number {
  for (let at = text.indexOf('"', start); at !== -1 && at < end; at = text.indexOf('"', at + 1)) {
    // The last mark of a line closes a text that ends with a backslash, which some servers don't escape.
    if (at === end - 1 || !isEscaped(text, start, at)) return at;
  }
  return -1;
}

/**
 * The end of a quoted field that may contain unescaped quotation marks. The field ends where a
 * space or the end of the line follows, and the fields after it have both of their quotation marks.
 * @param start after the opening one
 * @returns -1 where it does not end before `end`
 */
export function endOfField(text: string, start: number, end: number): number {
  const marks: number[] = [];
  for (let at = endOfQuoted(text, start, end); at !== -1; at = endOfQuoted(text, at + 1, end)) marks.push(at);
  const found = marks.find((at, index) => {
    const isLast = at + 1 >= end || text.charCodeAt(at + 1) === 0x20;
    return isLast && (marks.length - index - 1) % 2 === 0;
  });
  return found ?? -1;
}

function isEscaped(text: string, start: number, at: number): boolean {
  let count = 0;
  while (at - 1 - count >= start && text.charCodeAt(at - 1 - count) === 0x5c) count += 1;
  return count % 2 === 1;
}

/** The text between quotation marks: `-` means nothing, and escapes of web servers are undone. */
export function quotedText(text: string, start: number, end: number): string {
  if (end === start || (end === start + 1 && text.charCodeAt(start) === 0x2d)) return '';
  const plain = text.slice(start, end);
  return fromBytes(plain.includes('\\') ? unescapeText(plain) : plain);
}

/** Apache writes `\"` and `\\`, both write other bytes as `\xhh`. */
function unescapeText(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|(.))/g,
    (_, hex: string | undefined, char: string | undefined) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return ({ n: '\n', t: '\t', r: '\r' } as Readonly<Record<string, string>>)[char ?? ''] ?? char ?? '';
    },
  );
}

const NOT_ASCII = /[\u0080-\u00ff]/;

/** Text whose characters are bytes: UTF-8, where they are valid UTF-8. */
export function fromBytes(text: string): string {
  return NOT_ASCII.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
}
