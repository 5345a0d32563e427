import type { Element, Nodes as HastNodes, Root as HastRoot } from 'hast';
import type { Nodes as MdastNodes, Root as MdastRoot } from 'mdast';
import rehypeParse from 'rehype-parse';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** What a reader must find both in the HTML and in the Markdown made of it. */
export interface Facts {
  /** Letters and digits of all visible text, in order. */
  readonly text: string;
  readonly headings: readonly string[];
  /** Addresses of links that have a text. */
  readonly links: readonly string[];
  readonly images: readonly string[];
  /** Nesting of lists, such as `ul(li,li(ol(li)))`. */
  readonly lists: string;
  /** Rows and columns of each table. */
  readonly tables: readonly string[];
  readonly code: readonly string[];
  readonly quotes: number;
}

const letters = (text: string): string => text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '');

const UNSEEN = new Set(
  'script style template svg canvas object embed form button select textarea dialog progress noscript head title'.split(
    ' ',
  ),
);

/** Reads the facts of HTML with a parser that is not ours. */
export function htmlFacts(html: string): Facts {
  const tree: HastRoot = unified().use(rehypeParse, { fragment: true }).parse(html);
  const all = elements(tree);
  const named = (...names: string[]): Element[] => all.filter(({ tagName }) => names.includes(tagName));
  return {
    text: letters(hastText(tree)),
    headings: named('h1', 'h2', 'h3', 'h4', 'h5', 'h6')
      .map((node) => `${node.tagName.charAt(1)} ${letters(hastText(node))}`)
      .filter((entry) => entry.length > 2),
    links: named('a')
      .filter(
        (node) =>
          hastText(node).trim() !== '' && !isSelfNamed(hastText(node), String(node.properties['href'])),
      )
      .map((node) => address(node.properties['href']))
      .filter((href) => href !== '' && !/^(?:javascript|vbscript|data):/i.test(href)),
    images: named('img')
      .map((node) => address(node.properties['src']))
      .filter((src) => src !== '' && !src.startsWith('data:')),
    lists: hastLists(tree),
    tables: named('table').map(tableShape),
    code: named('pre')
      .map((node) => letters(hastText(node)))
      .filter((text) => text !== ''),
    quotes: named('blockquote').filter((node) => hastText(node).trim() !== '').length,
  };
}

/** Addresses in text are links only in the Markdown, and those are told by their text. */
function isSelfNamed(text: string, url: string): boolean {
  return [url, url.replace(/^mailto:/, ''), url.replace(/^https?:\/\//, '')].includes(text.trim());
}

function address(value: unknown): string {
  return encodeURI(decode(String(value ?? '').trim()));
}

function decode(value: string): string {
  try {
    return decodeURI(value);
  } catch {
    return value;
  }
}

function elements(node: HastNodes): Element[] {
  if (!('children' in node)) return [];
  if (node.type === 'element' && isUnseen(node)) return [];
  const inner = node.children.flatMap((child) => elements(child as HastNodes));
  return node.type === 'element' ? [node, ...inner] : inner;
}

function isUnseen(node: Element): boolean {
  const { hidden, style, ariaHidden } = node.properties;
  if (hidden === true || ariaHidden === 'true' || /display:\s*none|visibility:\s*hidden/.test(String(style)))
    return true;
  return UNSEEN.has(node.tagName);
}

function hastText(node: HastNodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'element' && isUnseen(node)) return '';
  if (node.type === 'element' && node.tagName === 'img') return ` ${String(node.properties['alt'] ?? '')} `;
  return 'children' in node ? node.children.map((child) => hastText(child as HastNodes)).join('') : '';
}

function hastLists(node: HastNodes): string {
  if (!('children' in node)) return '';
  const inner = node.children
    .map((child) => hastLists(child as HastNodes))
    .filter(Boolean)
    .join(',');
  if (node.type !== 'element') return node.type === 'root' ? inner : '';
  if (isUnseen(node) || hastText(node).trim() === '') return '';
  if (node.tagName === 'ul' || node.tagName === 'ol') return `${node.tagName}(${inner})`;
  return node.tagName === 'li' ? `li${inner === '' ? '' : `(${inner})`}` : inner;
}

/** Rows and columns, with the places that cells of several rows cover. */
function tableShape(table: Element): string {
  const rows = elements(table).filter(({ tagName }) => tagName === 'tr');
  const widths = rows.map(() => 0);
  for (const [index, row] of rows.entries()) {
    for (const cell of row.children) {
      if (cell.type !== 'element' || (cell.tagName !== 'td' && cell.tagName !== 'th')) continue;
      const last = Math.min(rows.length, index + Number(cell.properties['rowSpan'] ?? 1));
      for (let at = index; at < last; at++)
        widths[at] = (widths[at] ?? 0) + Number(cell.properties['colSpan'] ?? 1);
    }
  }
  return `${rows.length}x${Math.max(0, ...widths)}`;
}

/** Reads the facts of Markdown as GFM readers do. */
export function markdownFacts(markdown: string): Facts {
  const tree: MdastRoot = unified().use(remarkParse).use(remarkGfm).parse(markdown);
  const all = descendants(tree);
  const links = all.filter((node) => node.type === 'link');
  return {
    text: letters(mdastText(tree)),
    headings: all
      .filter((node) => node.type === 'heading')
      .map((node) => `${node.depth} ${letters(mdastText(node))}`),
    links: links.filter((node) => !isSelfNamed(mdastText(node), node.url)).map((node) => address(node.url)),
    images: all.filter((node) => node.type === 'image').map((node) => address(node.url)),
    lists: mdastLists(tree),
    tables: all
      .filter((node) => node.type === 'table')
      .map((node) => `${node.children.length}x${node.children[0]?.children.length}`),
    code: all.filter((node) => node.type === 'code').map((node) => letters(node.value)),
    quotes: all.filter((node) => node.type === 'blockquote').length,
  };
}

function descendants(node: MdastNodes): MdastNodes[] {
  return 'children' in node ? [node, ...node.children.flatMap((child) => descendants(child))] : [node];
}

function mdastText(node: MdastNodes): string {
  if (node.type === 'image') return ` ${node.alt ?? ''} `;
  if (node.type === 'footnoteReference') return node.label ?? '';
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map((child) => mdastText(child)).join('') : '';
}

function mdastLists(node: MdastNodes): string {
  if (!('children' in node)) return '';
  const inner = node.children
    .map((child) => mdastLists(child))
    .filter(Boolean)
    .join(',');
  if (node.type === 'list') return `${node.ordered ? 'ol' : 'ul'}(${inner})`;
  return node.type === 'listItem' ? `li${inner === '' ? '' : `(${inner})`}` : inner;
}
