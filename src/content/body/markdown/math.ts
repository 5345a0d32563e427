import { replaceInProse } from '../../../core/prose.js';
import { escapeHtml } from '../../html/escape.js';

// Opening `$` before a sign, closing `$` after one and not before a digit: prices aren't formulas. Code may only be
// the whole formula, as GitHub and GitLab write it, since the `$` of `$PATH` in a code span closes nothing.
const FORMULA = new RegExp(
  [
    String.raw`\\\$`,
    String.raw`\$\$([\s\S]+?)\$\$`,
    String.raw`\$(?=[^\s$])(\x60[^\x60\n]+\x60(?=\$)|(?:\\[\s\S]|[^$\\\x60\n]|\n(?![ \t]*\n))*?)(?<=\S)\$(?![\d$])`,
    String.raw`(?<!\\)\\\[((?:(?!\\[[\]])[\s\S])+)\\\]`,
    String.raw`(?<!\\)\\\(((?:(?!\\[()])[^\n])+)\\\)`,
    String.raw`(?<!\\)\\\\\[((?:(?!\\\\[[\]])[\s\S]){1,5000}?)\\\\\]`,
    String.raw`(?<!\\)\\\\\(((?:(?!\\\\[()])[^\n]){1,5000}?)\\\\\)`,
    // Where a line begins with an environment of formulas, it needs no dollars.
    String.raw`(?<=^|\n[ \t]*)(\\begin\{((?:align|alignat|equation|gather|multline|eqnarray|flalign)\*?)\}[\s\S]{1,10000}?\\end\{\8\})`,
  ].join('|'),
  'g',
);

/** A sign that occurs in formulas and not in prose between two prices. */
const MATHEMATICAL = /[\\^_={}<>+*/|]|^[A-Za-z](?:[,()-]?\w)*$/;

/** A sign of TeX or `a_1`, which text between escaped brackets lacks, or a bracket that is alone on its line. */
const TEX = /\\[A-Za-z\\]|\^|=|\b[A-Za-z]_(?:\{|[\dA-Za-z]\b)|^\s*\n/;
/** Parameters of a shortcode, or an address. */
const NO_TEX = /=\\?["'“”]|:\/\//;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const COMMAND = /\\[A-Za-z]{2}/;

/**
 * Keeps formulas as text: every sign inside `$…$`, `$$…$$`, `\(…\)` and `\[…\]` that Markdown would interpret is
 * escaped, so that `$a_1 * b_2 * c$` comes out of the renderer letter for letter, marked as Pandoc marks formulas
 * so that it is not escaped again. Of `\\(…\\)` and `\\[…\\]`, Markdown takes half of the backslashes.
 */
export function protectMath(text: string): string {
  if (!/\$|\\(?:[[(]|begin\{)/.test(text)) return text;
  return replaceInProse(text, new RegExp(FORMULA), (match) => {
    const [found, written, inline] = match;
    const dollars = written ?? match[7]?.replace(/\n(?:[ \t]*\n)+/g, '\n');
    const [bracketed, parenthesised] = [
      match[3] ?? withoutEscapes(match[5]),
      match[4] ?? withoutEscapes(match[6]),
    ];
    const end = match.index + found.length;
    const formula = dollars ?? inline ?? (bracketed ?? parenthesised)?.trim();
    if (formula === undefined || /\n[ \t]*\n/.test(formula)) return undefined;
    if (inline !== undefined && !MATHEMATICAL.test(inline)) return { text: '$', end: match.index + 1 };
    const inBrackets = bracketed ?? parenthesised;
    if ((match[5] ?? match[6]) !== undefined && !COMMAND.test(formula)) return undefined;
    if (inBrackets !== undefined && (!TEX.test(inBrackets) || NO_TEX.test(inBrackets))) return undefined;
    // Escaped brackets around signs.
    if (inBrackets !== undefined && !/[\p{L}\p{N}]/u.test(inBrackets)) return undefined;
    const isDisplay = (dollars ?? bracketed) !== undefined;
    const marks = isDisplay ? '$$' : '$';
    const [, code = formula] = /^`(.+)`$/.exec(formula) ?? [];
    const escaped = code.replace(/[\\`*_{}[\]<>()#+\-.!|~&=:^]/g, '\\$&');
    return {
      text: `<span class="math ${isDisplay ? 'display' : 'inline'}">${marks}${escaped}${marks}</span>`,
      end,
    };
  });
}

const MARKED = /(<span class="math (?:inline|display)">)(.*?)(<\/span>)/gs;

/** Code in which formulas were marked, since it looked like text. */
export function withoutMath(code: string): string {
  return code.replace(MARKED, (_, _start, tex: string) => withoutEscapes(tex) ?? '');
}

/** HTML in which Markdown resolves no escapes. */
export function mathInHtml(html: string): string {
  return html.replace(MARKED, (_, start: string, tex: string, end: string) =>
    [start, tex.replace(ESCAPED, (_escape, sign: string) => escapeHtml(sign)), end].join(''),
  );
}

/** TeX in which Markdown's escapes are resolved. */
function withoutEscapes(text: string | undefined): string | undefined {
  return text?.replace(ESCAPED, '$1');
}
