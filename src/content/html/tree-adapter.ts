import type { Comment, Doctype, Element, ElementContent, Properties, Root, RootContent, Text } from 'hast';
import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { attributeInfo, attributeValue } from './attributes.js';

type Child = RootContent & Node;
type Parent = (Root | Element) & Node;

/** How the parser names the parts of a hast tree. */
export type HastMap = TreeAdapterTypeMap<
  Child | Parent,
  Parent,
  Child,
  RootNode,
  RootNode,
  ElementNode,
  CommentNode,
  TextNode,
  ElementNode,
  DoctypeNode
>;

/** The parser's data about a node; private fields keep it out of the public tree. */
class Node {
  #parent: Parent | null = null;

  static parentOf(node: Node): Parent | null {
    return node.#parent;
  }

  static adopt(parent: Parent | null, node: Node): void {
    node.#parent = parent;
  }
}

class RootNode extends Node implements Root {
  type = 'root' as const;
  children: RootContent[] = [];
}

class TextNode extends Node implements Text {
  type = 'text' as const;
  value: string;

  constructor(value: string) {
    super();
    this.value = value;
  }
}

class CommentNode extends Node implements Comment {
  type = 'comment' as const;
  value: string;

  constructor(value: string) {
    super();
    this.value = value;
  }
}

class DoctypeNode extends Node implements Doctype {
  type = 'doctype' as const;
}

const NO_ATTRIBUTES: Token.Attribute[] = [];

/** Whether the parser may need the attributes of an element again: keeping all takes a third of a tree's memory. */
function keepsAttributes(tagName: string, namespace: html.NS): boolean {
  return namespace !== html.NS.HTML || tagName === 'html' || tagName === 'body';
}

class ElementNode extends Node implements Element {
  #attributes: Token.Attribute[];
  #namespace: html.NS;
  type = 'element' as const;
  tagName: string;
  properties: Properties;
  children: ElementContent[] = [];
  declare content?: Root;

  constructor(tagName: string, namespace: html.NS, attributes: Token.Attribute[]) {
    super();
    this.#attributes = keepsAttributes(tagName, namespace) ? attributes : NO_ATTRIBUTES;
    this.#namespace = namespace;
    this.tagName = tagName;
    this.properties = toProperties(namespace, attributes);
  }

  static attributesOf(node: ElementNode): Token.Attribute[] {
    return node.#attributes;
  }

  static namespaceOf(node: ElementNode): html.NS {
    return node.#namespace;
  }

  static addAttributes(node: ElementNode, more: Token.Attribute[]): void {
    const fresh = more.filter(({ name }) => !node.#attributes.some((known) => known.name === name));
    if (fresh.length === 0) return;
    node.#attributes = [...node.#attributes, ...fresh];
    node.properties = toProperties(node.#namespace, node.#attributes);
  }
}

function toProperties(namespace: html.NS, attributes: Token.Attribute[]): Properties {
  const properties: Properties = {};
  const space = namespace === html.NS.SVG ? 'svg' : 'html';
  for (const attribute of attributes) {
    const name = attribute.prefix ? `${attribute.prefix}:${attribute.name}` : attribute.name;
    const info = attributeInfo(space, name);
    if (info !== undefined) properties[info.property] = attributeValue(info, attribute.value);
  }
  return properties;
}

function append(parent: Parent, node: Child): void {
  (parent.children as Child[]).push(node);
  Node.adopt(parent, node);
}

function indexOf(parent: Parent, node: Child): number {
  const children = parent.children as Child[];
  // The parser nearly always works at the end of the list.
  return children.at(-1) === node ? children.length - 1 : children.indexOf(node);
}

function insertBefore(parent: Parent, node: Child, reference: Child): void {
  (parent.children as Child[]).splice(indexOf(parent, reference), 0, node);
  Node.adopt(parent, node);
}

function detach(node: Child): void {
  const parent = Node.parentOf(node);
  if (parent === null) return;
  (parent.children as Child[]).splice(indexOf(parent, node), 1);
  Node.adopt(null, node);
}

/**
 * Builds hast while parse5 parses: no second tree, no positions.
 *
 * @see https://github.com/syntax-tree/hast
 */
export const hastAdapter: TreeAdapter<HastMap> = {
  createDocument: () => new RootNode(),
  createDocumentFragment: () => new RootNode(),
  createElement: (tagName, namespace, attributes) => new ElementNode(tagName, namespace, attributes),
  createCommentNode: (data) => new CommentNode(data),
  createTextNode: (value) => new TextNode(value),

  appendChild: append,
  insertBefore,
  detachNode: detach,
  insertText(parent, text) {
    const last = parent.children.at(-1);
    if (last?.type === 'text') last.value += text;
    else append(parent, new TextNode(text));
  },
  insertTextBefore(parent, text, reference) {
    const previous = parent.children[indexOf(parent, reference) - 1];
    if (previous?.type === 'text') previous.value += text;
    else insertBefore(parent, new TextNode(text), reference);
  },
  setTemplateContent(template, content) {
    template.content = content;
  },
  getTemplateContent: (template) => template.content as RootNode,
  adoptAttributes: (element, attributes) => ElementNode.addAttributes(element, attributes),

  getFirstChild: (node) => (node.children[0] as Child | undefined) ?? null,
  getChildNodes: (node) => node.children as Child[],
  getParentNode: (node) => Node.parentOf(node),
  getAttrList: (element) => ElementNode.attributesOf(element),
  getTagName: (element) => element.tagName,
  getNamespaceURI: (element) => ElementNode.namespaceOf(element),
  getTextNodeContent: (text) => text.value,
  getCommentNodeContent: (comment) => comment.value,

  isTextNode: (node): node is TextNode => node.type === 'text',
  isCommentNode: (node): node is CommentNode => node.type === 'comment',
  isDocumentTypeNode: (node): node is DoctypeNode => node.type === 'doctype',
  isElementNode: (node): node is ElementNode => node.type === 'element',

  // Fragments have no doctype, and hast keeps neither its name nor the document's mode.
  setDocumentType: () => undefined,
  setDocumentMode: () => undefined,
  getDocumentMode: () => html.DOCUMENT_MODE.NO_QUIRKS,
  getDocumentTypeNodeName: () => '',
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
  setNodeSourceCodeLocation: () => undefined,
  getNodeSourceCodeLocation: () => null,
  updateNodeSourceCodeLocation: () => undefined,
};
