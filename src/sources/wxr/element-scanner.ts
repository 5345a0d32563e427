import { ExportFault } from '../export-file.js';
import type { NameTable } from './names.js';
import type { XmlNode } from './xml-node.js';

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const CDATA_OPEN = Buffer.from('<![CDATA[');
const CDATA_CLOSE = Buffer.from(']]>');
const COMMENT_CLOSE = Buffer.from('-->');
const PI_CLOSE = Buffer.from('?>');
/** The next `<` at or after `from`, or -1. */
export function findTag(bytes: Buffer, from: number, limit: number): number {
  return within(bytes.indexOf(LT, from), limit);
}

/** Index after the closing mark of a comment, CDATA section or processing instruction; -1 when it is not there yet. */
export function skipMarkup(bytes: Buffer, at: number, limit: number): number {
  const isInstruction = bytes[at + 1] === QUESTION;
  const close = isCdata(bytes, at) ? CDATA_CLOSE : isInstruction ? PI_CLOSE : COMMENT_CLOSE;
  const open = close === CDATA_CLOSE ? CDATA_OPEN.length : isInstruction ? 2 : 4;
  const end = within(bytes.indexOf(close, at + open), limit - close.length + 1);
  return end < 0 ? -1 : end + close.length;
}

function within(index: number, limit: number): number {
  return index >= limit ? -1 : index;
}

function isCdata(bytes: Buffer, at: number): boolean {
  return bytes[at + 1] === BANG && bytes[at + 2] === 0x5b && bytes[at + 3] === 0x43;
}

/** Whether the name of a tag ends before a byte. */
export function isNameEnd(byte: number | undefined): boolean {
  return byte === undefined || byte <= 0x20 || byte === GT || byte === SLASH || byte === LT;
}

/**
 * Reads one element with everything in it from bytes that are already in memory. Comments and processing
 * instructions are skipped, entities are left for the text decoder, nothing is ever expanded.
 */
export class ElementScanner {
  readonly #open: XmlNode[] = [];
  #bytes: Buffer = Buffer.alloc(0);
  #limit = 0;
  #base = 0;

  constructor(private readonly names: NameTable) {}

  /** Names of the elements that were open when the bytes ran out, outermost first. */
  get open(): readonly XmlNode[] {
    return this.#open;
  }

