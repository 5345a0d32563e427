/** The dialects in which tags enclose text in a content folder. */
export type Dialect = 'hugo' | 'liquid' | 'curly' | 'component';

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

const HUGO =
  /\{\{[<%]\s*(\/)?\s*([\p{L}\w][\p{L}\w./-]*)((?:"(?:\\.|[^"\\])*"|`[^`]*`|[^"`>%]|[>%](?!\}\})){0,2000})[>%]\}\}/gu;
const LIQUID = /\{%-?\s*(\/)?\s*([\p{L}_][\p{L}\w-]*)((?:[^%]|%(?!\})){0,2000}?)-?%\}/gu;
/** `{members}`, `{{#if @member}}`, `{:else}`; of templates for Handlebars, Svelte, Smarty and extensions of a CMS. */
const CURLY = /\{\{?[ \t]*(?:(?:(\/)|[#:])[ \t]*)?([\p{L}_][\p{L}\p{N}_-]*)([^{}\n]{0,500})\}\}?/gu;
const CURLY_END = /\{\{?[ \t]*\/[ \t]*([\p{L}_][\p{L}\p{N}_-]*)[ \t]*\}/gu;
const COMPONENT =
  /<(\/)?([\p{L}][\p{L}\w.:-]*)((?:\s(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^<>"'{])*)?|\/)>/gu;

/** All tags of a text in their order. */
export function findMarkdownTags(text: string): MarkdownTag[] {
  const tags = [
    ...(text.includes('{{') ? tagsOf(text, 'hugo', HUGO) : []),
    ...(text.includes('{%') ? tagsOf(text, 'liquid', LIQUID) : []),
    ...curlyTags(text),
    ...(text.includes('</') || text.includes('/>') ? tagsOf(text, 'component', COMPONENT) : []),
  ];
  return tags.sort((a, b) => a.from - b.from);
}

/** Words in curly brackets that enclose something: without an end they are text or a value. */
export function curlyTags(text: string): readonly MarkdownTag[] {
  if (!/\{[ \t]*\//.test(text)) return [];
  const closed = new Set([...text.matchAll(CURLY_END)].map(([, name]) => name));
  return tagsOf(text, 'curly', CURLY).filter(({ name }) => closed.has(name) || name === 'else');
}

function tagsOf(text: string, dialect: Dialect, pattern: RegExp): MarkdownTag[] {
  return [...text.matchAll(pattern)].map((match) => {
    const [whole, slash, written = '', rest = ''] = match;
    const isEnd = dialect === 'liquid' && /^end/.test(written);
    const isVoid = dialect !== 'liquid' && rest.trimEnd().endsWith('/');
    return {
      dialect,
      name: isEnd ? written.slice(3).replace(/^[-_]/, '') : written,
      from: match.index,
      to: match.index + whole.length,
      does: slash !== undefined || isEnd ? 'close' : isVoid ? 'void' : 'open',
      attributes: rest,
    };
  });
}
