import { replaceInProse } from '../../../core/prose.js';

const ATTRIBUTES = String.raw`(?:\s+[^\s"'<>=/{}]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>={}\x60]+?))?)*`;
const EMPTY = new RegExp(String.raw`(?<!\\)<([a-z][a-z\d-]*)(${ATTRIBUTES})\s*/>`, 'gi');
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;
/** Elements whose content is no text of the page: without an end, they would take the rest of it. */
const NO_TEXT =
  /^(?:iframe|textarea|video|audio|object|canvas|select|title|style|script|noscript|noembed|noframes|xmp)$/i;

/**
 * Gives elements that are written as empty (`<iframe src="a" />`) an end tag. In HTML the slash means nothing; in MDX and
 * in Vue it ends the element.
 * @param isMdx true where every element may be written so
 */
export function closeEmptyElements(text: string, isMdx: boolean): string {
  return replaceInProse(
    text,
    new RegExp(EMPTY),
    ({ index, 0: { length }, 1: name = '', 2: attributes = '' }) => {
      if (VOID.test(name) || !(isMdx ? /^[a-z]/.test(name) : NO_TEXT.test(name))) return undefined;
      return { text: `<${name}${attributes}></${name}>`, end: index + length };
    },
  );
}
