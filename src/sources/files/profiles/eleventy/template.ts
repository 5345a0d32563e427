import { evaluate, operandOf, type Variables } from '../../../../content/body/liquid/expression.js';
import { FILTERS, type Filter } from '../../../../content/body/liquid/filters.js';
import { textOf, UNKNOWN } from '../../../../content/body/template-values.js';

/** Longer addresses aren't templates of addresses. */
const MAX_LENGTH = 2000;
const EXPRESSION = /\{\{-?([^{}]*)-?\}\}/g;
/**
 * Fills the expressions of a permalink in Liquid or Nunjucks: names with the usual filters.
 * @returns undefined when the template contains anything else
 */
export function fillEleventyPermalink(template: string, variables: Variables): string | undefined {
  return template.length > MAX_LENGTH ? undefined : fillExpressions(template, variables, (value) => value);
}

/**
 * Fills the expressions of a text: names with the usual filters.
 * @param print the form in which a value appears; `isSafe` where the template says that it is HTML
 * @returns undefined when the text contains anything else of a template
 */
export function fillExpressions(
  text: string,
  variables: Variables,
  print: (value: string, isSafe: boolean) => string,
): string | undefined {
  let isKnown = true;
  const filled = text.replace(EXPRESSION, (_, inner: string) => {
    const value = filledValue(inner, variables);
    if (typeof value !== 'string' && typeof value !== 'number') isKnown = false;
    return print(String(value), /\|\s*safe\s*$/.test(inner));
  });
  return isKnown && !/\{[{%#]/.test(filled) ? filled : undefined;
}

/** The value of an expression; that of a missing name is unknown. */
function filledValue(inner: string, variables: Variables): unknown {
  const [name = ''] = inner.split('|', 1);
  const isMissing = operandOf(name, variables) === undefined && !/\|\s*default\b/.test(inner);
  return isMissing ? UNKNOWN : evaluate(inner, variables, OWN_FILTERS);
}

const OWN_FILTERS: Readonly<Record<string, Filter>> = {
  ...FILTERS,
  slugify: (value) => slugifyText(textOf(value)) ?? UNKNOWN,
  // The older filter keeps some signs and other letters.
  slug: (value) => (/^[\w\s-]*$/.test(textOf(value)) ? slugifyText(textOf(value)) : UNKNOWN),
  string: textOf,
  escape: textOf,
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
