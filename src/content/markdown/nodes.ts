import type { Literal, Nodes as MdastNodes } from 'mdast';

/** TeX between dollar signs, written verbatim. */
export interface InlineMath extends Literal {
  type: 'inlineMath';
}

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

const PHRASING = new Set<string>([
  'break',
  'delete',
  'emphasis',
  'footnoteReference',
  'image',
  'inlineCode',
  'inlineMath',
  'link',
  'strong',
  'text',
]);

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
