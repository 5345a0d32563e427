/**
 * One element of the export, as byte positions in the window; its text is decoded on first use.
 * A large export has millions of them: the scanner reuses the same objects for the next element.
 */
export interface XmlNode {
  /** Canonical name, see `NameTable`. */
  name: string;
  nameFrom: number;
  nameTo: number;
  /** The range of the attributes: from the end of the name to the end of the start tag. */
  attributesTo: number;
  /** Content between the tags. */
  from: number;
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

/** A node for the scanner to fill. */
export function emptyNode(): XmlNode {
  return {
    name: '',
    nameFrom: 0,
    nameTo: 0,
    attributesTo: 0,
    from: 0,
    to: 0,
    cdataFrom: -1,
    cdataTo: -1,
    cdataCount: 0,
    firstChild: undefined,
    lastChild: undefined,
    next: undefined,
  };
}

/** The first child of that name. */
export function childOf(parent: XmlNode, name: string): XmlNode | undefined {
  let child = parent.firstChild;
  while (child !== undefined && child.name !== name) child = child.next;
  return child;
}

/** A place where the file is not well-formed XML; turned into an `SvcError` with line and column. */
export class XmlFault extends Error {
  /** File offset in bytes. */
  readonly offset: number;
  readonly fix: string | undefined;

  constructor(offset: number, message: string, fix?: string) {
    super(message);
    this.name = 'XmlFault';
    this.offset = offset;
    this.fix = fix;
  }
}
