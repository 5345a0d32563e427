/** Gives the blocks of code of all generators one form: `pre` with `code`. */

import type { Element, ElementContent, Properties } from 'hast';
import {
  collapseSpace,
  deepText,
  findAll,
  findElement,
  hasClass,
  isBlankText,
  isScreenReaderText,
  make,
  parentsIn,
  property,
} from '../element.js';
import { isUnseen } from '../text.js';
import { dropLanguage } from './code-language.js';
import { isCodeTable, readCode } from './code-lines.js';
import { isCode } from './code-numbers.js';
import { isCodeLabel, isGutter, isLine, isNoCode, titleOf } from './code-parts.js';

/** Boxes in which generators put a block of code and its accessories. */
const WRAPPER =
  /^(?:language-|highlight|code(?:$|[-_A-Z]|block)|prism|shiki|expressive-code|gatsby-|hljs|rehype|nextra|sourceCode|listing|snippet|frame$|theme-code|literal-block|crayon|vp-code-block|vocs_Code)/i;
const TITLES = ['dataFilename', 'dataFileName', 'dataFile', 'dataTitle'];

/**
 * Reduces a `pre` with more in it to its code, with the name of its file before it.
 *
 * @param pre a `pre` element; its children may be replaced
 * @returns the replacement
 */
export function normalisePre(pre: Element): ElementContent[] {
  if (isVerse(pre)) return [pre];
  const language = dropLanguage(pre);
  const title = [titleInside(pre), namedTitle(pre)].find((one) => one && one.toLowerCase() !== language);
  const { text, isDiff } = readCode(pre);
  if (isDiff || title !== undefined || holdsMore(pre, text)) pre.children = [codeElement(pre, text, isDiff)];
  for (const part of [pre, ...pre.children]) if (part.type === 'element') joinColours(part);
  return text === '' ? [] : withTitle(title, pre);
}

/** True for a `pre` with text: verse, or a preformatted block of WordPress with links, which code can't have. */
export function isVerse(pre: Element): boolean {
  if (hasClass(pre, 'wp-block-verse')) return true;
  const isLink = (part: Element) => part.tagName === 'a' && property(part, 'href') !== '';
  return hasClass(pre, 'wp-block-preformatted') && findElement(pre, isLink) !== undefined;
}

/** A note in a comment of code, which is found by the comment's element. */
const ANNOTATION = /\(\d{1,3}\)!/;

/**
 * Joins the texts of code whose elements only give them colours.
 *
 * @param code a `pre` or `code` element; its children may be replaced
 */
export function joinColours(code: Element): void {
  if (code.children.every(({ type }) => type === 'text')) return;
  if (findElement(code, (part) => !isColour(part)) !== undefined) return;
  const value = deepText(code);
  if (!ANNOTATION.test(value)) code.children = [{ type: 'text', value }];
}

function isColour({ tagName, properties }: Element): boolean {
  if (tagName !== 'span') return false;
  for (const name in properties) if (name !== 'className') return false;
  return true;
}

/** Whether a block contains more than its code, or hides lines of it. */
function holdsMore(pre: Element, text: string): boolean {
  if (
    deepText(pre)
      .trimEnd()
      .replace(/^(?:[ \t]*\n)+/, '') !== text
  )
    return true;
  return (
    findElement(pre, ({ properties }) => Boolean(properties['hidden'] ?? properties['style'])) !== undefined
  );
}

/**
 * Turns a table that sets numbers next to code into a `pre`.
 *
 * @param table any table
 * @returns the replacement; undefined for a table of data
 */
export function normaliseCodeTable(table: Element): ElementContent[] | undefined {
  if (!isCodeTable(table)) return undefined;
  const { text, isDiff } = readCode(table);
  const title = titleInside(table);
  const { hidden, style } = table.properties;
  const pre = block({ hidden, style }, [codeElement(table, text, isDiff)]);
  return withTitle(title, pre);
}

/** Editors on a page: CodeMirror 5 and 6, Monaco. Only their lines are code. */
const EDITOR = /^(?:CodeMirror|cm-editor|monaco-editor)$/;
/** Lines of code by Doxygen and LaTeXML. */
const LINES = /^(?:fragment|ltx_listing)$/;
/** Code of Writerside, whose style keeps the line breaks. */
const STYLED = /^code-(?:block|collapse)$/;

