import type { Element, ElementContent, Nodes, Properties, Root, Text } from 'hast';
import { attributeInfo } from '../../html/attributes.js';

/**
 * The tree that an HTML parser would make of another one when that were written as HTML and read again.
 * @param tree as `mdast-util-to-hast` makes it; nests at most as deep as Markdown may
 * @returns undefined where only the parser can tell: for HTML in the text, and for links in links
 */
export function plainTree(tree: Root): Root | undefined {
  const children = readChildren(tree.children as readonly Nodes[], false);
  return children && { type: 'root', children };
}

/** @param isInLink a link is around them */
function readChildren(children: readonly Nodes[], isInLink: boolean): ElementContent[] | undefined {
  const read: ElementContent[] = [];
  for (const child of children) {
    if (child.type === 'text') addText(read, child);
    else if (child.type !== 'element' || (isInLink && child.tagName === 'a')) return undefined;
    else {
      const element = readElement(child, isInLink || child.tagName === 'a');
      if (element === undefined) return undefined;
      read.push(element);
    }
  }
  return read;
}

/** Neighbouring texts are one. */
function addText(read: ElementContent[], { value }: Text): void {
  if (value === '') return;
  const text = value.includes('\r') ? value.replace(/\r\n?/g, '\n') : value;
  const last = read.at(-1);
  if (last?.type === 'text') last.value += text;
  else read.push({ type: 'text', value: text });
}

function readElement({ tagName, properties, children }: Element, isInLink: boolean): Element | undefined {
  const inside = readChildren(children, isInLink);
  return inside && { type: 'element', tagName, properties: readProperties(properties), children: inside };
}

function readProperties(properties: Properties): Properties {
  const read: Properties = {};
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    const { boolean, overloadedBoolean } = attributeInfo('html', name);
    read[name] = value === true && !boolean && !overloadedBoolean ? '' : value;
  }
  return read;
}
