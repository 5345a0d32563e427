import { objectOf, parseShallowJson } from '../../../core/json.js';

/** Attributes of a block: the JSON object of its comment. */
export type BlockAttributes = Readonly<Record<string, unknown>>;

/** A piece of a body: text, or the comment that opens, closes or is a block. */
export type BlockToken =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'open' | 'void'; readonly name: string; readonly attributes: BlockAttributes }
  | { readonly kind: 'close'; readonly name: string };

/** The inside of a comment that begins or ends a block. */
export const BLOCK_COMMENT = /^\s*(\/?)wp:([a-z][a-z0-9_-]*(?:\/[a-z0-9_-]+)?)(\s[\s\S]*)?$/i;
/** The start of a block comment that is never closed. */
const BROKEN = /^<!--\s*\/?wp:[^\n]*/;

/**
 * Splits a body at its comments. Comments that aren't block delimiters (`more`, `nextpage`, notes) are dropped,
 * and so is the line of a block comment that never ends. Block comments cannot hold `-->`: the editor escapes it.
 */
export function* tokenizeBlocks(body: string): Generator<BlockToken> {
  let at = 0;
  while (at < body.length) {
    const start = body.indexOf('<!--', at);
    if (start !== at) yield { kind: 'html', html: start < 0 ? body.slice(at) : body.slice(at, start) };
    if (start < 0) return;
    const end = body.indexOf('-->', start + 4);
    if (end < 0) {
      at = start + (BROKEN.exec(body.slice(start))?.[0].length ?? body.length);
      // No later comment has an end either.
      if (at < body.length) yield { kind: 'html', html: stripOpeners(body.slice(at)) };
      return;
    }
    const token = readDelimiter(body.slice(start + 4, end));
    if (token !== undefined) yield token;
    at = end + 3;
  }
}

function stripOpeners(text: string): string {
  return text
    .split('<!--')
    .map((part, i) => (i === 0 ? part : part.replace(/^\s*\/?wp:[^\n]*/, '')))
    .join('');
}

function readDelimiter(comment: string): BlockToken | undefined {
  const match = BLOCK_COMMENT.exec(comment);
  if (match === null) return undefined;
  const [, slash, fullName = '', tail = ''] = match;
  const name = fullName.toLowerCase().replace(/^core\//, '');
  if (slash !== '') return { kind: 'close', name };
  const rest = tail.trim();
  const isVoid = rest.endsWith('/');
  return {
    kind: isVoid ? 'void' : 'open',
    name,
    attributes: readAttributes(isVoid ? rest.slice(0, -1) : rest),
  };
}

function readAttributes(json: string): BlockAttributes {
  return objectOf(parseShallowJson(json));
}
