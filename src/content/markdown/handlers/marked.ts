import { deepText, oneLine, property } from '../element.js';
import { toFlow } from '../flow.js';
import type { Handle } from './handle.js';

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

/** A formula: TeX between dollar signs; between backticks too where Markdown would misread it. */
export const formula: Handle = (_, node) => {
  const tex = oneLine(deepText(node));
  const sign = node.properties['svcDisplay'] === true ? '$$' : '$';
  if (isTame(tex)) return { type: 'inlineMath', value: `${sign}${tex}${sign}` };
  return [
    { type: 'text', value: '$' },
    { type: 'inlineCode', value: tex },
    { type: 'text', value: '$' },
  ];
};

/** Whether a reader of plain Markdown sees the TeX as it stands: no marks, tags, links or entities in it. */
function isTame(tex: string): boolean {
  if (/[`*~|@$]|\]\s*[([:]|!\[|\[\^|\/\/|www\.|<[!/?A-Za-z]|&[#A-Za-z]|\\$/.test(tex)) return false;
  return !/(?:^|[^\p{L}\p{N}])_(?=\S)/u.test(tex.replace(/[})\]]_/g, 'x_'));
}
