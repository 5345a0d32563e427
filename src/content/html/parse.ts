import type { Root } from 'hast';
import { dropColours } from './colours.js';
import { RunParser } from './run-parser.js';
import { hastAdapter } from './tree-adapter.js';

const OPTIONS = { treeAdapter: hastAdapter, scriptingEnabled: false };

/**
 * Parses HTML into a hast tree without positions; a browser's repairs of broken markup included.
 *
 * Whole documents are accepted: as in any fragment, the tags `html`, `head` and `body` vanish and
 * their content stays.
 *
 * @param html fragment or document
 * @returns tree with the property names and value types of hast
 * @see https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments
 */
export function parseHtml(html: string): Root {
  const parser = RunParser.getFragmentParser(null, OPTIONS);
  parser.tokenizer.write(html, true);
  return parser.getFragment();
}

/**
 * Parses a whole page: the tree holds one `html` element with `head` and `body`, whatever was written.
 *
 * @param html document
 * @returns tree with the property names and value types of hast
 * @see https://html.spec.whatwg.org/multipage/parsing.html
 */
export function parseDocument(html: string): Root {
  return RunParser.parse(html, OPTIONS);
}

/** Parses a built page, and leaves out elements in code that only colour it. */
export function parsePage(html: string): Root {
  const parser = new RunParser(OPTIONS);
  parser.leavesOutColours = true;
  parser.tokenizer.write(html, true);
  dropColours(parser.document);
  return parser.document;
}
