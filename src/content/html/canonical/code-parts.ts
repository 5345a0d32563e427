/** Recognises the parts of a block of code: numbers, lines, signs of changes, title and label. */

import type { Element } from 'hast';
import { memoised } from '../../../core/memoised.js';
import {
  classesOf,
  collapseSpace,
  deepText,
  elementsIn,
  findElement,
  hasClass,
  isDisplayedAsBlock,
  property,
} from '../element.js';

/** Numbers of lines, as highlighters and their plug-ins call them. */
const GUTTER =
  /^(?:linenos?|linenodiv|ln|lnt|giallo-ln|lnlinks|line-?numbers?(?:-rows|-wrapper)?|gutter|rouge-gutter|hljs-ln-(?:numbers|n)|blob-num|crayon-nums|source-?line-?no|code-?line-?number|(?:[\w-]+[-_])?line-?num(?:ber)?|line-(?:count|coverage)|ltx_tag_listingline|(?:react-syntax-highlighter|token)-line-number)$/i;
/** Popups over code or between its lines. */
const POPUP = /(?:^|[-_])(?:popup|popover|tooltip|hover-?(?:card|info))(?:$|[-_])/i;
/** Code with a popup, as opposed to the popup. */
const HAS_POPUP = /(?:^|[-_])(?:has|with|trigger|target|toggle|anchor|host)(?:$|[-_])/i;
const TWOSLASH =
  /^twoslash-(?:popup|meta-line|error-(?:line|message|box)|query-line|completion-(?:list|container)|tag-line|static)/;
/** The messages of an older version. */
const OLD_TWOSLASH = /^(?:error|error-behind|popover|popover-prefix|meta-line|inline-completions)$/;
const CONTROL =
  /^(?:copy|copy-?(?:code|button|btn|to-clipboard).*|.*-copy(?:-?(?:button|btn))?|clipboard.*|toolbar|ltx_listing_data)$/i;
const CONTROL_TAGS = new Set(
  'annotation button clipboard-copy input noscript script select style summary svg template'.split(' '),
);
/** The parts of boxes around code that aren't text of the page. */
const LABEL =
  /^(?:lang|language|code-?lang|lang(?:uage)?-?(?:name|label|tag)|copy.*|toolbar.*|button-?group.*|line-?numbers.*|gutter|clipboard.*)$/i;
const TITLE = /(?:^|[-_])(?:code-?(?:block-?)?title|title|file-?name|file-?path|caption|header)(?:$|[-_])/i;
const LINE = /^(?:line|ltx_listingline|(?:ec|token|view|cm|CodeMirror|(?:gatsby-highlight-)?code)-?line)$/i;
const LINE_TAGS = new Set(['li', 'tr']);

const MAX_TITLE = 200;

/** A line of a block of code that shows a change. */
export type Sign = '+' | '-';

/** Names of a class without what CSS modules add: `codeLine_lJS_` is `codeLine`. */
function plainName(name: string): string {
  return name.replace(/_[\w-]{4,6}$/, '');
}

/** A test of a class name, with and without what CSS modules add. */
function named(pattern: RegExp): (name: string) => boolean {
  return memoised((name) => pattern.test(name) || pattern.test(plainName(name)));
}

const isGutterName = named(GUTTER);
const isLineName = named(LINE);
const isTitleName = named(TITLE);
const isControlName = named(CONTROL);
const isExtraName = memoised(
  (name) => TWOSLASH.test(name) || CONTROL.test(name) || (POPUP.test(name) && !HAS_POPUP.test(name)),
);

function hasName(node: Element, test: (name: string) => boolean): boolean {
  for (const name of classesOf(node)) if (test(name)) return true;
  return false;
}

/** Whether an element is the code that Prism numbers, which has the same name. */
function isNumbered(node: Element): boolean {
  if (node.tagName === 'pre' && elementsIn(node).some(({ tagName }) => tagName === 'code')) return true;
  return node.tagName === 'code' && /\p{L}/u.test(deepText(node));
}

/**
 * Returns whether an element holds line numbers or the like.
 *
 * @param node element inside highlighted code
 * @returns true when it is not code
 */
