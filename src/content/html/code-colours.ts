import { remembered } from '../../core/remembered.js';

/** The start tag of a `span` without attributes, or with class names only. */
const SPAN = /^<span(?: class=(?:"([^"&<>]*)"|([\w-]+)))?>$/;

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

/** Returns true if a start tag in code only colours its text. */
export const isColour = remembered((tag) => {
  const parts = SPAN.exec(tag);
  if (parts === null) return false;
  const [, quoted, names = quoted ?? ''] = parts;
  return names.split(/\s+/).every((name) => name === '' || NAME.test(name));
});
