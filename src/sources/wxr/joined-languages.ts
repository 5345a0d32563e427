import type { Warnings } from '../../core/warnings.js';

/** The marks by which a translation extension keeps several languages in one text. */
const MARK = /\[:([a-z]{2})?\]|<!--:([a-z]{2})?-->|\{:([a-z]{2})?\}/gi;
/** The start of the first one: in code, `items[:up]` follows a name. */
const START = /(?<![\w)\]])(?:\[:[a-z]{2}\]|<!--:[a-z]{2}-->|\{:[a-z]{2}\})/i;

/**
 * The part in one language of a text like `[:en]Tide[:de]Flut[:]`, with what all languages share.
 * @param language of the site; the first one of the text where it's missing there
 * @param onOther receives each language that is left out
 */
export function inOneLanguage(text: string, language: string, onOther?: (language: string) => void): string {
  if (!START.test(text)) return text;
  const marks = [...text.matchAll(MARK)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    language: (match[1] ?? match[2] ?? match[3] ?? '').toLowerCase(),
  }));
  const languages = new Set(marks.map((mark) => mark.language).filter((one) => one !== ''));
  const isMarked = languages.size > 1 || (languages.size === 1 && marks.some((mark) => mark.language === ''));
  if (!isMarked) return text;
  const own = language.slice(0, 2).toLowerCase();
  const shown = languages.has(own) ? own : [...languages][0];
  if (onOther !== undefined) for (const other of languages) if (other !== shown) onOther(other);
  const parts = marks.map((mark, i) =>
    mark.language === '' || mark.language === shown ? text.slice(mark.end, marks[i + 1]?.at) : '',
  );
  return text.slice(0, marks[0]?.at) + parts.join('');
}

/** Names the languages whose texts were left out. */
export function warnOfLanguages(
  languages: ReadonlySet<string>,
  { file, warnings }: { readonly file: string; readonly warnings: Warnings },
): void {
  if (languages.size === 0) return;
  warnings.add({
    code: 'wxr-other-languages',
    file,
    message: `A translation extension keeps several languages in one text; only that of the site is read, without: ${[...languages].sort().join(', ')}.`,
    fix: 'To publish another language, set it as that of the site and export again, or pass the built pages with --site.',
    count: 1,
  });
}
