import type { Element, Nodes, Properties, Root } from 'hast';
import { attributeInfo, NAME } from './attributes.js';
/** Elements without content or an end tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** Elements whose text the parser doesn't interpret. */
const RAW_TEXT = new Set('style script xmp iframe noembed noframes plaintext'.split(' '));

/** The parser drops one newline right after these tags. */
const EATS_NEWLINE = new Set(['pre', 'listing', 'textarea']);

/** Opening tags beyond this depth are left out: no stack survives unbounded nesting. */
const MAX_DEPTH = 2000;

/**
 * Writes a hast tree as HTML.
 *
 * Text and attribute values are escaped, void elements have no end tag; names that could break out
 * of a tag are left out. Raw HTML, which only trees of Markdown have, is written as it is.
 *
 * @param tree tree or element
 * @returns HTML without doctype
 * @see https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments
 */
export function toHtml(tree: Root | Element): string {
  return tree.type === 'root'
    ? writeChildren(tree.children, 'html', false, 0)
    : writeElement(tree, 'html', 0);
}

type Space = 'html' | 'svg';

/** @param isRaw inside an element whose text is not escaped */
function writeChildren(children: readonly Nodes[], space: Space, isRaw: boolean, depth: number): string {
  let result = '';
  for (const child of children) {
    if (child.type === 'element') result += writeElement(child, space, depth);
    else if (child.type === 'text') result += isRaw ? child.value : escapeText(child.value);
    else if (child.type === 'comment') result += writeComment(child.value);
    else if (child.type === 'raw') result += child.value;
  }
  return result;
}

function writeElement(node: Element, outer: Space, depth: number): string {
  const { tagName } = node;
  const space = tagName === 'svg' ? 'svg' : tagName === 'foreignObject' ? 'html' : outer;
  const isRaw = outer === 'html' && RAW_TEXT.has(tagName);
  const children = tagName === 'template' && node.content ? node.content.children : node.children;
  if (depth >= MAX_DEPTH) return '';
  // A name with a quotation mark in it, from a broken tag: the text stays.
  if (!NAME.test(tagName)) return writeChildren(children, space, false, depth + 1);
  const open = `<${tagName}${writeAttributes(node, space)}>`;
  if (outer === 'html' && VOID_ELEMENTS.has(tagName)) return open;
  const text = writeChildren(children, space, isRaw, depth + 1);
  const body = isRaw ? rawText(tagName, text) : text;
  const newline = EATS_NEWLINE.has(tagName) && body.startsWith('\n') ? '\n' : '';
  return `${open}${newline}${body}</${tagName}>`;
}

/** Raw text cannot be escaped: an end tag inside it, which only a built tree can have, is broken up. */
function rawText(tagName: string, text: string): string {
  return text.replace(new RegExp(`</(?=${tagName})`, 'gi'), '<\\/');
}

function writeAttributes({ properties }: Element, space: Space): string {
  let result = '';
  for (const property of Object.keys(properties)) {
    const value = properties[property];
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'number' && Number.isNaN(value)) continue;
    const info = attributeInfo(space, property);
    if (info === undefined || !NAME.test(info.attribute)) continue;
    if (value === true && !info.booleanish) result += ` ${info.attribute}=""`;
    else
      result += ` ${info.attribute}="${escapeAttribute(attributeText(info.commaSeparated === true, value))}"`;
  }
  return result;
}

function attributeText(
  commaSeparated: boolean,
  value: Exclude<Properties[string], null | undefined>,
): string {
  return Array.isArray(value) ? value.join(commaSeparated ? ', ' : ' ') : String(value);
}

function writeComment(value: string): string {
  // Anything that would end the comment early is broken up with a space.
  const inner = value
    .replace(/--/g, '- -')
    .replace(/^-?>/, ' $&')
    .replace(/[-!<]$/, '$& ');
  return `<!--${inner}-->`;
}

// Most texts have nothing to escape, and a test is faster than a replacement.
function escapeText(value: string): string {
  return /[&<>\u00a0]/.test(value) ? value.replace(/[&<>\u00a0]/g, escapeCharacter) : value;
}

function escapeAttribute(value: string): string {
  return /[&"<>\u00a0]/.test(value) ? value.replace(/[&"<>\u00a0]/g, escapeCharacter) : value;
}

function escapeCharacter(character: string): string {
  switch (character) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '"':
      return '&quot;';
    default:
      return '&nbsp;';
  }
}
