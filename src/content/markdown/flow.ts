/** Puts Markdown nodes where Markdown allows them: blocks, or text within a line. */

import type { Element, Parents } from 'hast';
import type { State } from 'hast-util-to-mdast';
import type {
  BlockContent,
  DefinitionContent,
  ListItem,
  Literal,
  Nodes as MdastNodes,
  PhrasingContent,
  RootContent,
} from 'mdast';
import { words } from '../../core/text.js';

/** Nodes that can be blocks of their own. */
export type Flow = BlockContent | DefinitionContent;

/** TeX between dollar signs, written verbatim. */
export interface InlineMath extends Literal {
  type: 'inlineMath';
}

/**
 * Turns mixed content into blocks: each run of text becomes a paragraph, each run of stray items a list.
 *
 * @param nodes blocks and phrasing in any order
 * @returns blocks only; runs of white space vanish
 */
export function toFlow(nodes: readonly RootContent[]): Flow[] {
  const result: Flow[] = [];
  let run: PhrasingContent[] = [];
  for (const node of nodes) {
    if (isPhrasing(node)) {
      run.push(node as PhrasingContent);
    } else {
      if (run.length > 0) pushParagraph(result, run);
      run = [];
      if (node.type === 'listItem') pushItem(result, node, nodes);
      else result.push(node as Flow);
    }
  }
  if (run.length > 0) pushParagraph(result, run);
  return result;
}

function pushItem(result: Flow[], item: ListItem, nodes: readonly RootContent[]): void {
  const last = result.at(-1);
  const isOurs = last?.type === 'list' && !nodes.includes(last);
  if (isOurs) last.children.push(item);
  else result.push({ type: 'list', ordered: false, start: null, spread: false, children: [item] });
}

function pushParagraph(result: Flow[], run: PhrasingContent[]): void {
  const isBlank = run.every(
    (node) => node.type === 'break' || (node.type === 'text' && node.value.trim() === ''),
  );
  if (!isBlank) result.push({ type: 'paragraph', children: run });
}

/**
 * Returns whether content contains anything that can't be in a line of text.
 *
 * @param nodes content of an element
 * @returns true when a block is among it
 */
export function hasFlow(nodes: readonly RootContent[]): boolean {
  return nodes.some((node) => !isPhrasing(node));
}

/**
 * Turns blocks into one line, for places that take no blocks: table cells, headings, captions.
 *
 * Blocks are joined with `; `, or with a space where the block before ends a sentence.
 *
 * @param nodes blocks and phrasing
 * @param joint what is written between blocks
 * @returns phrasing only
 */
export function toPhrasing(nodes: readonly RootContent[], joint = '; '): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  let isAfterBlock = false;
  /** The last visible part. */
  let shown: PhrasingContent[] | undefined;
  for (const node of nodes) {
    const isInline = isPhrasing(node);
    const part = isInline ? [node as PhrasingContent] : flatten(node);
    const isShown = hasContent(part);
    if (!isShown && !isInline) {
      // A horizontal rule separates the words around it.
      isAfterBlock = true;
      continue;
    }
    if ((isAfterBlock || !isInline) && shown !== undefined) result.push(separator(shown, joint));
    isAfterBlock = !isInline;
    if (isShown) shown = part;
    result.push(...part);
  }
  return result;
}

/**
 * Returns whether content shows anything: text or an image.
 *
 * @param nodes phrasing content
 * @returns false for white space alone
 */
export function hasContent(nodes: readonly PhrasingContent[]): boolean {
  return textOf(nodes).trim() !== '' || hasImage(nodes);
}

/** Returns whether an image is among nodes, or below them. */
export function hasImage(nodes: readonly RootContent[]): boolean {
  return nodes.some((node) => node.type === 'image' || ('children' in node && hasImage(node.children)));
}

function separator(before: readonly PhrasingContent[], joint: string): PhrasingContent {
  const text = textOf(before).trimEnd();
  return { type: 'text', value: text === '' || /[.!?:;,…。！？：；，、]$/.test(text) ? ' ' : joint };
}

function flatten(node: RootContent): PhrasingContent[] {
  switch (node.type) {
    case 'code':
      return codeLines(node.value);
    case 'paragraph':
    case 'heading':
      return node.children.map(onOneLine);
    case 'table':
      return toPhrasing(
        node.children.map((row) => ({ type: 'paragraph', children: joinCells(row.children) })),
      );
    case 'blockquote':
    case 'listItem':
    case 'list':
    case 'footnoteDefinition':
      return toPhrasing(node.children);
    default:
      return [];
  }
}

/** A definition stands on the line after its term. */
function onOneLine(node: PhrasingContent): PhrasingContent {
  return node.type === 'text' && node.value === '\n' ? { ...node, value: ' ' } : node;
}

function joinCells(cells: readonly { children: PhrasingContent[] }[]): PhrasingContent[] {
  const filled = cells.filter((cell) => hasContent(cell.children));
  return filled.flatMap((cell, index) =>
    index === 0 ? cell.children : [{ type: 'text', value: ', ' } as const, ...cell.children],
  );
}

function codeLines(code: string): PhrasingContent[] {
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line, index) => {
    const part: PhrasingContent = { type: 'inlineCode', value: line.trim() };
    return index === 0 ? [part] : [{ type: 'text', value: ' ' }, part];
  });
}

/** What the driver offers to handlers. */
export type { State };

/** Turns one element into Markdown nodes: none, one or several. */
export type Handle = (
  state: State,
  node: Element,
  parent?: Parents,
) => RootContent | RootContent[] | undefined;

declare module 'mdast' {
  interface PhrasingContentMap {
    inlineMath: InlineMath;
  }
  interface RootContentMap {
    inlineMath: InlineMath;
  }
  interface BlockquoteData {
    /** The kind of an alert: the quote is written below `[!NOTE]`. */
    alert?: string;
  }
  interface ParagraphData {
    /** The caption of a picture or a table. */
    isCaption?: boolean;
  }
  interface ListData {
    /** Terms with their definitions: two such lists in a row are one. */
    isDefinitions?: boolean;
  }
  interface LinkData {
    /** Written as `[text](url)` even where text and address are equal. */
    resource?: boolean;
  }
}

const PHRASING = new Set<string>(
  words(`
    break delete emphasis footnoteReference image inlineCode inlineMath link strong text
  `),
);

/**
 * Returns whether a node may be in a line of text.
 *
 * @param node node of the Markdown tree
 * @returns true for text, emphasis, links and the like
 */
export function isPhrasing(node: MdastNodes): boolean {
  return PHRASING.has(node.type);
}

/**
 * Reads the visible text of Markdown nodes, alternative texts included.
 *
 * @param nodes nodes in order
 * @returns text without markers
 */
export function textOf(nodes: readonly MdastNodes[]): string {
  let text = '';
  for (const node of nodes) {
    if ('children' in node) text += textOf(node.children);
    else if ('value' in node) text += node.value;
    else if ('alt' in node) text += node.alt ?? '';
    else if (node.type === 'break') text += ' ';
  }
  return text;
}
