import type { PrivacyRules } from '../../config/config.js';
import { parseHtml } from '../../content/html/parse.js';
import { visibleText } from '../../content/html/text.js';
import { cutMarkdownGates } from '../../content/privacy/markdown/cut.js';

/** So many words in a row aren't there by chance. */
const RUN = 4;

/**
 * Whether a built page shows text that its source has for some readers only. Where such a text is too short to be
 * found again, the page counts as showing it.
 * @param source Markdown with the restricted parts
 */
export function showsHeldText(html: string, source: string, rules: PrivacyRules): boolean {
  const { gates } = cutMarkdownGates(source, rules);
  if (gates.length === 0) return false;
  const shown = ` ${lowerWords(visibleText(parseHtml(html))).join(' ')} `;
  return gates.some(({ from, to }) => {
    const words = lowerWords(withoutMarks(source.slice(from, to)));
    if (words.length < RUN) return words.length > 0;
    return words.some(
      (_, at) => at + RUN <= words.length && shown.includes(` ${words.slice(at, at + RUN).join(' ')} `),
    );
  });
}

/** Text without tags, comments, and the lines that open and close containers. */
function withoutMarks(text: string): string {
  return text
    .replace(/\{[%{#][^{}]*[%}#]\}|<!--|-->|<[^<>]*>|\]\([^()\s]*\)/g, ' ')
    .replace(/^[ \t]*(?::::|!!!|\?\?\?|\/\/\/).*$/gm, ' ');
}

/** The words of a text in lower case. */
export function lowerWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
