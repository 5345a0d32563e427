import { replaceInProse, withoutCode } from '../../../core/prose.js';

const IMPORT =
  /^(?:import\s+(?:[\w$*{][^'"\n;]*|\{[^}'";]*\}\s*)from\s+['"][^'"\n]+['"]|import\s+['"][^'"\n]+['"])[ \t]*(?:;[ \t]*(?:import\b[^\n]*)?)?$/m;
/** Other templates: what imports something between them is code. In MDX, `{%` would be an error. */
const TEMPLATES = /\{\{[<%]|\{%-?\s*\w/;
/** An attribute whose value is an expression; the braces of templates hold a name or a filter. */
const JSX_ATTRIBUTE =
  /<[a-z][\w-]*(?:\s+[\w-]+(?:=(?:"[^"]*"|'[^']*'))?){0,20}\s+[a-zA-Z]+=\{(?!\{-?\s*[\w.'"]+\s*(?:[|(]|-?\}\}))/;
const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/gi;

/**
 * True for MDX: by the name of its file, or since it imports something or an attribute has an expression, as Markdown
 * files of Docusaurus may do.
 * @param text Markdown with `\n` line ends
 */
export function isMdx(text: string, file: string): boolean {
  if (/\.mdx$/i.test(file)) return true;
  const isLike = (one: string) => IMPORT.test(one) || (one.includes('={') && JSX_ATTRIBUTE.test(one));
  if (!isLike(text)) return false;
  const prose = withoutCode(text.replace(SCRIPT, ''));
  return isLike(prose) && !TEMPLATES.test(prose);
}

const UNWRAPPED = /^[ \t]*(`{3,}|~{3,})mdx-code-block[ \t]*$/;

/**
 * Removes the fences of `mdx-code-block`, with which Docusaurus hides MDX from tools for translation: their text is
 * text of the page.
 */
export function unwrapMdxBlocks(text: string): string {
  if (!text.includes('mdx-code-block')) return text;
  let fence: string | undefined;
  const lines = text.split('\n').map((line) => {
    if (fence === undefined) {
      fence = UNWRAPPED.exec(line)?.[1];
      return fence === undefined ? line : '';
    }
    if (line.trim() !== fence) return line;
    fence = undefined;
    return '';
  });
  return fence === undefined ? lines.join('\n') : text;
}

/** Elements that begin HTML in CommonMark, so that Markdown isn't read in them up to an empty line. */
const NAMES =
  '(?:address|article|aside|blockquote|body|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)';
const REST = String.raw`(?:\s(?:"[^"]*"|'[^']*'|[^"'<>])*)?`;
const TAG = new RegExp(`</?${NAMES}${REST}>`, 'gi');
const LONG_TAG = new RegExp(String.raw`<[a-z][a-z\d-]*${REST}>`, 'gi');
const ON_ONE_LINE = new RegExp(String.raw`(<(${NAMES})${REST}>)((?:(?!</?${NAMES}\b)[^\n])+)(</\2>)`, 'gi');
/** A span of text whose tags stand on lines of their own, as Prettier writes it. */
const SPAN =
  /^([ \t]*)(<(b|del|em|i|ins|mark|s|small|span|strong|sub|sup|u)(?:[ \t](?:"[^"\n]*"|'[^'\n]*'|[^"'<>\n])*)?>)[ \t]*\n((?:[ \t]*(?![-+#>|]|\*\s|\d+[.)]|<\/)[^\s<][^\n]*\n){1,50})[ \t]*(<\/\3>)/gim;
/** Signs of Markdown in a line. */
const SIGNS = /[*_~]\S|\x60|\]\(|\]\[/;
const LINE_OF_TAGS = /(?:^|\n)[ \t]*(?:<[^<>\n]*>[ \t]*)*$/;
const TEXT_NEXT =
  /[ \t]*\n[ \t]*(?=[^\s<]|<(?:a|b|br|code|del|em|i|img|kbd|mark|s|small|span|strong|sub|sup|u)[\s/>])/y;
const TEXT_BEFORE = /[^\s>][ \t]*\n[ \t]*$/;

/**
 * Lets Markdown be read in the HTML elements of MDX, which are components there: on lines of its own between two tags,
 * and on the line of its tags.
 * @param text MDX without components and expressions
 * @param inline turns the Markdown of a line into HTML
 * @see https://mdxjs.com/docs/what-is-mdx/#markdown
 */
export function openMdxElements(text: string, inline: (line: string) => string): string {
  if (!/<[a-z]/.test(text)) return text;
  const spans = replaceInProse(
    text,
    new RegExp(SPAN),
    ({ index, 0: { length }, 1: indent, 2: open, 4: content = '', 5: close }) => ({
      text: `${indent}${open}${content.trim()}${close}`,
      end: index + length,
    }),
  );
  // A `>` on a line of its own would begin a quote.
  const tags = replaceInProse(spans, new RegExp(LONG_TAG), ({ index, 0: tag }) => ({
    text: tag.replace(/\s*\n\s*/g, ' '),
    end: index + tag.length,
  }));
  const lines = replaceInProse(tags, new RegExp(ON_ONE_LINE), (match) => {
    const [found, open = '', , content = '', close = ''] = match;
    if (!SIGNS.test(content)) return undefined;
    return { text: `${open}${inline(content.trim())}${close}`, end: match.index + found.length };
  });
  return replaceInProse(lines, new RegExp(TAG), ({ index, 0: tag }, whole, before) => {
    const end = index + tag.length;
    const isClosing = tag.startsWith('</');
    // An empty line would end the quote.
    if (/(?:^|\n)[ \t]*>[^\n]*$/.test(before)) return undefined;
    TEXT_NEXT.lastIndex = end;
    const opens = (isClosing || LINE_OF_TAGS.test(before)) && TEXT_NEXT.test(whole);
    const ends = isClosing && TEXT_BEFORE.test(before);
    if (!opens && !ends) return undefined;
    const indent = /[ \t]*$/.exec(before)?.[0] ?? '';
    return { text: `${ends ? `\n${indent}` : ''}${tag}${opens ? '\n' : ''}`, end };
  });
}
