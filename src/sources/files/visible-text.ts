import { escapeHtml } from '../../content/html/escape.js';
import { plainText } from '../../content/html/text.js';
import { isHtmlElement } from '../../content/privacy/markdown/verdict.js';

/** Verbatim parts: escaped characters, code, addresses between angle brackets. */
const LITERAL = /\\([!-/:-@[-`{-~])|(`+)(?!`)([\s\S]*?[^`])\2(?!`)|<(https?:\/\/[^\s<>]+)>/g;
const ADDRESS = String.raw`\((?:[^()\n]|\([^()\n]*\))*\)`;
const IMAGE = new RegExp(String.raw`!\[([^\[\]]*)\](?:${ADDRESS}|\[[^\[\]]*\])`, 'g');
const LINK = new RegExp(String.raw`\[([^\[\]]*)\](?:${ADDRESS}|\[[^\[\]]*\])`, 'g');
/** Template tags, whose output is unknown. */
const TEMPLATE = /\{%-?[ \t]*\w[^\n]*?%\}/g;
const FOOTNOTE = /\[\^[^\]\s]+\]/g;
const ATTRIBUTES = /[ \t]*(?:%\{[#.][^{}\n]*\}%|\{:?[ \t]*[#.][^{}\n]*\})[ \t]*$/;
const EMPHASIS: readonly RegExp[] = [
  /(\*\*|~~)(?=\S)(.+?)(?<=\S)\1/g,
  /(?<![\p{L}\p{N}])(__?)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu,
  /(\*)(?=\S)([^*]+?)(?<=\S)\1/g,
];
/** An angle bracket that begins no tag, as in `Map<K, V>`. */
const BRACKET = /<(?!\/?[a-z][a-z0-9-]*[\s/>]|[!?])/gi;
const BARE_TAG = /<(\/?)([a-z][a-z0-9]*)>/gi;
/** A placeholder for what is restored at the end; it occurs in no text. */
const MARK = /\uE000(\d+)\uE001/g;

/** Escapes the angle brackets of a name that begin no tag; the tags and entities of its author stay. */
export function withoutBareBrackets(name: string): string {
  return name.replace(BRACKET, '&lt;');
}

/** One line of Markdown as a reader sees it: without marks, escapes, entities, tags, addresses and footnote marks. */
export function visibleLine(markdown: string): string {
  const { text, literals } = withoutMarks(markdown.replace(ATTRIBUTES, ''), false);
  return putBack(plainText(withoutBareBrackets(text)), literals)
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * A summary as an author wrote it, without Markdown syntax; entities and tags of HTML stay as they are.
 * @param written text that may or may not be Markdown: it changes only where it has links, code or
 * strong emphasis
 */
export function visibleSummary(written: string): string {
  const isMarkdown = /\]\(|\*\*|`|\[\^/.test(written);
  const { text: unmarked, literals } = isMarkdown
    ? withoutMarks(written, false)
    : { text: written, literals: [] };
  const text = unmarked
    .replace(BRACKET, '&lt;')
    .replace(BARE_TAG, (tag, slash: string, name: string) =>
      isHtmlElement(name) ? tag : `&lt;${slash}${name}>`,
    );
  if (!isMarkdown) return text;
  return putBack(text, literals.map(escapeHtml)).trim();
}

interface Unmarked {
  readonly text: string;
  readonly literals: readonly string[];
}

function withoutMarks(markdown: string, alts: boolean): Unmarked {
  const literals: string[] = [];
  let text = markdown.replace(LITERAL, (_, sign?: string, _ticks?: string, code?: string, url?: string) => {
    literals.push(sign ?? code?.trim() ?? url ?? '');
    return `\uE000${literals.length - 1}\uE001`;
  });
  text = text
    .replace(TEMPLATE, '')
    .replace(FOOTNOTE, '')
    .replace(IMAGE, alts ? '$1' : '');
  // Twice: a link may contain a picture.
  text = text.replace(LINK, '$1').replace(LINK, '$1');
  for (const pattern of EMPHASIS) text = text.replace(pattern, '$2');
  if (!alts && text.trim() === '' && /!\[/.test(markdown)) return withoutMarks(markdown, true);
  return { text, literals };
}

function putBack(text: string, literals: readonly string[]): string {
  return text.replace(MARK, (_, index: string) => literals[Number(index)] ?? '');
}
