import { escapeHtml } from './escape.js';

/** A text that is HTML already. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What a template takes: texts are escaped, nothing and `false` are left out, lists are joined. */
type Piece = string | number | Markup | undefined | false | readonly Piece[];

/** HTML made of a template; everything that is not `Markup` is escaped for text and for attributes in quotes. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  let text = strings[0] ?? '';
  for (const [index, piece] of pieces.entries()) text += write(piece) + (strings[index + 1] ?? '');
  return new Markup(text);
}

/** Marks a text as safe HTML: written by our own code or cleaned by the sanitiser. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function write(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object') return piece.map(write).join('');
  return escapeHtml(String(piece));
}
