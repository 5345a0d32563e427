import { HEADING_LIST } from '../../content/body/markdown/attributes.js';
import { expandComponents } from '../../content/body/markdown/components/expand.js';
import { dropAttributeLists } from '../../content/body/markdown/python/inline-marks.js';
import { plainText } from '../../content/html/text.js';
import { withoutCode } from '../../core/prose.js';
import { visibleLine } from './visible-text.js';

/** Wordless parts at the beginning of a file: a licence, imports, badges, the tags around them. */
const SILENT: readonly RegExp[] = [
  /(?:\s|&nbsp;)+/y,
  /<!--[\s\S]*?-->/y,
  /<(script|style|svg)\b[^>]*>[\s\S]*?<\/\1\s*>/iy,
  /<\/?(?:p|div|center|a|img|picture|source|br|hr|span|header|hgroup|section|article|main|kbd|sub|sup)\b[^>]*>/iy,
  /\[!\[[^\]\n]*\](?:\([^()\n]*\)|\[[^\]\n]*\])\](?:\([^()\n]*\)|\[[^\]\n]*\])?/y,
  /!\[[^\]\n]*\](?:\([^()\n]*\)|\[[^\]\n]*\])(?:\{[^}\n]*\})?/y,
  /(?<=^|\n)import\s+(?:[\w*{][^;'"]*?\sfrom\s+)?(["'])[^"'\n]+\1[ \t]*;?[ \t]*(?=\n|$)/y,
  /(?<=^|\n)export\s+(?:const|let|function|default|\{)[^\n]*(?:\n(?![ \t]*\n|[ \t]*#)[^\n]*)*/y,
  /\{\/\*[\s\S]*?\*\/\}/y,
  /\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}/y,
  /\{\{#title[^{}\n]*\}\}|\{%[^%\n]*%\}|\{\{[<%][^\n]*?[>%]\}\}/y,
  /(?<=^|\n)\[[^\]^\n][^\]\n]*\]:[ \t]*\S+[^\n]*/y,
  /(?<=^|\n)\[\[?toc\]?\](?=[ \t]*(?:\n|$))/iy,
];
const HTML_HEADING = /<h1\b[^>]*>([\s\S]*?)<\/h1\s*>/iy;
const ATX = /(?<=^|\n)[ \t]{0,3}#(?:[ \t]+([^\n]*?))?(?:[ \t]+#+)?[ \t]*(?:\n|$)/y;
const SETEXT = /(?<=^|\n)[ \t]{0,3}(\S[^\n]*)\n[ \t]{0,3}=+[ \t]*(?:\n|$)/y;

/** A badge that a component has written. */
const BADGE = /<span class="badge">([^<]+)<\/span>/g;

/** The first heading of a text. */
export interface FirstHeading {
  /** As a reader sees it. */
  readonly title: string;
  /** The text without it. */
  readonly rest: string;
}

/**
 * Finds the level-one heading with which a text begins; comments, imports, badges and the like may come
 * before it, since they have no words.
 * @param isHtml whether the text is HTML, where only an `h1` is a heading
 */
export function firstHeading(text: string, isHtml: boolean): FirstHeading | undefined {
  const at = skipSilent(text);
  const start = text.slice(0, at).replace(/[ \t]+$/, '').length;
  const html = matchAt(HTML_HEADING, text, at);
  const match = html ?? (isHtml ? undefined : (matchAt(ATX, text, start) ?? matchAt(SETEXT, text, start)));
  if (match === undefined) return undefined;
  const written = match[1] ?? '';
  // A component in a heading, such as a badge, has its words in its properties.
  const shown = /<[A-Z]/.test(written) ? expandComponents(written, false).text : written;
  // As in other headings, where the same happens in the page.
  const set = shown.replace(BADGE, (_, badge: string, at: number) => (at === 0 ? badge : ` (${badge})`));
  const title =
    html === undefined
      ? visibleLine(dropAttributeLists(set).replace(HEADING_LIST, ''))
      : plainText(withoutAnchors(set));
  if (title === '') return undefined;
  const before = text.slice(0, match.index);
  return { title, rest: (before.trim() === '' ? '' : before) + text.slice(match.index + match[0].length) };
}

const ANY_ATX = /^ {0,3}#[ \t].*$/gm;

/**
 * Finds the level-one heading of Markdown that begins with something else, such as the trail of a page's names. It only
 * leaves the text when it's the only heading of its level.
 */
export function laterHeading(text: string): FirstHeading | undefined {
  const [first, second] = [...withoutCode(text).matchAll(ANY_ATX)];
  if (first === undefined) return undefined;
  const end = first.index + first[0].length;
  const written = text.slice(first.index, end).replace(/^ *#/, '').trim();
  const title = visibleLine(written.replace(/(?<=[ \t])#+$/, ''));
  if (title === '') return undefined;
  return { title, rest: second === undefined ? text.slice(0, first.index) + text.slice(end) : text };
}

function skipSilent(text: string): number {
  let at = 0;
  for (let before = -1; before !== at; ) {
    before = at;
    for (const pattern of SILENT) {
      const match = matchAt(pattern, text, at);
      if (match !== undefined) at += match[0].length;
    }
  }
  return at;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** Links of a heading to itself, and marks of footnotes. */
function withoutAnchors(html: string): string {
  return html
    .replace(/<a\b[^>]*>\s*[#¶§🔗⚓]*\s*<\/a\s*>/gu, '')
    .replace(/<sup\b[^>]*>\s*(?:\[?<a\b[^>]*href=["']?#[^>]*>[^<]{0,5}<\/a\s*>\]?)\s*<\/sup\s*>/gi, '');
}