export function isGutter(node: Element): boolean {
  if (hasName(node, isGutterName) && !isNumbered(node)) return true;
  const style = property(node, 'style');
  if (/user-select\s*:\s*none/i.test(style)) return true;
  // React Syntax Highlighter, Tailwind.
  const isBeside = /float\s*:\s*left/i.test(style) || hasClass(node, /^select-none$/);
  if (isBeside && /^[\d\s]+$/.test(deepText(node))) return true;
  const number = property(node, 'dataLineNumber');
  return number !== '' && collapseSpace(deepText(node)) === number;
}

/**
 * Returns whether an element inside code isn't code: line numbers, popups, buttons, hidden parts.
 *
 * @param node element inside highlighted code
 * @param isTwoslash whether the block calls itself twoslash
 * @returns true when its text is left out
 */
export function isNoCode(node: Element, isTwoslash: boolean): boolean {
  if (CONTROL_TAGS.has(node.tagName) || isGutter(node)) return true;
  const { role, popover, hidden, style } = node.properties;
  if (role === 'tooltip' || popover !== undefined) return true;
  for (const name of classesOf(node))
    if (isExtraName(name) || (isTwoslash && OLD_TWOSLASH.test(name))) return true;
  const isHidden =
    (hidden !== undefined && hidden !== null && hidden !== false) ||
    (typeof style === 'string' && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style));
  // Lines that a click shows are code.
  return isHidden && !isLine(node) && findElement(node, isLine) === undefined;
}

/**
 * Returns whether an element is one line of code, also an empty one.
 *
 * @param node element inside highlighted code
 * @returns true for lines
 */
export function isLine(node: Element): boolean {
  if (LINE_TAGS.has(node.tagName) || node.properties['dataLine'] !== undefined) return true;
  return hasName(node, isLineName) || isDisplayedAsBlock(node);
}

const REMOVED = new Set('del deleted deletion remove removed minus'.split(' '));
const ADDED = new Set('ins inserted insertion add added addition plus'.split(' '));

/**
 * Reads whether a line is marked as removed or added.
 *
 * @param node a line of code, the cell that holds it, or the `del` or `ins` around it
 * @returns sign of a diff
 */
export function signOf(node: Element): Sign | undefined {
  for (const name of classesOf(node)) {
    const sign = signIn(name);
    if (sign !== '') return sign;
  }
  const { tagName } = node;
  return tagName === 'del' || tagName === 'ins' ? signIn(tagName) || undefined : undefined;
}

const signIn = memoised((name): Sign | '' => {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]/);
  if (words.some((word) => REMOVED.has(word))) return '-';
  return words.some((word) => ADDED.has(word)) ? '+' : '';
});

/**
 * Returns whether the generator of a marked line has removed the sign from its text.
 *
 * @param node a line of code
 * @returns false where the text may have a sign of its own
 */
export function isBareLine(node: Element): boolean {
  return classesOf(node).some((name) => name === 'ec-line' || name === 'diff');
}

/**
 * Reads the name of a file above code, where an element's class says that it is one.
 *
 * @param node element next to code, or in its block before it
 * @returns one line, or undefined
 */
export function titleOf(node: Element): string | undefined {
  if (!hasName(node, isTitleName) || node.tagName === 'code') return undefined;
  const holdsCode = findElement(node, ({ tagName }) => tagName === 'pre') !== undefined;
  if (holdsCode && !hasClass(node, 'code-with-filename-file')) return undefined;
  const text = collapseSpace(deepText(withoutControls(node)));
  return text !== '' && text.length <= MAX_TITLE ? text : undefined;
}

/** Returns true for a label with the language of code, and for controls next to code. */
export function isCodeLabel(node: Element): boolean {
  return (
    hasClass(node, LABEL) ||
    (hasName(node, isTitleName) && collapseSpace(deepText(withoutControls(node))) === '')
  );
}

/** The link of a caption to itself: `¶`, `#`. */
function isAnchor(node: Element): boolean {
  return node.tagName === 'a' && !/[\p{L}\p{N}]/u.test(deepText(node));
}

function withoutControls(node: Element): Element {
  const children = node.children.filter(
    (child) =>
      child.type !== 'element' ||
      !(
        CONTROL_TAGS.has(child.tagName) ||
        child.properties['role'] === 'img' ||
        hasName(child, isControlName) ||
        isCodeLabel(child) ||
        isAnchor(child)
      ),
  );
  return { ...node, children };
}
