/** One element of the export, as byte positions in the window; its text is decoded only when somebody asks. */
export interface XmlNode {
  /** Canonical name, see `NameTable`. */
  readonly name: string;
  readonly nameFrom: number;
  readonly nameTo: number;
  /** Where the attributes stand: from the end of the name to the end of the start tag. */
  readonly attributesTo: number;
  /** Content between the tags. */
  from: number;
  to: number;
  /** Content of the first CDATA section; -1 without one. */
  cdataFrom: number;
  cdataTo: number;
  cdataCount: number;
  children: XmlNode[] | undefined;
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
