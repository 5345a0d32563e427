/**
 * The signs that the extension `pymdownx.smartsymbols` of MkDocs writes in place of letters: `(c)` becomes `©`.
 * Ordinal numbers keep their letters.
 * @see https://facelessuser.github.io/pymdown-extensions/extensions/smartsymbols/
 */
import { replaceInProse } from '../../../core/prose.js';
import { type ConfigValues, configObject } from '../config-values.js';

/** By the option that switches them. */
const SYMBOLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  trademark: { '(tm)': '™' },
  copyright: { '(c)': '©' },
  registered: { '(r)': '®' },
  care_of: { 'c/o': '℅' },
  plusminus: { '+/-': '±' },
  not_equal: { '=/=': '≠' },
  arrows: { '<-->': '↔', '-->': '→', '<--': '←' },
  fractions: Object.fromEntries(
    [...'¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞'].map((sign) => [sign.normalize('NFKD').replace('⁄', '/'), sign]),
  ),
};

/** Parts that aren't text match first: comments, tags, link targets, addresses. */
const SYMBOL =
  /<!--(?:(?!-->|<!--)[\s\S])*-->|<\/?[a-z][^<>]*>|\]\((?:[^()\s]|\([^()\s]*\))*|https?:\/\/\S+|^ {0,3}\[[^\]\n]+\]:[^\n]*|\((?:tm|c|r)\)|\bc\/o\b|\+\/-|=\/=|<-->|(?<!-)-->|<--(?!-)|(?<!\d)[1-7]\/[2-68](?!\d)/gim;

/** Writes the signs, where the configuration has the extension. */
export function expandSmartSymbols(text: string, values: ConfigValues | undefined): string {
  const extensions = [values?.['markdown_extensions']].flat();
  const own = extensions.find((one) => one === NAME || Object.hasOwn(configObject(one), NAME));
  if (own === undefined) return text;
  const settings = configObject(configObject(own)[NAME]);
  const groups = Object.entries(SYMBOLS).filter(([group]) => settings[group] !== false);
  const signs = new Map(groups.flatMap(([, group]) => Object.entries(group)));
  return replaceInProse(text, new RegExp(SYMBOL), ({ 0: found, index }) => ({
    text: signs.get(found) ?? found,
    end: index + found.length,
  }));
}

const NAME = 'pymdownx.smartsymbols';
