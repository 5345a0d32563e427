import { escapeHtml } from '../../../html/escape.js';
import { Values } from './values.js';
import { plainValue } from './write.js';

const LITERAL = String.raw`\{(\s*(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\x60(?:\\[\s\S]|[^\x60\\])*\x60)\s*)\}`;
const LITERAL_ELEMENT = new RegExp(
  String.raw`^(<pre\b[^>]*>\s*(?:<code\b[^>]*>)?|<code\b[^>]*>)\s*${LITERAL}\s*((?:</code>\s*)?</pre>|</code>)$`,
  'i',
);

/**
 * Puts the text of strings and templates into a `pre` or `code` element that holds nothing else, and into a `code`
 * element that holds Markdown too.
 * @param piece a piece of code, as `replaceInProse` finds them
 * @returns HTML; the piece itself where it is anything else
 */
export function literalElement(piece: string): string {
  const match = piece.startsWith('<') ? LITERAL_ELEMENT.exec(piece) : null;
  if (match === null) return /^<code\b/i.test(piece) ? withLiterals(piece) : piece;
  const [, open = '', source = '', close = ''] = match;
  const text = new Values('').of(source);
  if (typeof text !== 'string') return piece;
  return open.replace(/\bclassName(?=\s*=)/g, 'class') + escapeHtml(text).replace(/^\n/, '') + close;
}

function withLiterals(piece: string): string {
  return piece.replace(new RegExp(LITERAL, 'g'), (found, source: string) => {
    const text = new Values('').of(source);
    return typeof text === 'string' ? plainValue(text) : found;
  });
}

const CODE_VALUE = /(<code\b[^<>{}]*>)\s*\{([^{}]*)\}\s*(?=<\/code>)/g;

/** Puts the value of an expression into a `code` element that holds nothing else, such as a property of an item. */
export function withCodeValues(source: string, values: Values): string {
  return source.replace(CODE_VALUE, (found, open: string, expression: string) => {
    const value = values.of(expression);
    return typeof value === 'string' || typeof value === 'number' ? open + escapeHtml(String(value)) : found;
  });
}
