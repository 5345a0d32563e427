import { plainText } from '../../html/plain.js';

/** Characters that steer a terminal or turn a line around, and those that nobody sees. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * One line of what a model wrote, as plain text: no markup of HTML or Markdown, no addresses behind words, nothing
 * invisible. What a model returns may have been put into its mouth by the page that it read.
 */
export function cleanLine(text: string, most: number): string {
  const plain = plainText(withoutLinks(text.replace(INVISIBLE, ''))).replace(/[<>]/g, '');
  return cut(plain.replace(/(\*\*|__|`+)/g, ''), most);
}

/** A line as `cleanLine` gives it, without quotation marks around it or a label in front. */
export function cleanSentence(text: string, most: number): string {
  const line = cleanLine(text, most * 4).replace(/^(?:description|summary)\s*:\s*/i, '');
  return cut(line.replace(/^["'“”„«»‘’]+|["'“”„«»‘’]+$/g, '').trim(), most);
}

/** The lines of a text that begin with one of some marks, each of them clean. */
export function cleanLines(
  text: string,
  mark: RegExp,
  most: { readonly lines: number; readonly characters: number },
): readonly string[] {
  return text
    .split(/\r?\n/)
    .flatMap((line) => {
      const [begin] = mark.exec(line.trim()) ?? [];
      if (begin === undefined) return [];
      const rest = cleanLine(line.trim().slice(begin.length), most.characters);
      return rest === '' ? [] : [begin + rest];
    })
    .slice(0, most.lines);
}

/** Paragraphs of plain text, with an empty line between. */
export function cleanParagraphs(
  text: string,
  most: { readonly paragraphs: number; readonly characters: number },
): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => cleanLine(paragraph.replace(/^#{1,6}\s+/, ''), most.characters))
    .filter((paragraph) => paragraph !== '')
    .slice(0, most.paragraphs)
    .join('\n\n');
}

/** Links and images of Markdown leave their words; a bare address stays, for everybody sees where it leads. */
function withoutLinks(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/^\s*\[[^\]]+\]:\s*\S+.*$/gm, '');
}

/** Cut at a word where that costs little. */
function cut(text: string, most: number): string {
  const characters = [...text.trim()];
  if (characters.length <= most) return characters.join('');
  const short = characters.slice(0, most).join('');
  const end = short.lastIndexOf(' ');
  return (end > most * 0.7 ? short.slice(0, end) : short).trim();
}
