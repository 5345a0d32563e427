import { readFrontMatter } from './front-matter.js';

/**
 * Where the body begins in an unchanged content file: after the line that closes the front matter, whatever its line
 * ends are.
 * @param text the whole file, decoded and otherwise untouched, without byte order mark
 * @returns an offset; 0 for a file without front matter
 * @throws FrontMatterError with line and column
 */
export function bodyStart(text: string): number {
  const plain = text.replaceAll('\0', '').replace(/\r\n?/g, '\n');
  const { body } = readFrontMatter(plain);
  return exactOffset(text, plain.length - body.length);
}

/** Maps a place of the normalised text to the text with its own line ends and NUL characters. */
function exactOffset(text: string, place: number): number {
  let at = 0;
  for (let passed = 0; passed < place; at += 1) {
    if (text[at] === '\0' || (text[at] === '\r' && text[at + 1] === '\n')) continue;
    passed += 1;
  }
  return at;
}
