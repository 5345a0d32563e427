/** Facts about a range of the file besides its markup; found in one pass over the raw bytes. */
export interface Inspection {
  lines: number;
  /** Characters that XML forbids (U+0000 to U+001F except tab, newline, return). */
  controls: number;
  returns: number;
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

function inspectByte(byte: number, found: Inspection): void {
  if (byte >= 0x20 || byte === TAB) return;
  if (byte === NEWLINE) found.lines++;
  else if (byte === RETURN) found.returns++;
  else found.controls++;
}

/**
 * Counts newlines, carriage returns and forbidden control characters in `bytes[from, to)`.
 * Four bytes are tested at once: text has few bytes below a space, so most words need no second test.
 * UTF-8 never uses such bytes inside a multi-byte character.
 */
export function inspectBytes(view: DataView, from: number, to: number): Inspection {
  const found: Inspection = { lines: 0, controls: 0, returns: 0 };
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const word = view.getInt32(at, true);
    // The high bit of a byte survives only where the byte was below 0x20.
    if (((word - 0x20202020) & ~word & 0x80808080) === 0) continue;
    inspectByte(word & 0xff, found);
    inspectByte((word >>> 8) & 0xff, found);
    inspectByte((word >>> 16) & 0xff, found);
    inspectByte(word >>> 24, found);
  }
  for (; at < to; at++) inspectByte(view.getUint8(at), found);
  return found;
}
