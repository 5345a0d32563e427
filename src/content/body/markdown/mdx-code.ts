/**
 * Code and formulas that MDX passes to components, since Markdown would interpret their signs:
 *
 * | Written | Becomes |
 * |---|---|
 * | a component named for code around one string or template | a fenced block |
 * | the same with the code in `code`, `chart`, `value` … | a fenced block |
 * | `<InlineMath math="…"/>`, `<BlockMath>{…}</BlockMath>` | a formula |
 * | `<pre>` and `<code>` around one string or template | the same with the text in it |
 *
 * A name of a constant that the page exports stands for its string.
 */
import type { Replacement } from '../../../core/prose.js';
import { fence } from './tag-line.js';

const CODE_NAME =
  /code|snippet|highlight|terminal|console|shell|mermaid|plantuml|graphviz|diagram|ascii|^Pre$|^Prism$|^Shiki$/i;
/** Languages that no program reads. */
const NO_CODE_NAME = /^(?:QR|Bar|Zip|Post|Promo|Country|Coupon|Discount|Status|Color)/i;
/** Component names that mean code even where it is one line. */
const SURE_NAME =
  /^(?:Inline)?(?:Code|Snippet|Pre$|Prism|Shiki|Mermaid|PlantUML|Graphviz)|Code(?:Block|Snippet)?$/;
const MATH_NAME = /^(?:Inline|Block)?(?:Math|TeX|Tex|Katex|KaTeX|Latex|LaTeX|Equation|Formula)$/;
const DIAGRAMS = /^(mermaid|plantuml|graphviz)/i;
const CODE_ATTRIBUTES = ['code', 'chart', 'diagram', 'definition', 'source', 'value', 'children'];
const MATH_ATTRIBUTES = ['math', 'tex', 'formula', 'latex', 'children'];
const LITERAL = /^\s*(?:"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\[\s\S]|[^`\\])*)`)\s*;?\s*$/;
const CONSTANT =
  /^export\s+const\s+([A-Za-z_$][\w$]*)\s*(?::[^=\n]+)?=\s*("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`)/gm;

/** Strings that a page exports, by their names. */
export type Constants = ReadonlyMap<string, string>;

/** The index at which a bracket that opens at an index closes. */
export type FindEnd = (text: string, start: number) => number | undefined;

/**
 * Reads the constants of a page that are strings.
 *
 * @param text MDX
 * @returns their values by name
 */
export function readConstants(text: string): Constants {
  const constants = new Map<string, string>();
  if (!text.includes('export')) return constants;
  for (const [, name = '', value = ''] of text.matchAll(CONSTANT)) {
    const literal = literalOf(value, constants);
    if (literal !== undefined) constants.set(name, literal);
  }
  return constants;
}

/** A string, a template or the name of a constant; substitutions in a template stay as they are written. */
function literalOf(source: string, constants: Constants): string | undefined {
  const match = LITERAL.exec(source);
  if (match === null) return constants.get(source.trim());
  const text = match[1] ?? match[2] ?? match[3] ?? '';
  return text.replace(/\\([\s\S])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 't' ? '\t' : sign));
}

/** A component in the text. */
export interface Component {
  /** The whole start tag. */
  readonly tag: string;
  /** Index after the start tag. */
  readonly end: number;
}

/**
 * Replaces a component that shows code or a formula.
 *
 * @param component the component
 * @param text the whole text
 * @param before the text before the component
 * @param constants strings that the page exports
 * @param findEnd finds the end of an expression
 * @returns undefined for any other component
 */
export function replaceCodeComponent(
  { tag, end }: Component,
  text: string,
  before: string,
  constants: Constants,
  findEnd: FindEnd,
): Replacement | undefined {
  const name = /^<([\w.:-]+)/.exec(tag)?.[1] ?? '';
  const last = name.split('.').at(-1) ?? '';
  const isMath = MATH_NAME.test(last);
  const hasLanguage = /\slanguage\s*=/.test(tag);
  const isCode = hasLanguage || (CODE_NAME.test(last) && !NO_CODE_NAME.test(last));
  if (!isMath && !isCode) return undefined;
  const given = isMath ? MATH_ATTRIBUTES : CODE_ATTRIBUTES;
  const content = /\/>$/.test(tag)
    ? attributeContent(tag, given, constants, findEnd, end)
    : (childContent(name, text, end, constants, findEnd) ??
      attributeContent(tag, given, constants, findEnd, end));
  if (content === undefined) return undefined;
  const { value } = content;
  const isInline = last.startsWith('Inline') || /\sinline(?=[\s/>=])/.test(tag);
  if (isMath) return { text: math(value, !isInline), end: content.end };
  const isOneLine = !value.trim().includes('\n');
  if (isOneLine && !hasLanguage && !SURE_NAME.test(last)) return undefined;
  if (isOneLine && isInline) return { text: codeSpan(value.trim()), end: content.end };
  const block = fence(value, infoOf(tag, last, constants, findEnd));
  return { text: indented(block, before), end: content.end };
}

interface Content {
  readonly value: string;
  /** Index after everything that it replaces. */
  readonly end: number;
}

/** The one expression between the tags of a component. */
function childContent(
  name: string,
  text: string,
  from: number,
  constants: Constants,
  findEnd: FindEnd,
): Content | undefined {
  const start = from + (/^\s*/.exec(text.slice(from, from + 200))?.[0].length ?? 0);
  if (text[start] !== '{') return undefined;
  const close = findEnd(text, start);
  if (close === undefined) return undefined;
  const tail = /\s*<\/([\w.:-]+)\s*>/y;
  tail.lastIndex = close;
  const match = tail.exec(text);
  const value = literalOf(text.slice(start + 1, close - 1), constants);
  return match?.[1] !== name || value === undefined ? undefined : { value, end: tail.lastIndex };
}

function attributeContent(
  tag: string,
  names: readonly string[],
  constants: Constants,
  findEnd: FindEnd,
  end: number,
): Content | undefined {
  for (const name of names) {
    const value = attribute(tag, name, constants, findEnd);
    if (value !== undefined) return { value, end };
  }
  return undefined;
}

function attribute(tag: string, name: string, constants: Constants, findEnd: FindEnd): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|(\\{))`).exec(tag);
  if (match === null) return undefined;
  if (match[3] === undefined) return match[1] ?? match[2];
  const start = match.index + match[0].length - 1;
  const close = findEnd(tag, start);
  return close === undefined ? undefined : literalOf(tag.slice(start + 1, close - 1), constants);
}

/** The info string: language, and the title as all fences have it. */
function infoOf(tag: string, name: string, constants: Constants, findEnd: FindEnd): string {
  const read = (attributeName: string) => attribute(tag, attributeName, constants, findEnd);
  const named = read('className')?.match(/(?:^|\s)lang(?:uage)?-([\w+#.-]+)/)?.[1];
  const language = read('language') ?? read('lang') ?? named ?? DIAGRAMS.exec(name)?.[1]?.toLowerCase() ?? '';
  const title = read('title') ?? read('filename') ?? read('fileName');
  const word = language.replace(/[^\w+#.-]/g, '') || (title ? 'text' : '');
  return title ? `${word} title="${title.replace(/["\n]/g, "'")}"` : word;
}

