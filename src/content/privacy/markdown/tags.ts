import { programTags } from './program-tags.js';

/** The dialects in which tags enclose text in a content folder. */
export type Dialect = 'hugo' | 'liquid' | 'curly' | 'component' | 'program';

/** A tag of a template language, or of a component. */
export interface MarkdownTag {
  readonly dialect: Dialect;
  readonly name: string;
  readonly from: number;
  /** Index after the tag. */
  readonly to: number;
  readonly does: 'open' | 'close' | 'void';
  readonly attributes: string;
}

/** A tag has no other one in it, so that a tag without end isn't read again and again. */
const HUGO =
  /\{\{[<%]\s*(\/)?\s*([\p{L}\w][\p{L}\w./-]*)((?:"(?:\\.|[^"\\])*"|`[^`]*`|[^"`>%{]|[>%](?!\}\})|\{(?!\{[<%])){0,2000})[>%]\}\}/gu;
const LIQUID_START = /\{%-?\s*(\/)?\s*([\p{L}_][\p{L}\w-]*)/gu;
const MAX_LIQUID = 2000;
/** `{members}`, `{{#if @member}}`, `{:else}`; of templates for Handlebars, Svelte, Smarty and extensions of a CMS. */
const CURLY = /\{\{?[ \t]*(?:(?:(\/)|[#:])[ \t]*)?([\p{L}_][\p{L}\p{N}_:-]*)([^{}\n]{0,500})\}\}?/gu;
const CURLY_END = /\{\{?[ \t]*\/[ \t]*([\p{L}_][\p{L}\p{N}_:-]*)[ \t]*\}/gu;
const COMPONENT =
  /<(\/)?([\p{L}][\p{L}\w.:-]*)((?:\s(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^<>"'{])*)?|\/)>/gu;

/** All tags of a text in their order. */
export function findMarkdownTags(text: string): MarkdownTag[] {
  const tags = [
    ...(text.includes('{{') ? tagsOf(text, 'hugo', HUGO) : []),
    ...(text.includes('{%') ? liquidTags(text) : []),
    ...curlyTags(text),
    ...programTags(text),
    ...(/<[/\p{Lu}]|\/>/u.test(text) ? tagsOf(text, 'component', COMPONENT) : []),
  ];
  return tags.sort((a, b) => a.from - b.from);
}

/** Words in curly brackets that enclose something: without an end they are text or a value. */
export function curlyTags(text: string): readonly MarkdownTag[] {
  if (!/\{[ \t]*\//.test(text)) return [];
  const closed = new Set([...text.matchAll(CURLY_END)].map(([, name]) => name));
  return tagsOf(text, 'curly', CURLY).filter(({ name }) => closed.has(name) || name === 'else');
}

/** A tag of Liquid ends at the first `%}`, which is looked for once, however many tags begin before it. */
function liquidTags(text: string): MarkdownTag[] {
  const tags: MarkdownTag[] = [];
  let [close, end] = [0, 0];
  for (const match of text.matchAll(LIQUID_START)) {
    const from = match.index + match[0].length;
    if (close < from) close = text.indexOf('%}', from);
    if (close < 0) break;
    if (match.index < end || close - from > MAX_LIQUID) continue;
    end = close + 2;
    tags.push(tagOf('liquid', match, text.slice(from, close).replace(/-$/, ''), end));
  }
  return tags;
}

function tagsOf(text: string, dialect: Dialect, pattern: RegExp): MarkdownTag[] {
  return [...text.matchAll(pattern)].map((match) =>
    tagOf(dialect, match, match[3] ?? '', match.index + match[0].length),
  );
}

function tagOf(
  dialect: Dialect,
  { index, 1: slash, 2: written = '' }: RegExpExecArray,
  attributes: string,
  to: number,
): MarkdownTag {
  const isEnd = dialect === 'liquid' && /^end/.test(written);
  const isVoid = dialect !== 'liquid' && attributes.trimEnd().endsWith('/');
  const name = isEnd ? written.slice(3).replace(/^[-_]/, '') : written;
  const does = slash !== undefined || isEnd ? 'close' : isVoid ? 'void' : 'open';
  return { dialect, name, from: index, to, does, attributes };
}
