import type { Element, Nodes, Parents } from 'hast';
import type { RootContent } from 'mdast';
import { collapseSpace, deepText, isBlankText, property } from '../../html/element.js';
import { type Handle, type InlineMath, toFlow } from '../flow.js';

/** A reference to a footnote, as prepared. */
export const noteReference: Handle = (_, node) => {
  const label = property(node, 'svcLabel');
  return { type: 'footnoteReference', identifier: label.toLowerCase(), label };
};

/** The text of a footnote, as prepared. */
export const note: Handle = (state, node) => {
  const label = property(node, 'svcLabel');
  const children = toFlow(state.all(node));
  if (children.length === 0) return undefined;
  return { type: 'footnoteDefinition', identifier: label.toLowerCase(), label, children };
};

/**
 * A formula: TeX between dollar signs. Where Markdown would misread it, it's between backticks too, and a displayed
 * one that is alone in its block is a block of code in the language `math`.
 * @see https://docs.github.com/get-started/writing-on-github (mathematical expressions)
 */
export const formula: Handle = (_, node, parent) => {
  const tex = collapseSpace(deepText(node));
  const isDisplay = node.properties['svcDisplay'] === true;
  const sign = isDisplay ? '$$' : '$';
  if (isTame(tex))
    return apart(node, parent, isDisplay, { type: 'inlineMath', value: `${sign}${tex}${sign}` });
  if (isDisplay && isAlone(parent)) return { type: 'code', lang: 'math', value: deepText(node).trim() };
  return [
    { type: 'text', value: '$' },
    { type: 'inlineCode', value: tex },
    { type: 'text', value: '$' },
  ];
};

/** Keeps a displayed formula, which a page shows on a line of its own, apart from the words and formulas around it. */
function apart(
  node: Element,
  parent: Parents | undefined,
  isDisplay: boolean,
  math: InlineMath,
): RootContent[] {
  const at = parent?.children.indexOf(node) ?? 0;
  const isGlued = (sibling: Nodes | undefined, letter: RegExp): boolean =>
    sibling?.type === 'text' ? letter.test(sibling.value) : sibling?.type === 'element' && isFormula(sibling);
  const space: RootContent = { type: 'text', value: ' ' };
  const [before, after] = [parent?.children[at - 1], parent?.children[at + 1]];
  return [
    ...(isDisplay && isGlued(before, /[^\s(]$/) ? [space] : []),
    math as unknown as RootContent,
    ...(isDisplay && isGlued(after, /^[\p{L}\p{N}(]/u) ? [space] : []),
  ];
}

function isFormula({ tagName }: Element): boolean {
  return tagName === 'svc-math';
}

/** Whether a paragraph or box has nothing but one element. */
function isAlone(parent: Parents | undefined): boolean {
  if (parent?.type !== 'element' || !/^(?:p|div)$/.test(parent.tagName)) return false;
  return parent.children.filter((child) => !isBlankText(child)).length === 1;
}

/** Whether a reader of plain Markdown sees the TeX as it stands: no marks, tags, links or entities in it. */
function isTame(tex: string): boolean {
  if (/[`*~|@$]|\]\s*[([:]|!\[|\[\^|\/\/|www\.|<[!/?A-Za-z]|&[#A-Za-z]|\\$/.test(tex)) return false;
  return !/(?:^|[^\p{L}\p{N}])_(?=\S)/u.test(tex.replace(/[})\]]_/g, 'x_'));
}
