/** The marks by which a translation extension keeps several languages in one text. */
const MARK = /\[:([a-z]{2})?\]|<!--:([a-z]{2})?-->|\{:([a-z]{2})?\}/gi;
/** The start of the first one: in code, `items[:up]` follows a name. */
const START = /(?<![\w)\]])(?:\[:[a-z]{2}\]|<!--:[a-z]{2}-->|\{:[a-z]{2}\})/i;

/**
 * The part in one language of a text like `[:en]Tide[:de]Flut[:]`, with what all languages share.
 * @param language of the site; the first one of the text where it's missing there
 */
export function inOneLanguage(text: string, language: string): string {
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
  const parts = marks.map((mark, i) =>
    mark.language === '' || mark.language === shown ? text.slice(mark.end, marks[i + 1]?.at) : '',
  );
  return text.slice(0, marks[0]?.at) + parts.join('');
}
