/** Removes tags of components and of HTML from a Markdown text, and keeps the texts in the properties of components. */
import { balancedEnd } from '../../../core/balanced-end.js';
import { parseHtml } from '../../html/parse.js';
import { withoutUnseen } from '../../html/text.js';
import { removeUnseen } from '../../privacy/html/closed-parts.js';
import { NO_PRIVACY_RULES } from '../../privacy/privacy.js';
import { scanProperties, statementEnd } from '../../syntax/component-tag.js';
import { type Parameter, type PieceList, unescaped, visibleValues } from './pieces.js';

const HIDDEN = /<(script|style|template|noscript)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const TAG_START = /<\/?([A-Za-z][\w.:-]*)(?=[\s/>])|<\/?>/g;
const BLOCKS =
  /^(?:address|article|aside|blockquote|br|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;
const HTML =
  /^(?:a|abbr|acronym|address|area|article|aside|audio|b|bdi|bdo|big|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|data|dd|del|details|dfn|dialog|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|meta|meter|nav|object|ol|optgroup|option|output|p|param|picture|pre|progress|q|rp|rt|ruby|s|samp|section|select|small|source|span|strike|strong|sub|summary|sup|svg|path|circle|rect|line|polyline|polygon|g|defs|use|table|tbody|td|textarea|tfoot|th|thead|time|tr|track|tt|u|ul|var|video|wbr|math|m[a-z]+)$/;
const SHOWING_FILE = /^(?:iframe|object|embed|video|audio)$/;

/**
 * Removes tags.
 * @param list receives components and elements that show another document
 */
export function extractTags(text: string, list: PieceList): string {
  if (!text.includes('<')) return text;
  const source = withoutHidden(text.replace(HIDDEN, ' '));
  // `<Tabs values={[{label, value}]}>` names its tabs, which have only the values.
  const hasLabels = /\bvalues=\{/.test(source);
  let result = '';
  let at = 0;
  const closing = new Map<string, number>();
  TAG_START.lastIndex = 0;
  for (let match = TAG_START.exec(source); match !== null; match = TAG_START.exec(source)) {
    const tag =
      match[1] === undefined
        ? { end: TAG_START.lastIndex, properties: [] }
        : readTag(source, TAG_START.lastIndex);
    if (tag === undefined) continue;
    const name = match[1] ?? '';
    result += source.slice(at, match.index) + (HTML.test(name) && !BLOCKS.test(name) ? '' : '\n');
    if (!match[0].startsWith('</') && name !== '') {
      if (!closing.has(name)) closing.set(name, source.lastIndexOf(`</${name}`));
      const hasContent = source[tag.end - 2] !== '/' && (closing.get(name) ?? -1) >= tag.end;
      note(name, hasLabels && name === 'TabItem' ? [] : tag.properties, hasContent, list);
    }
    at = tag.end;
    TAG_START.lastIndex = at;
  }
  return result + source.slice(at);
}

/** An opening tag that may hide its element, from all readers or from some. */
const MAYBE_HIDDEN = /<(dialog(?=[\s>])|[a-z][a-z0-9-]*(?=\s[^<>]*(?:hidden|style|class|data-)))[^<>{]*>/gi;

/** The search for an end reads the rest of the text. */
const MAX_UNCLOSED = 20;

/** Removes the elements that no visitor sees. */
function withoutHidden(text: string): string {
  let result = '';
  let at = 0;
  let unclosed = 0;
  for (const match of text.matchAll(MAYBE_HIDDEN)) {
    if (unclosed >= MAX_UNCLOSED) break;
    const [tag, name = ''] = match;
    if (match.index < at || tag.endsWith('/>') || !isHidden(tag)) continue;
    const end = endOf(text, name, match.index + tag.length);
    if (end === undefined) {
      unclosed += 1;
      continue;
    }
    result += `${text.slice(at, match.index)}\n`;
    at = end;
  }
  return result + text.slice(at);
}

function isHidden(tag: string): boolean {
  const tree = parseHtml(tag);
  if (tree.children.length === 0) return false;
  removeUnseen(tree, NO_PRIVACY_RULES);
  return withoutUnseen(tree).children.length === 0;
}

/** The index after the closing tag of an element; undefined if it has none. */
function endOf(text: string, name: string, from: number): number | undefined {
  const tags = new RegExp(`<(/?)${name}(?=[\\s/>])[^<>]*>`, 'gi');
  tags.lastIndex = from;
  for (let open = 1, match = tags.exec(text); match !== null; match = tags.exec(text)) {
    open += match[1] === '/' ? -1 : 1;
    if (open === 0) return tags.lastIndex;
  }
  return undefined;
}

function note(name: string, properties: readonly Parameter[], hasContent: boolean, list: PieceList): void {
  if (SHOWING_FILE.test(name)) {
    const shown = properties.filter(([key]) => key === 'src' || key === 'data');
    if (shown.length > 0) list.construct(name, shown);
  } else if (!HTML.test(name)) {
    list.construct(`<${name}>`, properties, hasContent);
  }
}

interface Tag {
  readonly end: number;
  readonly properties: readonly Parameter[];
}

const END = /\s*\/?>/y;

/** Reads the rest of a tag after its name; undefined where it does not end as a tag. */
function readTag(text: string, from: number): Tag | undefined {
  const written = scanProperties(text, from);
  END.lastIndex = written.end;
  if (!END.test(text)) return undefined;
  const properties = written.properties.flatMap(({ name, value, expression }): readonly Parameter[] => {
    const shown = expression === undefined ? value : shownIn(expression);
    return shown === undefined ? [] : [[name, shown]];
  });
  return { end: END.lastIndex, properties };
}

const KEYED =
  /(?:["']?([\w-]{1,60})["']?\s*:\s*)?(?:"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\$])*)`)/g;

/** The texts in the expression of a property that are shown: of objects, those whose key means text. */
function shownIn(expression: string): string {
  const strings = [...expression.matchAll(KEYED)].map(
    ([, key, double, single, raw]): Parameter => [key, unescaped(double ?? single ?? raw) ?? ''],
  );
  const isLabelled = strings.some(([key]) => key === 'label');
  return strings
    .filter((one) =>
      one[0] === undefined
        ? !/^(?:https?:|[./#])\S*$/.test(one[1])
        : !(isLabelled && one[0] === 'value') && visibleValues([one]).length > 0,
    )
    .map(([, value]) => value)
    .join(' ');
}

/** The texts in an expression: `{"a"}`, `{['a', 'b']}`, `{[{title: 'a'}]}`. */
function stringsIn(expression: string): string {
  const strings = expression.matchAll(/"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\$])*)`/g);
  return [...strings].map(([, double, single, raw]) => unescaped(double ?? single ?? raw) ?? '').join(' ');
}

/** Removes the program from an MDX text, and keeps the texts in its expressions. */

const STATEMENT =
  /(?:^\s*|\n[ \t]*\n|(?:<!--(?:(?!-->|<!--)[\s\S])*-->|\{\/\*(?:(?!\*\/|\{\/\*)[\s\S])*\*\/\})[ \t]*\n)(?:import|export)\b(?=[ {*'"])/g;
const COMMENT = /\{\s*\/\*(?:(?!\{\s*\/\*)[\s\S])*?\*\/\s*\}/g;
/** Not after the `=` of a property, which belongs to its tag. */
const EXPRESSION = /(?<![\\=])\{/g;

const CONSTANT =
  /^export\s+const\s+([\w$]+)\s*(?::[^=\n]+)?=\s*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`$]*)`|(\d[\d.]*))\s*;?\s*$/gm;

/** The texts and numbers that a page exports, by name. */
export function constantsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(CONSTANT)].map(([, name = '', double, single, raw, number]) => [
      name,
      double ?? single ?? raw ?? number ?? '',
    ]),
  );
}

/** Removes imports, exports and comments. */
export function dropStatements(text: string): string {
  let result = '';
  let at = 0;
  STATEMENT.lastIndex = 0;
  for (let match = STATEMENT.exec(text); match !== null; match = STATEMENT.exec(text)) {
    result += text.slice(at, match.index);
    at = statementEnd(text, STATEMENT.lastIndex);
    STATEMENT.lastIndex = at;
  }
  return (result + text.slice(at)).replace(COMMENT, '');
}

/** Removes expressions: their texts are shown, their variables only a program knows. */
export function extractExpressions(
  text: string,
  constants: ReadonlyMap<string, string>,
  list: PieceList,
): string {
  let result = '';
  let at = 0;
  EXPRESSION.lastIndex = 0;
  for (let match = EXPRESSION.exec(text); match !== null; match = EXPRESSION.exec(text)) {
    const end = balancedEnd(text, match.index);
    if (end === undefined) break;
    const code = text.slice(match.index + 1, end - 1).trim();
    const strings = constants.get(code) ?? stringsIn(code);
    if (strings.trim() !== '') list.add('{expression}', strings);
    else if (/[A-Za-z_$]/.test(code)) list.unknown('{', code, '}');
    result += `${text.slice(at, match.index)} `;
    at = end;
    EXPRESSION.lastIndex = at;
  }
  return result + text.slice(at);
}
