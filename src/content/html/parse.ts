import type { Element, Root } from 'hast';
import { parse, parseFragment } from 'parse5';
import { plainTree } from './plain-tree.js';
import { parseTidyHead, type TidyHead } from './tidy-head.js';
import { parseTidy, parseTidyInto } from './tidy-parser.js';
import { type HastMap, hastAdapter } from './tree-adapter.js';

/** The head of a page up to where its content begins; at the end of a tag, but maybe in a comment or a script. */
const HEAD = /^[\s\S]*?<\/head\s*>\s*<body(?:\s[^>]*)?>/i;
/** What may stand behind the content of a page for that to be all of it. */
const TAIL = /<\/body>([ \n\t\f]*)(?:<\/html>([ \n\t\f]*))?$/y;
/** Put behind the head of a page to see whether content would be read as such. */
const MARK = 'wbr';

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
  return (
    parseTidy(html) ??
    plainTree(parseFragment<HastMap>(html, { treeAdapter: hastAdapter, scriptingEnabled: false }))
  );
}

/**
 * Parses a whole page: the tree holds one `html` element with `head` and `body`, whatever was written.
 *
 * @param html document
 * @returns tree with the property names and value types of hast
 * @see https://html.spec.whatwg.org/multipage/parsing.html
 */
export function parseDocument(html: string): Root {
  return parseTidyPage(html) ?? parsePage(html);
}

function parsePage(html: string): Root {
  return plainTree(parse<HastMap>(html, { treeAdapter: hastAdapter, scriptingEnabled: false }));
}

/** Parses a page with a tidy body, which is most of it. */
function parseTidyPage(html: string): Root | undefined {
  if (html.includes('\r') || html.includes('\0')) return undefined;
  const start = parseTidyHead(html) ?? parseHead(html);
  if (start === undefined) return undefined;
  const { page, body } = start;
  const end = parseTidyInto(body, html, start.end);
  if (end === undefined) return undefined;
  TAIL.lastIndex = end;
  const tail = TAIL.exec(html);
  if (tail === null) return end === html.length ? page : undefined;
  appendText(body, (tail[1] ?? '') + (tail[2] ?? ''));
  return page;
}

/** Parses the start of a page whatever stands in its head. */
function parseHead(html: string): TidyHead | undefined {
  const head = HEAD.exec(html)?.[0];
  if (head === undefined) return undefined;
  const page = parsePage(`${head}<${MARK}>`);
  const body = bodyOf(page);
  const [mark] = body?.children.splice(0) ?? [];
  const isContent = mark?.type === 'element' && mark.tagName === MARK;
  return body !== undefined && isContent ? { page, body, end: head.length } : undefined;
}

function bodyOf(page: Root): Element | undefined {
  const html = page.children.find((node) => node.type === 'element');
  return html?.children.find((node): node is Element => node.type === 'element' && node.tagName === 'body');
}

function appendText(parent: Element, value: string): void {
  const last = parent.children.at(-1);
  if (last?.type === 'text') last.value += value;
  else if (value !== '') parent.children.push({ type: 'text', value });
}