/**
 * Turns code without a `pre` around it into one: the lines of Doxygen, LaTeXML and editors, and the boxes of Writerside.
 *
 * @param box any element
 * @returns the replacement; undefined for any other box
 */
export function normaliseFragment(box: Element): ElementContent[] | undefined {
  const isEditor = hasClass(box, EDITOR);
  const isStyled = hasClass(box, STYLED) && property(box, 'dataLang') !== '';
  const isLines = isEditor || (hasClass(box, LINES) && findElement(box, isLine) !== undefined);
  const isBroken = hasClass(box, /^code$/) && isOfBrokenLines(box);
  if (!(isLines || isStyled || isBroken) || findElement(box, isPlainPre) !== undefined) return undefined;
  if (isBroken) joinSourceLines(box);
  const { text } = readCode(isEditor ? { ...box, children: [...findAll(box, isLine)] } : box);
  const { dataLang, dataLanguage = dataLang } = (findElement(box, namesLanguage) ?? box).properties;
  const properties = dataLanguage === undefined ? {} : { dataLanguage };
  return text === '' ? undefined : [block(properties, [codeElement(box, text, false)])];
}

/** coqdoc: code in a box, with elements for its line breaks. */
function isOfBrokenLines(box: Element): boolean {
  const isBreak = ({ tagName }: Element) => tagName === 'br';
  if (box.tagName !== 'div' || findElement(box, isBreak) === undefined) return false;
  return (
    findElement(box, ({ tagName }) => !/^(?:a|b|br|em|i|span|strong|su[bp])$/.test(tagName)) === undefined
  );
}

function isPlainPre(node: Element): boolean {
  return node.tagName === 'pre' && !isLine(node);
}

/**
 * A paragraph that is one code span with line breaks is a block of code.
 *
 * @param paragraph a `p` element
 * @returns the replacement; undefined for any other paragraph
 */
export function normaliseCodeParagraph(paragraph: Element): ElementContent[] | undefined {
  const shown = paragraph.children.filter((child) => !isBlankText(child));
  const [code] = shown;
  if (shown.length !== 1 || code?.type !== 'element' || code.tagName !== 'code') return undefined;
  if (findElement(code, ({ tagName }) => tagName === 'br') === undefined) return undefined;
  joinSourceLines(code);
  const { text } = readCode(code);
  return text.includes('\n') ? [block({}, [codeElement(code, text, false)])] : undefined;
}

/**
 * Cleans up what generators place next to code: labels of languages, buttons and numbers go, names of files
 * become captions.
 *
 * @param wrapper any element; its children may be replaced
 */
export function normaliseWrapper(wrapper: Element): void {
  if (!isWrapper(wrapper)) return;
  const title = namedTitle(wrapper);
  let isChanged = title !== undefined;
  for (const shown of [title, ...wrapper.children.map(titleOfPart)])
    if (shown !== undefined) dropTitle(wrapper, shown);
  const children = wrapper.children.flatMap((child): ElementContent[] => {
    const settled = normalisePart(child);
    isChanged ||= settled.length !== 1 || settled[0] !== child;
    return settled;
  });
  if (!isChanged) return;
  wrapper.children = title === undefined ? children : [caption(title), ...children];
}

function titleOfPart(child: ElementContent): string | undefined {
  return child.type === 'element' && child.tagName !== 'pre' ? titleOf(child) : undefined;
}

/** A block of code in a wrapper may repeat the title that the wrapper shows. */
function dropTitle(wrapper: Element, shown: string): void {
  const pre = findElement(wrapper, (child) => child.tagName === 'pre' && namedTitle(child) === shown);
  if (pre !== undefined) for (const name of TITLES) delete pre.properties[name];
}

function isWrapper(node: Element): boolean {
  if (node.tagName === 'pre' || node.tagName === 'code') return false;
  const isNamed = hasClass(node, WRAPPER);
  const isMarked = node.properties['dataRehypePrettyCodeFigure'] !== undefined;
  return (isNamed || isMarked) && findElement(node, ({ tagName }) => tagName === 'pre') !== undefined;
}

