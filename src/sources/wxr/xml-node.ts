/** One element of the export, as byte positions in the window; its text is decoded on first use. */
export interface XmlNode {
  /** Canonical name, see `NameTable`. */
  readonly name: string;
  readonly nameFrom: number;
  readonly nameTo: number;
  /** The range of the attributes: from the end of the name to the end of the start tag. */
  readonly attributesTo: number;
  /** Content between the tags. */
  readonly from: number;
  to: number;
  /** Content of the first CDATA section; -1 without one. */
  cdataFrom: number;
  cdataTo: number;
  cdataCount: number;
  /** First and last child, and the next child of the same parent. */
  firstChild: XmlNode | undefined;
  lastChild: XmlNode | undefined;
  next: XmlNode | undefined;
}

/** The first child of that name. */
export function childOf(parent: XmlNode, name: string): XmlNode | undefined {
  let child = parent.firstChild;
  while (child !== undefined && child.name !== name) child = child.next;
  return child;
}
