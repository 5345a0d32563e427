import type { Element, Nodes, Root } from 'hast';
import { memoised } from '../../core/memoised.js';
import { classesOf, walk } from './element.js';

/** Deeper elements stay. */
const MAX_DEPTH = 5;

/**
 * Class names of highlighters for parts of code (Pygments, Chroma and Rouge, then highlight.js, Prism, rustdoc), and
 * those of literals in docutils. Comments aren't included, because they contain the markers of annotations.
 */
const NAME = new RegExp(
  `^(?:${[
    '(?:pre|esc|err|x|k[cdnprtv]?|n[abcdefilnotvx]?|bp|fm|py|v[cgim]|ld?|s[abcdehirsx12]?|dl|m[bfhio]?|il|ow?|pm?|g[ehoprstu]?|w)(?:-[A-Z][A-Za-z-]*)?',
    'hljs-(?:attr|attribute|built_in|bullet|class|function|keyword|literal|meta|name|number|operator|params|property|punctuation|regexp|section|string|subst|symbol|tag|title|type|variable)',
    'token|keyword|operator|punctuation|string|number|boolean|function|function-variable|builtin|constant|symbol|property|property-access|variable|(?:known-|maybe-)?class-name|parameter|plain|plain-text|attr-(?:name|value|equals)|regex|char|selector|atrule|template-string|template-punctuation|interpolation(?:-punctuation)?|literal-property|method|imports|exports|module|arrow|spread|control-flow|dom|console',
    'ident|kw|kw-2|op|macro|self|lifetime|bool-val|prelude-(?:ty|val)|question-mark',
  ].join('|')})$`,
);

/** Returns true if the value of a class attribute only has such names. */
export const areColours = memoised((names) =>
  names.split(/\s+/).every((name) => name === '' || NAME.test(name)),
);

/** Replaces the elements in code that only colour it with their content, in place. */
export function dropColours(tree: Root): void {
  walk(tree, (element) => {
    const { tagName } = element;
    if (tagName !== 'pre' && tagName !== 'code') return true;
    dropAmong(element);
    walk(element, dropAmong);
    return false;
  });
}

function dropAmong(parent: Element): true {
  for (let depth = 0; depth < MAX_DEPTH && parent.children.some(isColour); depth += 1)
    parent.children = joined(
      parent.children.flatMap((child) => (isColour(child) ? child.children : [child])),
    );
  return true;
}

function joined(nodes: Element['children']): Element['children'] {
  const kept: Element['children'] = [];
  for (const node of nodes) {
    const last = kept.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else kept.push(node);
  }
  return kept;
}

/** True for a `span` without attributes, or with such class names only. */
function isColour(node: Nodes): node is Element {
  if (node.type !== 'element' || node.tagName !== 'span') return false;
  return (
    Object.keys(node.properties).every((name) => name === 'className') && classesOf(node).every(areColours)
  );
}
