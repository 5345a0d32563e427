/** Blocks of HTML as Markdown. */

import type { Element, ElementContent, Nodes, Parents } from 'hast';
import type { Blockquote, PhrasingContent, RootContent } from 'mdast';
import { isVerse } from '../../html/canonical/code-block.js';
import { codeText } from '../../html/canonical/code-lines.js';
import { classesOf, hasClass, make, property } from '../../html/element.js';
import { displayOf } from '../../html/text.js';
import { type Flow, type Handle, hasContent, hasFlow, textOf, toFlow, toPhrasing } from '../flow.js';
import { wrapInMark } from './inline.js';

/** Limits the work on a page made to be slow. */
const MAX_SIBLINGS = 500;

/** GitHub has five kinds of alerts; the kinds of other systems are written as the nearest of them. */
const ALERTS = new Map<string, string>(
  Object.entries({
    NOTE: 'note info information abstract summary todo question faq help quote cite seealso example details versionadded check primary secondary default',
    TIP: 'tip hint success okay',
    IMPORTANT: 'important',
    WARNING: 'warning warn attention bug',
    CAUTION: 'caution danger error failure',
  }).flatMap(([alert, kinds]) => kinds.split(' ').map((kind): [string, string] => [kind, alert])),
);

/** `pre`: a fence, with the page's language; verse and preformatted text with links become lines of text. */
export const code: Handle = (state, node) => {
  const value = codeText(node);
  if (value === '') return undefined;
  if (isVerse(node)) return { type: 'paragraph', children: state.all(inLines(node)) as PhrasingContent[] };
  return { type: 'code', lang: property(node, 'svcLanguage') || null, meta: null, value };
};

/**
 * Makes the alert of a callout: a quote of the class `callout` that begins with its label in bold.
 *
 * @param node quote
 * @param children its blocks
 * @returns undefined for any other quote; without its label where that is the word of the alert
 * @see https://docs.github.com/get-started/writing-on-github (alerts)
 */
function alertOf(node: Element, children: readonly Flow[]): Blockquote | undefined {
  const names = classesOf(node);
  if (!names.includes('callout')) return undefined;
  const kind = names.find((name) => name.startsWith('callout-'))?.slice('callout-'.length) ?? '';
  const alert = ALERTS.get(kind) ?? 'NOTE';
  const [first, ...rest] = children;
  const isLabel =
    first?.type === 'paragraph' && first.children.length === 1 && first.children[0]?.type === 'strong';
  const isRepeated = isLabel && rest.length > 0 && textOf([first]).trim().toUpperCase() === alert;
  return { type: 'blockquote', data: { alert }, children: isRepeated ? rest : [...children] };
}

/** Containers without a Markdown form: `div`, `section`, `nav`… */
export const flow: Handle = (state, node, parent) => {
  const blocks = toFlow(state.all(node));
  return blocks.length > 0 || !isBetweenTexts(node, parent) ? blocks : { type: 'paragraph', children: [] };
};

/** Whether the words on both sides of an element without any, such as the bar of a gauge, would become one. */
function isBetweenTexts(node: Element, parent: Parents | undefined): boolean {
  if (parent === undefined || parent.children.length > MAX_SIBLINGS) return false;
  const at = parent.children.indexOf(node);
  return isInline(parent.children[at - 1]) && isInline(parent.children[at + 1]);
}

function isInline(node: Nodes | undefined): boolean {
  return node?.type === 'text' || (node?.type === 'element' && displayOf(node) === 'inline');
}

/** `p`; a caption of classic WordPress is one too. */
export const paragraph: Handle = (state, node) => {
  const children = state.all(node);
  if (hasClass(node, 'wp-caption-text')) return captionOf(children);
  return hasFlow(children)
    ? toFlow(children)
    : { type: 'paragraph', children: children as PhrasingContent[] };
};

/** What no author puts into a heading: it was never closed. */
const NOT_IN_HEADING = new Set(['p', 'ul', 'ol', 'dl', 'table', 'pre', 'blockquote']);

/** `h1`–`h6`: one line at the page's level; empty ones vanish. */
export const heading: Handle = (state, node) => {
  const depth = Number(node.tagName.charAt(1)) as 1 | 2 | 3 | 4 | 5 | 6;
  const end = node.children.findIndex(
    (child) => child.type === 'element' && NOT_IN_HEADING.has(child.tagName),
  );
  const title = end < 0 ? [] : toPhrasing(state.all({ ...node, children: node.children.slice(0, end) }), ' ');
  if (hasContent(title)) {
    const rest = toFlow(state.all({ ...node, children: node.children.slice(end) }));
    return [{ type: 'heading', depth, children: title }, ...rest];
  }
  const children = toPhrasing(state.all(node), ' ');
  return hasContent(children) ? { type: 'heading', depth, children } : undefined;
};

/** `hr`. */
export const rule: Handle = () => ({ type: 'thematicBreak' });

/** `blockquote`; a callout is written as an alert. */
export const blockquote: Handle = (state, node) => {
  const children = toFlow(state.all(node));
  if (children.length === 0) return undefined;
  return alertOf(node, children) ?? { type: 'blockquote', children };
};

/** `summary`: a bold line over the details; a heading in it stays one. */
export const summary: Handle = (state, node) => {
  const children = state.all(node);
  if (hasFlow(children) && toFlow(children).some((block) => block.type === 'heading'))
    return toFlow(children);
  return {
    type: 'paragraph',
    children: wrapInMark('strong', toPhrasing(children, ' ')) as PhrasingContent[],
  };
};

/** `figcaption`: the caption in italics. */
export const caption: Handle = (state, node) => captionOf(state.all(node));

/**
 * Sets a caption in italics, unless it has marks of its own or several blocks, and a heading in it in bold.
 *
 * @param content content of a caption
 * @returns blocks
 */
export function captionOf(content: readonly RootContent[]): RootContent[] {
  const blocks = toFlow(content);
  return blocks.map((block) => {
    // A heading here begins no section: Hugo writes the title of a figure as one.
    if (block.type === 'heading')
      return { type: 'paragraph', children: wrapInMark('strong', block.children) as PhrasingContent[] };
    if (block.type !== 'paragraph') return block;
    // Editors leave a line break behind.
    const last = block.children.findLastIndex(({ type }) => type !== 'break');
    const children = block.children.slice(0, last + 1);
    const isPlain = !children.some(
      ({ type }) => type === 'emphasis' || type === 'strong' || type === 'break',
    );
    return {
      ...block,
      data: { isCaption: true },
      children: isPlain ? (wrapInMark('emphasis', children) as PhrasingContent[]) : children,
    };
  });
}

/** An element whose line breaks are elements too. */
function inLines(element: Element): Element {
  return { ...element, children: element.children.flatMap(linesOf) };
}

function linesOf(child: ElementContent): ElementContent[] {
  if (child.type === 'element') return [inLines(child)];
  if (child.type !== 'text') return [child];
  return child.value.split('\n').flatMap((line, index): ElementContent[] => {
    // Markdown drops ordinary spaces at the start of a line, and joins several.
    const spaces = index === 0 ? /[ \t]{2,}/g : /^[ \t]+|[ \t]{2,}/g;
    const value = line.replace(spaces, (run) => '\u00a0'.repeat(run.length)).replaceAll('\t', ' ');
    const text: ElementContent = { type: 'text', value };
    return index === 0 ? [text] : [make('br'), text];
  });
}
