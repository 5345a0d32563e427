import { replaceInProse } from '../../../core/prose.js';

// Opening `$` before a sign, closing `$` after one and not before a digit: prices aren't formulas.
const FORMULA =
  /\\\$|\$\$([\s\S]+?)\$\$|\$(?=[^\s$])((?:\\[\s\S]|[^$\\\n]|\n(?![ \t]*\n))*?)(?<=\S)\$(?![\d$])/g;

/** A sign that occurs in formulas and not in prose between two prices. */
const MATHEMATICAL = /[\\^_={}<>+*/|]|^[A-Za-z](?:[,()-]?\w)*$/;

/**
 * Keeps formulas as text: every sign inside `$…$` and `$$…$$` that Markdown would interpret is
 * escaped, so that `$a_1 * b_2 * c$` comes out of the renderer letter for letter, marked as Pandoc marks formulas
 * so that it is not escaped again.
 */
export function protectMath(text: string): string {
  if (!text.includes('$')) return text;
  return replaceInProse(text, new RegExp(FORMULA), (match) => {
    const [found, display, inline] = match;
    const formula = display ?? inline;
    if (formula === undefined || /\n[ \t]*\n/.test(formula)) return undefined;
    if (display === undefined && !MATHEMATICAL.test(formula)) return { text: '$', end: match.index + 1 };
    const escaped = found.replace(/[\\`*_{}[\]<>()#+\-.!|~&=:^]/g, '\\$&');
    const kind = display === undefined ? 'inline' : 'display';
    return {
      text: found.startsWith('\\') ? escaped : `<span class="math ${kind}">${escaped}</span>`,
      end: match.index + found.length,
    };
  });
}