  /**
   * @param at index of the `<` of the start tag
   * @param base file offset of index 0, for messages
   * @returns the node and the index after its end tag; undefined when the bytes end before
   * it does
   * @throws ExportFault on markup that is not well-formed
   */
  scan(bytes: Buffer, at: number, limit: number, base: number): { node: XmlNode; end: number } | undefined {
    const root = this.scanStartTag(bytes, at, limit, base);
    if (root === undefined) return undefined;
    if (this.#open.length === 0) return { node: root, end: root.attributesTo + 1 };
    const end = this.#content(root.from);
    return end < 0 ? undefined : { node: root, end };
  }

  /** Forgets the elements that were open when the bytes ran out: the caller knows where they end. */
  leave(): void {
    this.#open.length = 0;
  }

  /** Reads only the start tag at `at`; undefined when it is cut off. */
  scanStartTag(bytes: Buffer, at: number, limit: number, base: number): XmlNode | undefined {
    this.#bytes = bytes;
    this.#limit = limit;
    this.#base = base;
    this.#open.length = 0;
    return this.#startTag(at);
  }

  /** Walks until the outermost element is closed; returns the index after it, or -1 when bytes are missing. */
  #content(from: number): number {
    let at = from;
    while (this.#open.length > 0) {
      at = findTag(this.#bytes, at, this.#limit);
      if (at < 0 || at + 3 >= this.#limit) return -1;
      const next = this.#bytes[at + 1];
      if (next === SLASH) at = this.#endTag(at);
      else if (next === BANG || next === QUESTION) at = this.#markup(at);
      else at = this.#child(at);
      if (at < 0) return -1;
    }
    return at;
  }

  #child(at: number): number {
    const parent = this.#open.at(-1) as XmlNode;
    const node = this.#startTag(at);
    if (node === undefined) return -1;
    if (parent.lastChild === undefined) parent.firstChild = node;
    else parent.lastChild.next = node;
    parent.lastChild = node;
    return node.attributesTo + 1;
  }

  #markup(at: number): number {
    let end = skipMarkup(this.#bytes, at, this.#limit);
    if (end > 0 && isCdata(this.#bytes, at)) {
      const node = this.#open.at(-1) as XmlNode;
      end = this.#wholeCdata(node, end);
      if (end > 0 && node.cdataCount++ === 0) {
        node.cdataFrom = at + CDATA_OPEN.length;
        node.cdataTo = end - CDATA_CLOSE.length;
      }
    }
    return end;
  }

  /**
   * Old versions of WordPress wrote a `]]>` in a text as it is. A section with anything but markup of XML behind it
   * therefore goes on to the end of its element, if that ends with a `]]>`.
   */
  #wholeCdata(node: XmlNode, end: number): number {
    const bytes = this.#bytes;
    let next = end;
    while (next < this.#limit && (bytes[next] as number) <= 0x20) next++;
    if (next + 2 + node.nameTo - node.nameFrom >= this.#limit) return -1;
    if (bytes[next] === LT && bytes[next + 1] === BANG) return end;
    if (bytes[next] === LT && bytes[next + 1] === SLASH && this.#sameName(node, next + 2)) return end;
    const tag = `</${bytes.toString('latin1', node.nameFrom, node.nameTo)}`;
    const close = within(bytes.indexOf(tag, next, 'latin1'), this.#limit);
    if (close < 0) return -1;
    let last = close;
    while ((bytes[last - 1] as number) <= 0x20) last--;
    return CDATA_CLOSE.equals(bytes.subarray(last - CDATA_CLOSE.length, last)) ? last : end;
  }

  /** Reads a start tag and, unless it closes itself, pushes it. Undefined when it is cut off. */
  #startTag(at: number): XmlNode | undefined {
    const bytes = this.#bytes;
    let nameTo = at + 1;
    while (nameTo < this.#limit && !isNameEnd(bytes[nameTo])) nameTo++;
    if (nameTo >= this.#limit) return undefined;
    if (nameTo === at + 1) throw new ExportFault(this.#base + at, 'a “<” begins no tag; expected “&lt;”');
    const close = this.#tagEnd(nameTo, at);
    if (close < 0) return undefined;
    const selfClosing = bytes[close - 1] === SLASH;
    const node: XmlNode = {
      name: this.names.read(bytes, at + 1, nameTo),
      nameFrom: at + 1,
      nameTo,
      attributesTo: close,
      from: close + 1,
      to: close + 1,
      cdataFrom: -1,
      cdataTo: -1,
      cdataCount: 0,
      firstChild: undefined,
      lastChild: undefined,
      next: undefined,
    };
    if (!selfClosing) this.#open.push(node);
    return node;
  }

  /** Index of the `>` that ends the tag, quoted values skipped; -1 when it is cut off. */
  #tagEnd(from: number, tag: number): number {
    for (let at = from; at < this.#limit; at++) {
      const byte = this.#bytes[at];
      if (byte === GT) return at;
      if (byte === LT)
        throw new ExportFault(this.#base + tag, "a tag isn't closed: expected “>” before the next “<”");
      if (byte === 0x22 || byte === 0x27) {
        at = within(this.#bytes.indexOf(byte, at + 1), this.#limit);
        if (at < 0) return -1;
      }
    }
    return -1;
  }

  #endTag(at: number): number {
    const node = this.#open.at(-1) as XmlNode;
    let end = at + 2 + (node.nameTo - node.nameFrom);
    if (end >= this.#limit) return -1;
    if (!this.#sameName(node, at + 2)) throw this.#mismatch(node, at);
    while (end < this.#limit && (this.#bytes[end] as number) <= 0x20) end++;
    if (end >= this.#limit) return -1;
    if (this.#bytes[end] !== GT) throw this.#mismatch(node, at);
    node.to = at;
    this.#open.pop();
    return end + 1;
  }

  #sameName(node: XmlNode, at: number): boolean {
    for (let i = node.nameFrom; i < node.nameTo; i++) {
      if (this.#bytes[i] !== this.#bytes[at + i - node.nameFrom]) return false;
    }
    return true;
  }

  #mismatch(node: XmlNode, at: number): ExportFault {
    let to = at + 2;
    while (to < this.#limit && !isNameEnd(this.#bytes[to])) to++;
    const found = this.#bytes.toString('utf8', at + 2, Math.min(to, at + 80));
    const expected = this.#bytes.toString('utf8', node.nameFrom, node.nameTo);
    return new ExportFault(this.#base + at, `found </${found}>, expected </${expected}>`);
  }
}
