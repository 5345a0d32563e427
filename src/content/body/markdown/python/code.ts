/**
 * What Python-Markdown and its themes read in code:
 *
 * | Written | Becomes |
 * |---|---|
 * | fences with `{ .yaml title="a.yml" }`, or only `title="a.yml"` | language and title |
 * | `# (1)!` at the end of a line, the mark of an annotation | `# (1)` |
 * | an inline span that begins with `#!python` or `:::python` | the code after it |
 * | an inline span that ends with `{:js}` (rehype-pretty-code) | the code before it |
 * | indented code whose first line is `#!python` or `:::python` | the code after it, in this language |
 */

import type { Code, Root } from 'mdast';
import { walk } from '../walk.js';

/** In a comment: `call(1)!` is code. */
const ANNOTATION =
  /(?<=(?:^|[ \t])(?:#|\/\/|\/\*|<!--|--|;|%|"|\{\/\*)[^\n]{0,200})\((\d{1,3})\)!(?=(?:[ \t]*\(\d{1,3}\)!)*[ \t]*(?:\*\/|-->|\}|$))/gm;

const INLINE_LANGUAGE = /^(?:#!|:::)[A-Za-z][\w+#.-]*[ \t]+(?=\S)/;

const LANGUAGE_AFTER = /(?<=\S)\{:\.?[a-z][\w.+#-]*\}$/;
const FIRST_LINE = /^(?:#!|:::)([A-Za-z][\w+#.-]*)[ \t]*\n(?![\s\S]*:::)/;

/**
 * Brings code into the form that other dialects share, before its titles are read.
 * @param tree it is changed
 */
export function normalisePythonCode(tree: Root): void {
  walk(tree, (node) => {
    if (node.type === 'inlineCode')
      node.value = node.value.replace(INLINE_LANGUAGE, '').replace(LANGUAGE_AFTER, '');
    if (node.type !== 'code') return;
    if (node.value.includes(')!')) node.value = node.value.replace(ANNOTATION, '($1)');
    const [line = '', lang] = node.lang ? [] : (FIRST_LINE.exec(node.value) ?? []);
    if (lang !== undefined) Object.assign(node, { lang, value: node.value.slice(line.length) });
    normaliseInfo(node);
  });
}

function normaliseInfo(node: Code): void {
  const { lang, meta } = node;
  if (!lang) return;
  if (/^[\w-]+=/.test(lang)) {
    node.meta = [lang, meta].filter(Boolean).join(' ');
    node.lang = null;
  } else if (/^\{:?\.?$|^\{:?[.#]/.test(lang)) {
    const info = [lang, meta]
      .filter(Boolean)
      .join(' ')
      .replace(/^\{:?|\}$/g, '');
    // The first class is the language; `.no-copy` and the like concern the button.
    node.lang = /(?:^|\s)\.([\w+#-]+)/.exec(info)?.[1] ?? null;
    node.meta = info;
  }
}
