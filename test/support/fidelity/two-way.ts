import type { BrowserPage } from './browser-page.js';

/** How a twin compares with what a browser shows. */
export interface BrowserFigures {
  readonly words: number;
  readonly lost: readonly string[];
  readonly twinWords: number;
  readonly added: readonly string[];
}

const CHARACTER = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー';
const WORD = new RegExp(`[${CHARACTER}]|(?:(?![${CHARACTER}])[\\p{L}\\p{N}])+`, 'gu');

function wordsIn(text: string): readonly string[] {
  return text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
}

/** Lines that stand on over a quarter of the pages; none on a site of fewer than eight. */
export function sharedLines(pages: readonly BrowserPage[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { text } of pages) {
    for (const line of new Set(linesOf(text))) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const often = [...counts].filter(([, count]) => pages.length >= 8 && count > pages.length / 4);
  return new Set(often.map(([line]) => line));
}

/** Compares a page with its twin by rules that know nothing of the program's own meter. */
export function compareTwin(page: BrowserPage, twin: string, frame: ReadonlySet<string>): BrowserFigures {
  const markdown = twin.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^Index of this site:.*$/m, '');
  const code: string[] = [];
  const prose = markdown
    .replace(
      /^([ \t>]*)([`~]{3,})[^\n]*\n([\s\S]*?)^\1?[ \t>]*\2[`~]*[ \t]*$/gm,
      (_, _indent, _fence, body: string) => {
        code.push(body);
        return ' ';
      },
    )
    .replace(/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/g, (_, _fence, body: string) => {
      code.push(body);
      return ' ';
    });
  const languages = markdown.match(/^[ \t>]*[`~]{3,}.*$/gm) ?? [];
  const have = countsOf(wordsIn([plain(prose), ...code, ...languages].join('\n')));
  const lost: string[] = [];
  let words = 0;
  for (const line of linesOf(page.text).filter((one) => !frame.has(one))) {
    for (const word of wordsIn(line)) {
      words += 1;
      const left = have.get(word) ?? 0;
      if (left > 0) have.set(word, left - 1);
      else lost.push(word);
    }
  }
  const own = wordsIn([plain(prose.replace(/<(https?|mailto):[^>\s]*>/g, ' ')), ...code].join('\n'));
  const whole = wordsIn(page.whole);
  const [known, glued] = [new Set(whole), whole.join('')];
  return {
    words,
    lost,
    twinWords: own.length,
    added: own.filter((word) => !known.has(word) && !glued.includes(word)),
  };
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Prose without targets of links, escapes and character references. */
function plain(prose: string): string {
  return prose
    .replace(/\]\((<[^>]*>|[^()\s]*(\([^)]*\)[^()\s]*)*)( "[^"]*")?\)/g, '] ')
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/&(\w+|#\d+);/g, ' ');
}
