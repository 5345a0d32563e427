import { escapeHtml } from '../../../html/escape.js';
import { Values } from './values.js';

const LITERAL_ELEMENT =
  /^(<pre\b[^>]*>\s*(?:<code\b[^>]*>)?|<code\b[^>]*>)\s*\{(\s*(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`)\s*)\}\s*((?:<\/code>\s*)?<\/pre>|<\/code>)$/i;

/**
 * Puts the text into a `pre` or `code` element that holds nothing but a string or a template.
 * @param piece a piece of code, as `replaceInProse` finds them
 * @returns HTML; the piece itself where it is anything else
 */
export function literalElement(piece: string): string {
  const match = piece.startsWith('<') ? LITERAL_ELEMENT.exec(piece) : null;
  if (match === null) return piece;
  const [, open = '', source = '', close = ''] = match;
  const text = new Values('').of(source);
  if (typeof text !== 'string') return piece;
  return open.replace(/\bclassName(?=\s*=)/g, 'class') + escapeHtml(text).replace(/^\n/, '') + close;
}
