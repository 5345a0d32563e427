import { replaceInProse } from '../../../../core/prose.js';

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:[ \t\n]+[^<>]{0,500})?)>/g;
const ATTRIBUTE = /[ \t\n]+markdown(?:[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?(?=[\s/]|$)/;

const NEXT_LINE = /[ \t]*\n[ \t]*\S/y;

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
    if (slash === '') {
      if (attributes.endsWith('/')) return undefined;
      const isMarkdown = ATTRIBUTE.test(attributes);
      const isCounted = isMarkdown || (open.length < MAX_OPEN && open.some((one) => one.name === name));
      if (isCounted) open.push({ name, isMarkdown });
      return isMarkdown ? { text: `<${name}${attributes.replace(ATTRIBUTE, '')}>\n\n`, end } : undefined;
    }
    const at = open.findLastIndex((one) => one.name === name);
    const isMarkdown = at >= 0 && open.splice(at)[0]?.isMarkdown === true;
    const indent = /(?:^|\n)([ \t]*)$/.exec(before)?.[1] ?? '';
    if (!isMarkdown) return undefined;
    // Markdown goes on in the line after the element.
    NEXT_LINE.lastIndex = end;
    return { text: `\n\n${indent}${found}${NEXT_LINE.test(whole) ? '\n' : ''}`, end };
  });
}
