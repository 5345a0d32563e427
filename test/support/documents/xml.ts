import { SaxesParser } from 'saxes';

/** One element of a parsed document, namespaces ignored. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
  text: string;
}

/** Parses a document; anything that is not well-formed XML with declared namespaces is thrown. */
export function parseXml(text: string): XmlNode {
  const parser = new SaxesParser({ xmlns: true });
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const add = (chunk: string) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += chunk;
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.fromEntries(
      Object.entries(tag.attributes).map(([key, { value }]) => [key, value]),
    );
    const node = { name: tag.name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(text).close();
  const [document] = root.children;
  if (document === undefined) throw new Error('no root element');
  return document;
}

/** The children of one name. */
export function childrenOf(node: XmlNode, name: string): readonly XmlNode[] {
  return node.children.filter((child) => child.name === name);
}

/** Text of the first child of a name. */
export function textOfChild(node: XmlNode, name: string): string | undefined {
  return childrenOf(node, name)[0]?.text;
}
