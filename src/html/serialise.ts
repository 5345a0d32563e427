import type { Element, Nodes, Properties, Root } from 'hast';
import { attributeInfo } from './attributes.js';

const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** Elements whose text the parser reads as it stands. */
const RAW_TEXT = new Set('style script xmp iframe noembed noframes plaintext'.split(' '));
/** The parser drops one newline right after these tags. */
const EATS_NEWLINE = new Set(['pre', 'listing', 'textarea']);
const NAME = /^[^\s"'<>/=\u0000-\u001f\u007f]+$/;
/** One more opening than this is left out: no stack survives unbounded nesting. */
const MAX_DEPTH = 2000;

/**
 * Writes a hast tree as HTML.
 *
 * Text and attribute values are escaped, void elements have no end tag; names that could break out
 * of a tag are left out.
 *
 * @param tree tree or element
 * @returns HTML without doctype
 * @see https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments
 */
export function toHtml(tree: Root | Element): string {
  return writeNode(tree, { space: 'html', raw: false, depth: 0 });
}

interface Place {
  readonly space: 'html' | 'svg';
  /** Inside an element whose text is not escaped. */
  readonly raw: boolean;
  readonly depth: number;
}

function writeNode(node: Nodes, place: Place): string {
  switch (node.type) {
    case 'root':
      return writeChildren(node.children, place);
    case 'element':
      return writeElement(node, place);
    case 'text':
      return place.raw ? node.value : escapeText(node.value);
    case 'comment':
      return writeComment(node.value);
    default:
      return '';
  }
}

function writeChildren(children: readonly Nodes[], place: Place): string {
  let result = '';
  for (const child of children) result += writeNode(child, place);
  return result;
}

function writeElement(node: Element, outer: Place): string {
  const { tagName } = node;
  const place: Place = {
    space: tagName === 'svg' ? 'svg' : tagName === 'foreignObject' ? 'html' : outer.space,
    raw: outer.space === 'html' && RAW_TEXT.has(tagName),
    depth: outer.depth + 1,
  };
  const children = tagName === 'template' && node.content ? node.content.children : node.children;
  if (!NAME.test(tagName) || place.depth > MAX_DEPTH) return '';
  const open = `<${tagName}${writeAttributes(node.properties, place)}>`;
  if (outer.space === 'html' && VOID.has(tagName)) return open;
  const body = place.raw ? rawText(tagName, writeChildren(children, place)) : writeChildren(children, place);
  const newline = EATS_NEWLINE.has(tagName) && body.startsWith('\n') ? '\n' : '';
  return `${open}${newline}${body}</${tagName}>`;
}

/** Raw text cannot be escaped: an end tag inside it, which only a built tree can have, is broken up. */
function rawText(tagName: string, text: string): string {
  return text.replace(new RegExp(`</(?=${tagName})`, 'gi'), '<\\/');
}

function writeAttributes(properties: Properties | undefined, place: Place): string {
  let result = '';
  for (const [property, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'number' && Number.isNaN(value)) continue;
    const info = attributeInfo(place.space, property);
    if (!NAME.test(info.attribute)) continue;
    if (value === true && !info.booleanish) result += ` ${info.attribute}=""`;
    else result += ` ${info.attribute}="${escapeAttribute(attributeText(info.commaSeparated, value))}"`;
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
  // Whatever would end the comment early is broken up with a space.
  const inner = value
    .replace(/--/g, '- -')
    .replace(/^-?>/, ' $&')
    .replace(/[-!<]$/, '$& ');
  return `<!--${inner}-->`;
}

// Most texts have nothing to escape, which is sooner seen than replaced.
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
