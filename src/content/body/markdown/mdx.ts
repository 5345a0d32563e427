import { withoutCode } from '../../../core/prose.js';

const IMPORT =
  /^(?:import\s+(?:[\w$*{][^'"\n;]*|\{[^}'";]*\}\s*)from\s+['"][^'"\n]+['"]|import\s+['"][^'"\n]+['"])[ \t]*;?[ \t]*$/m;
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
 * Takes away the fences of `mdx-code-block`, with which Docusaurus hides MDX from tools for translation: their text is
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
