import { replaceInProse } from '../../../core/prose.js';
import { VOID_ELEMENTS } from '../../html/serialise.js';

const ATTRIBUTES = String.raw`(?:\s+[^\s"'<>=/{}]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>={}\x60]+?))?)*`;
const EMPTY = new RegExp(String.raw`(?<!\\)<([a-z][a-z\d-]*)(${ATTRIBUTES})\s*/>`, 'gi');
/** Elements whose content isn't shown as text. Without an end tag, they would contain the rest of the page. */
const NO_TEXT =
  /^(?:iframe|textarea|video|audio|object|canvas|select|title|style|script|noscript|noembed|noframes|xmp)$/i;

/**
 * Adds an end tag to self-closing elements (`<iframe src="a" />`). HTML ignores the slash; in MDX and Vue, it ends the
 * element.
 * @param isMdx true if any element can be self-closing
 */
export function closeEmptyElements(text: string, isMdx: boolean): string {
  return replaceInProse(text, EMPTY, ({ index, 0: { length }, 1: name = '', 2: attributes = '' }) => {
    if (VOID_ELEMENTS.has(name.toLowerCase()) || !(isMdx ? /^[a-z]/.test(name) : NO_TEXT.test(name)))
      return undefined;
    return { text: `<${name}${attributes}></${name}>`, end: index + length };
  });
}
