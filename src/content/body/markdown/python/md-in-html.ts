import { replaceInProse } from '../../../../core/prose.js';

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:[ \t\n]+[^<>]{0,500})?)>/g;
const ATTRIBUTE = /[ \t\n]+markdown(?:[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?(?=[\s/]|$)/;

const NEXT_LINE = /[ \t]*\n[ \t]*\S/y;

/** A block of HTML that ends directly before Markdown. CommonMark would read that as HTML up to an empty line. */
const CLOSED_BLOCK =
  /<\/(?:div|summary|details|section|figure|table|p|center)>[ \t]*(?=\n[ \t]*(?:`{3}|~{3}|\{:))/g;

/** A tag of a text alone on its line, which begins HTML in CommonMark and a paragraph elsewhere. */
const TEXT_TAG =
  /(?<=^|\n)[ \t]*<(?:span|a|b|i|u|s|em|strong|small|big|sup|sub|font|mark|cite|q|label)(?:[ \t][^<>\n]*)?>[ \t]*\n[ \t]*(?=[^\s<])/g;

/**
 * Brings what kramdown reads as Markdown between and after HTML into CommonMark's form.
 * @param text Markdown
 * @see https://kramdown.gettalong.org/syntax.html#html-blocks
 */
export function separateHtmlBlocks(text: string): string {
  if (!text.includes('<')) return text;
  const closed = replaceInProse(text, new RegExp(CLOSED_BLOCK), ({ index, 0: found }) => ({
    text: `${found}\n`,
    end: index + found.length,
  }));
  if (!/\{:[ \t]*[.#\w]/.test(text)) return closed;
  return replaceInProse(closed, new RegExp(TEXT_TAG), ({ index, 0: found }) => ({
    text: found.replace(/[ \t]*\n[ \t]*$/, ' '),
    end: index + found.length,
  }));
}

/** Elements of the same name are counted up to here. */
const MAX_OPEN = 100;

/**
 * Separates the text of elements with a `markdown` attribute from their tags by empty lines, so that Markdown is read
 * in it.
 * @see https://python-markdown.github.io/extensions/md_in_html/
 */
export function openMarkdownElements(text: string): string {
  if (!/<[a-z][^<>]*\smarkdown[\s=>]/.test(text)) return text;
  const open: { readonly name: string; readonly isMarkdown: boolean }[] = [];
  return replaceInProse(text, new RegExp(TAG), (match, whole, before) => {
    const [found, slash, name = '', attributes = ''] = match;
    const end = match.index + found.length;
    const quote = /(?:^|\n)( {0,3}>(?:\t? {0,4}>)*[ \t]?)$/.exec(before)?.[1] ?? '';
    if (slash === '') {
      if (attributes.endsWith('/')) return undefined;
      const isMarkdown = ATTRIBUTE.test(attributes);
      const isCounted = isMarkdown || (open.length < MAX_OPEN && open.some((one) => one.name === name));
      if (isCounted) open.push({ name, isMarkdown });
      const gap = quote === '' ? '\n\n' : `\n${quote.trimEnd()}`;
      return isMarkdown ? { text: `<${name}${attributes.replace(ATTRIBUTE, '')}>${gap}`, end } : undefined;
    }
    const at = open.findLastIndex((one) => one.name === name);
    const isMarkdown = at >= 0 && open.splice(at)[0]?.isMarkdown === true;
    const indent = /(?:^|\n)([ \t]*)$/.exec(before)?.[1] ?? '';
    // Markdown goes on in the line after the element.
    NEXT_LINE.lastIndex = end;
    const isBefore = name === 'summary' && open.at(-1)?.isMarkdown === true && quote === '';
    if (!isMarkdown) return isBefore && NEXT_LINE.test(whole) ? { text: `${found}\n`, end } : undefined;
    const gap = quote === '' ? `\n\n${indent}` : `\n${quote}`;
    return { text: `${gap}${found}${NEXT_LINE.test(whole) ? '\n' : ''}`, end };
  });
}