function normalisePart(child: ElementContent): ElementContent[] {
  if (child.type !== 'element' || /^(?:pre|table)$/.test(child.tagName) || isUnseen(child)) return [child];
  if (child.tagName === 'figcaption') return [withoutReaderTexts(child)];
  const isMarked = child.properties['dataRehypePrettyCodeTitle'] !== undefined;
  const title = isMarked ? collapseSpace(deepText(child)) : titleOf(child);
  if (title !== undefined) return [caption(title)];
  if (findElement(child, ({ tagName }) => tagName === 'pre') !== undefined) return [child];
  const isLabel = isCodeLabel(child) && deepText(child).length < 2000;
  return isLabel || child.tagName === 'button' ? [] : [child];
}

/** "Terminal window" is for screen readers only. */
function withoutReaderTexts(node: Element): Element {
  const children = node.children.filter((child) => child.type !== 'element' || !isScreenReaderText(child));
  return children.length === node.children.length ? node : { ...node, children };
}

/** The name of a file in an element of its own inside a block of code, before the code. */
function titleInside(node: Element): string | undefined {
  if (node.tagName === 'pre' && findElement(node, ({ tagName }) => tagName === 'code') === undefined)
    return undefined;
  const isTitle = (child: Element): boolean =>
    child.tagName !== 'span' && !isNoCode(child, false) && titleOf(child) !== undefined;
  const found = findElement(node, isTitle);
  return found && titleOf(found);
}

function namedTitle(node: Element): string | undefined {
  for (const name of TITLES) {
    const value = collapseSpace(property(node, name));
    if (value !== '') return value;
  }
  return undefined;
}

function withTitle(title: string | undefined, pre: Element): ElementContent[] {
  return title === undefined || isUnseen(pre) ? [pre] : [caption(title), pre];
}

function caption(title: string): Element {
  const emphasis: Element = {
    type: 'element',
    tagName: 'em',
    properties: {},
    children: [{ type: 'text', value: title }],
  };
  return { type: 'element', tagName: 'p', properties: {}, children: [emphasis] };
}

/** Code without any content, which keeps the language of its element. */
function codeElement(around: Element, text: string, isDiff: boolean): Element {
  const isTable = around.tagName === 'table';
  const own =
    around.tagName === 'code' || isTable
      ? around
      : findElement(around, (one) => isCode(one) && !isGutter(one));
  const source = isTable ? findElement(around, namesLanguage) : own;
  const properties = isDiff ? { className: ['language-diff'] } : { ...source?.properties };
  return { type: 'element', tagName: 'code', properties, children: [{ type: 'text', value: text }] };
}

function namesLanguage(node: Element): boolean {
  if (!/^(?:code|pre|div)$/.test(node.tagName)) return false;
  const isNamed = ['dataLang', 'dataLanguage'].some((name) => property(node, name) !== '');
  return isNamed || hasClass(node, /^lang(?:uage)?-|^(?:hljs|sourceCode)$/);
}

function block(properties: Properties, children: ElementContent[]): Element {
  return { type: 'element', tagName: 'pre', properties, children };
}

/**
 * Turns the code that SyntaxHighlighter reads from a script into a `pre`.
 *
 * @param script any `script`
 * @returns the replacement; undefined for any other script
 */
export function normaliseCodeScript(script: Element): ElementContent[] | undefined {
  if (!/^syntaxhighlighter$/i.test(property(script, 'type'))) return undefined;
  const value = withoutCdata(deepText(script))
    .replace(/^(?:[ \t]*\r?\n)+/, '')
    .trimEnd();
  const { className = [] } = script.properties;
  return value === '' ? [] : [block({ className }, [make('code', [{ type: 'text', value }])])];
}

/** A text without the marks of the CDATA section around it. */
export function withoutCdata(text: string): string {
  return text.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, '');
}

/** In a paragraph, line breaks of the source are spaces; those after a `br` are ignored. */
function joinSourceLines(code: Element): void {
  for (const parent of parentsIn(code)) {
    for (const [at, child] of parent.children.entries()) {
      if (child.type !== 'text') continue;
      const before = parent.children[at - 1];
      const isFirst = at === 0 && parent === code;
      const isAfterBreak = isFirst || (before?.type === 'element' && before.tagName === 'br');
      const value = child.value.replace(/[ \t]*[\n\r]+[ \t]*/g, ' ');
      child.value = isAfterBreak ? value.replace(/^ /, '') : value;
    }
  }
}
