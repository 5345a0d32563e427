import { formatLocalOffset, parseDate } from '../../../../core/dates.js';

/** The value of a name such as `page.fileSlug`; undefined when it isn't known. */
export type Lookup = (name: string) => unknown;

/** Longer addresses aren't templates of addresses. */
const MAX_LENGTH = 2000;
const EXPRESSION = /\{\{-?([^{}]*)-?\}\}/g;
/** A filter with its arguments, as Liquid (`date: "%Y"`) or Nunjucks (`date("%Y")`) writes them. */
const FILTER = /^\s*([A-Za-z_]\w*)\s*(?::\s*([^|]*)|\(([^|]*)\))?\s*$/;

/**
 * Fills the expressions of a permalink in Liquid or Nunjucks: names with the usual filters.
 * @returns undefined when the template contains anything else
 */
export function fillPermalink(template: string, lookup: Lookup): string | undefined {
  return template.length > MAX_LENGTH ? undefined : fillExpressions(template, lookup, (value) => value);
}

/**
 * Fills the expressions of a text: names with the usual filters.
 * @param print the form in which a value appears; `isSafe` where the template says that it is HTML
 * @returns undefined when the text contains anything else of a template
 */
export function fillExpressions(
  text: string,
  lookup: Lookup,
  print: (value: string, isSafe: boolean) => string,
): string | undefined {
  let isKnown = true;
  const filled = text.replace(EXPRESSION, (_, inner: string) => {
    const value = expression(inner, lookup);
    if (typeof value !== 'string' && typeof value !== 'number') isKnown = false;
    return print(String(value), /\|\s*safe\s*$/.test(inner));
  });
  return isKnown && !/\{[{%#]/.test(filled) ? filled : undefined;
}

function expression(text: string, lookup: Lookup): unknown {
  const [first = '', ...filters] = text.split('|');
  return filters.reduce<unknown>((value, filter) => applied(value, filter), term(first, lookup));
}

function term(text: string, lookup: Lookup): unknown {
  const word = text.trim();
  const quoted = /^(["'])([^"']*)\1$/.exec(word);
  if (quoted !== null) return quoted[2];
  return /^[A-Za-z_$][\w$.]*$/.test(word) ? lookup(word) : undefined;
}

function applied(value: unknown, filter: string): unknown {
  const [, name = '', liquid, nunjucks] = FILTER.exec(filter) ?? [];
  const args = [...(liquid ?? nunjucks ?? '').matchAll(/"([^"]*)"|'([^']*)'/g)].map(
    ([, double, single]) => double ?? single ?? '',
  );
  if (name === 'default') return value === undefined || value === '' ? args[0] : value;
  if (typeof value === 'number' && name === 'string') return String(value);
  if (name === 'date' && args[0] !== undefined) return formatted(value, args[0]);
  const apply = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  return typeof value === 'string' ? apply?.(value, args) : undefined;
}

const FILTERS: Readonly<Record<string, (text: string, args: readonly string[]) => string | undefined>> = {
  slugify: (text) => slugifyText(text),
  // The older filter keeps some signs and other letters.
  slug: (text) => (/^[\w\s-]*$/.test(text) ? slugifyText(text) : undefined),
  downcase: (text) => text.toLowerCase(),
  lower: (text) => text.toLowerCase(),
  upcase: (text) => text.toUpperCase(),
  upper: (text) => text.toUpperCase(),
  strip: (text) => text.trim(),
  trim: (text) => text.trim(),
  string: (text) => text,
  safe: (text) => text,
  escape: (text) => text,
  append: (text, [end = '']) => text + end,
  prepend: (text, [start = '']) => start + text,
  remove: (text, [part]) => (part ? text.replaceAll(part, '') : undefined),
  replace: (text, [from, to = '']) => (from ? text.replaceAll(from, to) : undefined),
  split: () => undefined,
};

const LETTERS: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ẞ: 'SS' },
  ...{ æ: 'ae', Æ: 'AE', ø: 'o', Ø: 'O', œ: 'oe', Œ: 'OE', đ: 'd', ł: 'l', Ł: 'L', '&': ' and ' },
};

/** Eleventy's `slugify`; undefined where it would transliterate another script. */
function slugifyText(text: string): string | undefined {
  const latin = text
    .normalize('NFC')
    .replace(/./gu, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
  if (/[^\p{ASCII}]/u.test(latin) && /\p{L}/u.test(latin.replace(/\p{ASCII}/gu, ''))) return undefined;
  return latin
    .replace(/(\w)['’](s|t)\b/g, '$1$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** The parts of a date by the letters of `strftime`. */
function formatted(value: unknown, format: string): string | undefined {
  const seconds = value instanceof Date ? value.getTime() / 1000 : parseDate(String(value), 'UTC');
  if (seconds === undefined || Number.isNaN(seconds)) return undefined;
  const [year = '', month = '', day = ''] = formatLocalOffset(seconds, 'UTC').slice(0, 10).split('-');
  const parts: Readonly<Record<string, string>> = {
    ...{ Y: year, y: year.slice(2), m: month, d: day, '%': '%' },
    ...{
      '-m': String(Number(month)),
      '-d': String(Number(day)),
      e: String(Number(day)),
      F: `${year}-${month}-${day}`,
    },
  };
  let isKnown = true;
  const filled = format.replace(/%(-?[A-Za-z%])/g, (_, letter: string) => {
    if (!Object.hasOwn(parts, letter)) isKnown = false;
    return parts[letter] ?? '';
  });
  return isKnown ? filled : undefined;
}

/**
 * A function that only fills a text, as the template that does the same: `(data) => `/x/${data.slug}/`` becomes
 * `/x/{{ slug }}/`.
 */
export function templateOfFunction(code: string): string | undefined {
  const found =
    /\bpermalink\b\s*(?::\s*(?:async\s+)?(?:function\s*)?)?\(?\s*(\w+|\{[\w\s,]*\})\s*\)?\s*(?:=>\s*)?\{?\s*(?:return\s+)?(?:`([^`\\]{0,500})`|(["'])([^"'\\]{0,500})\3\s*(?:[;,}]|$))/.exec(
      code,
    );
  const [, parameter = '', template, , text] = found ?? [];
  if (text !== undefined) return text;
  if (template === undefined) return undefined;
  return template.replace(/\$\{([^{}]*)\}/g, (_, inner: string) => {
    const name = inner
      .replace(new RegExp(`\\b${/^\w+$/.test(parameter) ? parameter : 'data'}\\.`, 'g'), '')
      .trim();
    const call = /^(?:this\.)?(slugify|slug)\(\s*([\w.]+)\s*\)$/.exec(name);
    return call === null ? `{{ ${name} }}` : `{{ ${call[2]} | ${call[1]} }}`;
  });
}
