/** A part of a text: its characters, or their UTF-8. */
export type Piece = string | Uint8Array;

/** Characters of a joined piece. */
const CHUNK_LENGTH = 1 << 16;

export function joinPieces(pieces: Iterable<string>): Iterable<string>;
export function joinPieces(pieces: Iterable<Piece>): Iterable<Piece>;
/** Joins a text into fewer, larger pieces, since each piece has a cost. Pieces in UTF-8 stay as they are. */
export function* joinPieces(pieces: Iterable<Piece>): Iterable<Piece> {
  let text = '';
  for (const piece of pieces) {
    const isText = typeof piece === 'string';
    if (isText) text += piece;
    if (text !== '' && (!isText || text.length >= CHUNK_LENGTH)) {
      yield text;
      text = '';
    }
    if (!isText) yield piece;
  }
  if (text !== '') yield text;
}
