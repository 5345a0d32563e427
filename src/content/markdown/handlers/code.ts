import type { Element, ElementContent } from 'hast';
import type { PhrasingContent } from 'mdast';
import { codeText } from '../../html/canonical/code-lines.js';
import { hasClass, make, property } from '../../html/element.js';
import type { Handle } from './handle.js';

/** `pre`: a fence, with the page's language; verse becomes lines of text. */
export const code: Handle = (state, node) => {
  const value = codeText(node);
  if (value === '') return undefined;
  if (hasClass(node, 'wp-block-verse'))
    return { type: 'paragraph', children: state.all(inLines(node)) as PhrasingContent[] };
  return { type: 'code', lang: property(node, 'svcLanguage') || null, meta: null, value };
};

/** An element whose line breaks are elements too. */
function inLines(element: Element): Element {
  return { ...element, children: element.children.flatMap(linesOf) };
}

function linesOf(child: ElementContent): ElementContent[] {
  if (child.type === 'element') return [inLines(child)];
  if (child.type !== 'text') return [child];
  return child.value.split('\n').flatMap((line, index): ElementContent[] => {
    const text: ElementContent = { type: 'text', value: line.replace(/[ \t]+/g, ' ') };
    return index === 0 ? [text] : [make('br'), text];
  });
}
