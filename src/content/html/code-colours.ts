import { remembered } from '../../core/remembered.js';

/** The start tag of a `span` without attributes, or with class names only. */
const SPAN = /^<span(?: class=(?:"([^"&<>]*)"|([\w-]+)))?>$/;

/**
 * Names by which highlighters (Pygments, Chroma and Rouge, then highlight.js, Prism, rustdoc) colour parts of code, and
 * the part of a literal in docutils. Comments aren't among them: they hold the marks of annotations.
 */
const NAME = new RegExp(
  `^(?:${[
    '(?:pre|esc|err|x|k[cdnprtv]?|n[abcdefilnotvx]?|bp|fm|py|v[cgim]|ld?|s[abcdehirsx12]?|dl|m[bfhio]?|il|ow?|pm?|g[ehoprstu]?|w)(?:-[A-Z][A-Za-z-]*)?',
    'hljs-(?:attr|attribute|built_in|bullet|class|function|keyword|literal|meta|name|number|operator|params|property|punctuation|regexp|section|string|subst|symbol|tag|title|type|variable)',
    'token|keyword|operator|punctuation|string|number|boolean|function|function-variable|builtin|constant|symbol|property|property-access|variable|(?:known-|maybe-)?class-name|parameter|plain|plain-text|attr-(?:name|value|equals)|regex|char|selector|atrule|template-string|template-punctuation|interpolation(?:-punctuation)?|literal-property|method|imports|exports|module|arrow|spread|control-flow|dom|console',
    'ident|kw|kw-2|op|macro|self|lifetime|bool-val|prelude-(?:ty|val)|question-mark',
  ].join('|')})$`,
);

/** Whether the start tag of an element in code is one that only gives its text a colour. */
export const isColour = remembered((tag) => {
  const parts = SPAN.exec(tag);
  if (parts === null) return false;
  const [, quoted, names = quoted ?? ''] = parts;
  return names.split(/\s+/).every((name) => name === '' || NAME.test(name));
});