/** In a list or a component that is indented, the block belongs to it. */
function indented(block: string, before: string): string {
  const indent = /(?:^|\n)([ \t]*)$/.exec(before)?.[1] ?? '';
  return indent === '' ? block : block.replace(/\n(?!$)/g, `\n${indent}`);
}

function codeSpan(code: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return longest === 0 ? `${ticks}${code}${ticks}` : `${ticks} ${code} ${ticks}`;
}

function math(tex: string, isDisplay: boolean): string {
  const line = tex.replace(/\s+/g, ' ').trim();
  return isDisplay ? `\n\n$$${line}$$\n\n` : `$${line}$`;
}

const LITERAL_ELEMENT =
  /^(<pre\b[^>]*>\s*(?:<code\b[^>]*>)?|<code\b[^>]*>)\s*\{(\s*(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`)\s*)\}\s*((?:<\/code>\s*)?<\/pre>|<\/code>)$/i;

/**
 * Puts the text into a `pre` or `code` element that holds nothing but a string or a template.
 *
 * @param piece a piece of code, as `replaceInProse` finds them
 * @returns HTML; the piece itself where it is anything else
 */
export function settleLiteralElement(piece: string): string {
  const match = piece.startsWith('<') ? LITERAL_ELEMENT.exec(piece) : null;
  if (match === null) return piece;
  const [, open = '', source = '', close = ''] = match;
  const text = literalOf(source, new Map()) ?? '';
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return open.replace(/\bclassName(?=\s*=)/g, 'class') + escaped.replace(/^\n/, '') + close;
}
