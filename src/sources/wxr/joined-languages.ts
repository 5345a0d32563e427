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

/** Shortcodes of translation extensions that limit their text to a language, and their parameter. */
const LIMIT =
  /\[(\/)?((?:wpml|pll|polylang|trp|bogo)[-_a-z]*|lang(?:uage)?(?:[-_]filter)?)(?=[\s\]])([^\]]{0,200})\]/gi;
const LANGUAGES = /\b(?:lang(?:uage)?s?|code)\s*=\s*["']?([a-z]{2}(?:[-_,\s][a-z]+)*)(?![a-z])/i;

/**
 * A text without the parts that shortcodes such as `[wpml_language_filter lang="fr"]…[/wpml_language_filter]` limit to
 * other languages. Stays as it is where no part is in the language of the page.
 * @param onOther receives each language that is left out
 */
export function inPageLanguage(text: string, language: string, onOther: (language: string) => void): string {
  if (!text.includes('[/')) return text;
  const parts = limitedParts(text);
  const own = language.slice(0, 2).toLowerCase();
  if (!parts.some(({ languages }) => languages.includes(own))) return text;
  let [shown, at] = ['', 0];
  for (const { from, start, end, to, languages } of parts) {
    const isShown = languages.includes(own);
    shown += text.slice(at, from) + (isShown ? text.slice(start, end) : '');
    if (!isShown) languages.forEach(onOther);
    at = to;
  }
  return shown + text.slice(at);
}

/** Where the tags of a part begin and end, and the first letters of its languages. */
interface LimitedPart {
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly to: number;
  readonly languages: readonly string[];
}

function limitedParts(text: string): readonly LimitedPart[] {
  const parts: LimitedPart[] = [];
  let open: Omit<LimitedPart, 'end' | 'to'> & { readonly name: string | undefined } = NO_PART;
  for (const { 0: tag, 1: slash, 2: written, 3: attributes = '', index } of text.matchAll(LIMIT)) {
    const [name, after] = [written?.toLowerCase(), index + tag.length];
    const languages =
      LANGUAGES.exec(attributes)?.[1]
        ?.toLowerCase()
        .split(/[\s,]+/) ?? [];
    if (slash !== undefined && name === open.name) {
      parts.push({ ...open, end: index, to: after });
      open = NO_PART;
    } else if (slash === undefined && open === NO_PART && languages.length > 0) {
      open = { name, from: index, start: after, languages: languages.map((one) => one.slice(0, 2)) };
    }
  }
  return parts;
}

const NO_PART = { name: undefined, from: 0, start: 0, languages: [] };

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
