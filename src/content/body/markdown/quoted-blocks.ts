import { replaceInProse } from '../../../core/prose.js';

/** The lines of a quote, which may be indented. */
const QUOTE = /^([ \t]*)>[^\n]*(?:\n\1>[^\n]*)*/gm;
/** A line of a quote that opens a block of a generator. */
const OPENING = /^[ \t>]*(?::{3,}[ \t]*\{?[A-Za-z]|!!![ \t]|\?\?\?|===[!+]*[ \t]+["“]|\/{3}[ \t]*[a-z])/m;
const MAX_DEPTH = 5;

/**
 * Expands the blocks of generators in the quotes of a text, where each of their lines begins with `>`.
 * @param text Markdown
 * @param expand expands the blocks of a text without these marks
 */
export function expandQuoted(text: string, expand: (inner: string) => string, depth = 0): string {
  if (depth > MAX_DEPTH || !OPENING.test(text) || !/^[ \t]*>/m.test(text)) return text;
  return replaceInProse(text, new RegExp(QUOTE), ({ index, 0: found, 1: indent = '' }) => {
    if (!OPENING.test(found)) return undefined;
    const inner = found.replace(/^[ \t]*> ?/gm, '');
    const lines = expand(expandQuoted(inner, expand, depth + 1)).split('\n');
    return {
      text: lines.map((line) => `${indent}> ${line}`.trimEnd()).join('\n'),
      end: index + found.length,
    };
  });
}
