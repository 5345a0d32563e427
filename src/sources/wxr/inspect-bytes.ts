/** Facts about a range of the file besides its markup. */
export interface Inspection {
  lines: number;
  /** Characters that XML forbids (U+0000 to U+001F except tab, newline, return). */
  controls: number;
  returns: number;
}

/**
 * Counts newlines, carriage returns and forbidden control characters in `bytes[from, to)`. UTF-8 never uses such bytes
 * inside a multi-byte character.
 */
export function inspectBytes(bytes: Buffer, from: number, to: number): Inspection {
  let lines = 0;
  let controls = 0;
  let returns = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x20 || byte === 0x09) continue;
    if (byte === 0x0a) lines++;
    else if (byte === 0x0d) returns++;
    else controls++;
  }
  return { lines, controls, returns };
}
