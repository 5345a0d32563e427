/** Characters of a joined piece. */
const ENOUGH = 1 << 16;

/** The same text in fewer, larger pieces: whoever takes them pays for each. */
export function* joinPieces(pieces: Iterable<string>): Iterable<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < ENOUGH) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
