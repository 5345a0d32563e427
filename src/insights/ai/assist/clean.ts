import { plainText } from '../../../content/html/plain.js';

/** Characters that steer a terminal or turn a line around, and invisible ones. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Maximum number of passes; a text that still changes is treated as an attack. */
const MOST_PASSES = 10;

/**
 * One line of a model's answer as plain text: no markup of HTML or Markdown, no addresses behind words, nothing
 * invisible. The page may have manipulated the answer, so it is cleaned until
 * nothing changes any more: the result of one pass may be markup again, as in `[![a](b)](c)` and
 * `&#91;a&#93;(b)`.
 * @returns empty for a text with endless markup
 */
function cleanLine(text: string, most: number): string {
  let [plain, before] = [onePass(text), text];
  for (let pass = 1; plain !== before; pass += 1) {
    if (pass === MOST_PASSES) return '';
    [plain, before] = [onePass(plain), plain];
  }
  return cut(plain, most);
}

function onePass(text: string): string {
  return withoutMarks(plainText(withoutLinks(text.replace(INVISIBLE, ''))));
}

/** Without brackets of tags, emphasis, code, and the marks that begin headings and lists. */
function withoutMarks(line: string): string {
  return line
    .replace(/[<>]/g, '')
    .replace(/\*\*|__|~~|`+/g, '')
    .replace(/(?<![\w*])([*_])(?=\S)([^*_]+)(?<=\S)\1(?![\w*])/g, '$2')
    .replace(/^\s*(?:(?:#{1,6}|[-*+])\s+)+/, '')
    .trim();
}

/** A line from `cleanLine`, without quotation marks around it or a label before it. */
export function cleanSentence(text: string, most: number): string {
  const line = cleanLine(text, most * 4).replace(/^(?:description|summary)\s*:\s*/i, '');
  return cut(line.replace(/^["'“”„«»‘’]+|["'“”„«»‘’]+$/g, '').trim(), most);
}

/** The lines of a text that begin with one of some marks, each cleaned. */
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
    .map((paragraph) => cleanLine(paragraph, most.characters))
    .filter((paragraph) => paragraph !== '')
    .slice(0, most.paragraphs)
    .join('\n\n');
}

/** Links and images of Markdown are replaced by their words; a bare address stays, since its target is visible. */
function withoutLinks(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/!?\[([^\]]+)\] ?\[[^\]]*\]/g, '$1')
    .replace(/^\s*\[[^\]]+\]:\s*\S+.*$/gm, '');
}

/** Cut at a word boundary where little is lost. */
function cut(text: string, most: number): string {
  const characters = [...text.trim()];
  if (characters.length <= most) return characters.join('');
  const short = characters.slice(0, most).join('');
  const end = short.lastIndexOf(' ');
  return (end > most * 0.7 ? short.slice(0, end) : short).trim();
}
