import type { PhrasingContent } from 'mdast';
import { codeText } from '../../html/canonical/code-lines.js';
import { hasClass, property } from '../../html/element.js';
import type { Handle } from './handle.js';

/** `pre`: a fence, with the page's language; verse becomes lines of text. */
export const code: Handle = (_, node) => {
  const value = codeText(node);
  if (value === '') return undefined;
  if (hasClass(node, 'wp-block-verse')) return { type: 'paragraph', children: verse(value) };
  return { type: 'code', lang: property(node, 'svcLanguage') || null, meta: null, value };
};

function verse(value: string): PhrasingContent[] {
  return value.split('\n').flatMap((line, index): PhrasingContent[] => {
    const text: PhrasingContent = { type: 'text', value: line.trim().replace(/[ \t]+/g, ' ') };
    return index === 0 ? [text] : [{ type: 'break' }, text];
  });
}
