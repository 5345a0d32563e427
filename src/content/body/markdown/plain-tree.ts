import type { Element, ElementContent, Nodes, Properties, Root, Text } from 'hast';
import { attributeInfo } from '../../html/attributes.js';

/**
 * Makes the tree that an HTML parser builds from the HTML of a tree, without writing and parsing that HTML.
 * @param tree result of `mdast-util-to-hast`; its depth is limited before Markdown is parsed
 * @returns undefined if the tree needs the parser: it holds raw HTML, or a link inside a link
 */
export function plainTree(tree: Root): Root | undefined {
  const children = readChildren(tree.children as readonly Nodes[], false);
  return children && { type: 'root', children };
}

/** @param isInLink the nodes are inside a link */
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

/** Adds text; adjacent text nodes become one. */
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
    const { boolean, overloadedBoolean } = attributeInfo('html', name) ?? {};
    read[name] = value === true && !boolean && !overloadedBoolean ? '' : value;
  }
  return read;
}
