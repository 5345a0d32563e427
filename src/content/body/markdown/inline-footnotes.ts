import { replaceInProse } from '../../../core/prose.js';

/** Not an expression such as `^[a-z]`: it follows a word, and its text has a space. */
const INLINE_NOTE =
  /(?<=[\p{L}\p{N}.,;:!?)\]"'’”»*_])\^\[(?=[^\s[\]]+\s)((?:[^[\]\\\n]|\\.|\n(?![ \t]*\n)|\[[^[\]\n]{0,300}\](?:\([^()\s]{0,500}\))?){3,2000})\](?![([:])/gu;

/**
 * Turns footnotes that are written inside a sentence (`^[text]`) into footnotes with a mark and a note.
 * @param text Markdown without MDX
 * @see https://pandoc.org/MANUAL.html#extension-inline_notes
 */
export function expandInlineFootnotes(text: string): string {
  if (!text.includes('^[')) return text;
  const notes: string[] = [];
  const marked = replaceInProse(text, new RegExp(INLINE_NOTE), ({ index, 0: { length }, 1: note = '' }) => {
    notes.push(note.replace(/\s*\n\s*/g, ' ').trim());
    return { text: markOf(notes.length), end: index + length };
  });
  if (notes.length === 0) return text;
  return `${marked.trimEnd()}\n\n${notes.map((note, at) => `${markOf(at + 1)}: ${note}`).join('\n')}\n`;
}

function markOf(number: number): string {
  return ['[^inline-note-', number, ']'].join('');
}
