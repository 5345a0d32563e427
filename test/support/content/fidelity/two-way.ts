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

/** Lines that over a quarter of the texts have; none of fewer than eight texts. */
export function sharedLines(texts: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const line of new Set(linesOf(text))) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const often = [...counts].filter(([, count]) => texts.length >= 8 && count > texts.length / 4);
  return new Set(often.map(([line]) => line));
}

/**
 * The share of the words of twins, in percent, that stand in lines which over a quarter of them have, and these lines.
 * Headings and blocks of code don't count; rows of tables that differ in their code are different lines.
 */
export function frameOf(twins: readonly string[]): {
  readonly percent: number;
  readonly lines: readonly string[];
} {
  const texts = twins.map((twin) => {
    const lines = linesOf(plain(partsOf(twin).withoutBlocks));
    return lines.filter((line) => !line.startsWith('#') && !/^[|>\s-]*$/.test(line)).join('\n');
  });
  const shared = sharedLines(texts);
  const framed = texts.flatMap(linesOf).filter((line) => shared.has(line));
  const words = twins.reduce((sum, twin) => sum + ownWordsOf(partsOf(twin)).length, 0);
  return { percent: (100 * framed.flatMap(wordsIn).length) / words, lines: [...shared] };
}

/**
 * Compares the text of a page with its twin by rules that know nothing of the program's own meter.
 * @param whole everything that the page says anywhere
 * @param frame lines of the text that don't count
 */
export function compareTwin(
  { text, whole }: { readonly text: string; readonly whole: string },
  twin: string,
  frame: ReadonlySet<string>,
): BrowserFigures {
  const parts = partsOf(twin);
  const have = countsOf(wordsIn([plain(parts.prose), ...parts.code, ...parts.languages].join('\n')));
  const lost: string[] = [];
  let words = 0;
  for (const line of linesOf(text).filter((one) => !frame.has(one))) {
    for (const word of wordsIn(line)) {
      words += 1;
      const left = have.get(word) ?? 0;
      if (left > 0) have.set(word, left - 1);
      else lost.push(word);
    }
  }
  const own = ownWordsOf(parts);
  const said = wordsIn(whole);
  const [known, glued] = [new Set(said), said.join('')];
  const added = own.filter((word) => !known.has(word) && !glued.includes(word));
  return { words, lost, twinWords: own.length, added };
}

/** A twin as its words are counted. */
interface TwinParts {
  readonly withoutBlocks: string;
  /** Without any code. */
  readonly prose: string;
  readonly code: readonly string[];
  readonly languages: readonly string[];
}

function partsOf(twin: string): TwinParts {
  const markdown = twin.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^Index of this site:.*$/m, '');
  const code: string[] = [];
  const keep = (body: string): string => {
    code.push(body);
    return ' ';
  };
  const withoutBlocks = markdown.replace(
    /^([ \t>]*)([`~]{3,})[^\n]*\n([\s\S]*?)^\1?[ \t>]*\2[`~]*[ \t]*$/gm,
    (_, _indent, _fence, body: string) => keep(body),
  );
  const prose = withoutBlocks.replace(/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/g, (_, _fence, body: string) =>
    keep(body),
  );
  return { withoutBlocks, prose, code, languages: markdown.match(/^[ \t>]*[`~]{3,}.*$/gm) ?? [] };
}

/** The words of a twin without bare addresses. */
function ownWordsOf({ prose, code }: TwinParts): readonly string[] {
  return wordsIn([plain(prose.replace(/<(https?|mailto):[^>\s]*>/g, ' ')), ...code].join('\n'));
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
    .replace(/\]\((<[^>]*>|[^()\s]*(\([^)]*\)[^()\s]*)*)( "(\\.|[^"\\])*")?\)/g, '] ')
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/&(\w+|#\d+);/g, ' ');
}
