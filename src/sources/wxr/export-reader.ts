import { isUtf8 } from 'node:buffer';
import { type ByteWindow, ExportFault } from '../export-file.js';
import { ElementScanner, findTag, isNameEnd, skipMarkup } from './element-scanner.js';
import { type Inspection, inspectBytes } from './inspect-bytes.js';
import { NameTable } from './names.js';
import { notAnExport, readProlog, wrongRoot } from './prolog.js';
import { type TextFlags, TextReader } from './text-reader.js';
import type { XmlNode } from './xml-node.js';

const TRUNCATED_FIX =
  'The file is incomplete: download it again completely, or export in parts (by author or date) and pass every part.';

const ITEM = Buffer.from('<item');
const JOINED_FIX =
  'Several parts of an export are joined into this file. Pass each part on its own: --source part-1.xml --source part-2.xml.';

/** The beginning of another document, with only white space and comments before it. */
const ANOTHER = /^(?:\s|\u00ef\u00bb\u00bf|<!--(?:(?!-->)[\s\S])*-->)*<(?:\?xml|rss)[\s>]/i;

/** How far after the end of an export another one is searched. */
const LOOK_BEHIND = 4096;

/** A child of `<channel>`. It is valid until the reader moves on. */
export interface ExportElement {
  readonly node: XmlNode;
  /** Byte range in the file. */
  readonly offset: number;
  readonly end: number;
  readonly line: number;
  readonly flags: TextFlags;
}

/** An element, and the facts about it besides its parts. */
export interface ScannedElement extends ExportElement {
  readonly lines: number;
  /** It contains invalid UTF-8, where the file should be UTF-8. */
  readonly isStrange: boolean;
}

/**
 * Walks the children of `<channel>` one at a time over a sliding window.
 * Use: `while (reader.fill()) while ((element = reader.take())) …`.
 */
export class ExportReader {
  readonly names = new NameTable();
  readonly #scanner = new ElementScanner(this.names);
  #text = new TextReader();
  #at = 0;
  #line = 1;
  #state: 'prolog' | 'rss' | 'channel' | 'closed' | 'done' = 'prolog';
  #manner = '';
  #controls = 0;
  #firstControl: number | undefined;
  #isUtf8 = true;
  #strange = 0;
  #firstStrange: number | undefined;

  constructor(private readonly window: ByteWindow) {}

  get text(): TextReader {
    return this.#text;
  }

  /** How to read the rest of the file, from its start: its encoding and namespaces. */
  get manner(): string {
    return this.#manner;
  }

  /** The buffer that the nodes of the current element point into. */
  get bytes(): Buffer {
    return this.window.bytes;
  }

  /** The reader's position in the window, and its line. */
  get at(): number {
    return this.#at;
  }

  get line(): number {
    return this.#line;
  }

  /** Forbidden control characters met so far and the line of the element that holds the first one. */
  get controls(): { readonly count: number; readonly line: number | undefined } {
    return { count: this.#controls, line: this.#firstControl };
  }

  /** Elements of a UTF-8 file with invalid bytes, and the line of the first one. */
  get strange(): { readonly count: number; readonly line: number | undefined } {
    return { count: this.#strange, line: this.#firstStrange };
  }

  /**
   * Reads more of the file.
   * @returns false when the export is complete
   * @throws ExportFault when the file ends too early, is not an export, or contains another one after it
   */
  fill(): boolean {
    if (this.#state === 'done') {
      this.#assertLast();
      return false;
    }
    // Named now, since the positions of the open element are lost with the bytes before it.
    const open = this.#state === 'channel' ? this.#scanner.open.at(-1) : undefined;
    const openName = open && this.bytes.toString('utf8', open.nameFrom, open.nameTo);
    const added = this.window.more(this.#at);
    this.#at = 0;
    if (!added) this.#finish(openName);
    return added;
  }

  /** The next child of `<channel>` that is completely in memory. */
  take(): ScannedElement | undefined {
    if (this.#state === 'prolog') this.#prolog();
    if (this.#state === 'rss') this.#openChannel();
    if (this.#state === 'channel') return this.#nextChild();
    if (this.#state === 'closed') this.#close();
    // After </rss> the only question is whether another export follows.
    return undefined;
  }

  #prolog(): void {
    const { bytes, length, base } = this.window;
    const prolog = readProlog(bytes, length);
    if (prolog === undefined) return;
    const node = this.#scanner.scanStartTag(bytes, prolog.root, length, base);
    if (node === undefined) return;
    this.#text = new TextReader(prolog.charset);
    this.#isUtf8 = this.#text.isUtf8;
    if (node.name !== 'rss') throw wrongRoot(node.name, prolog.root);
    const attributes = this.#text.attributes(bytes, node);
    this.names.bind(attributes);
    this.#manner = JSON.stringify([prolog.charset, ...attributes]);
    this.#advance(node.from);
    this.#state = 'rss';
  }

  #openChannel(): void {
    const at = this.#skipTo();
    if (at < 0) return;
    const tag = this.window.bytes.toString('latin1', at, at + 8);
    if (tag !== '<channel') throw this.#fault(at, `found “${tag}”, expected <channel>`);
    const end = this.window.bytes.indexOf(0x3e, at);
    if (end < 0 || end >= this.window.length) return;
    this.#advance(end + 1);
    this.#state = 'channel';
  }

  #nextChild(): ScannedElement | undefined {
    const at = this.#skipTo();
    if (at < 0) return undefined;
    if (this.window.bytes[at + 1] === 0x2f) {
      return this.#closeTag(at, '</channel', 'closed') ? this.take() : undefined;
    }
    this.#advance(at);
    const { bytes, length, base } = this.window;
    const found = this.#scanner.scan(bytes, at, length, base);
    if (found === undefined) return undefined;
    const line = this.#line;
    const { controls, returns, lines } = this.#advance(found.end);
    const flags = { controls: controls > 0, returns: returns > 0 };
    const isStrange = this.#isUtf8 && !isUtf8(bytes.subarray(at, found.end));
    if (isStrange) {
      this.#firstStrange ??= line;
      this.#strange += 1;
    }
    return { node: found.node, offset: base + at, end: base + found.end, line, lines, flags, isStrange };
  }

  /** Index of the next child of `<channel>` in the window where it begins an item; undefined otherwise. */
  nextItem(): number | undefined {
    if (this.#state === 'prolog') this.#prolog();
    if (this.#state === 'rss') this.#openChannel();
    if (this.#state !== 'channel') return undefined;
    const at = this.#skipTo();
    const { bytes, length } = this.window;
    const end = at + ITEM.length;
    if (at < 0 || end >= length || bytes.compare(ITEM, 0, ITEM.length, at, end) !== 0) return undefined;
    return isNameEnd(bytes[end]) ? at : undefined;
  }

  /** Moves to a place in the window, between two children of `<channel>`, with its line. */
  moveTo(at: number, line: number): void {
    this.#at = at;
    this.#line = line;
    // An item may have been cut off the last time that its elements were read.
    this.#scanner.leave();
  }

  #close(): void {
    const at = this.#skipTo();
    if (at >= 0) this.#closeTag(at, '</rss', 'done');
  }

  /** Returns false while the tag is not completely in memory. */
  #closeTag(at: number, expected: string, next: 'closed' | 'done'): boolean {
    const { bytes, length } = this.window;
    const end = bytes.subarray(0, length).indexOf(0x3e, at);
    if (end < 0) return false;
    const found = bytes.toString('utf8', at, Math.min(end, at + 80)).trimEnd();
    if (found !== expected) throw this.#fault(at, `found “${found}>”, expected ${expected}>`);
    this.#advance(end + 1);
    this.#state = next;
    return true;
  }

  /** Index of the next tag with at least ten bytes after it; comments, text and the like are skipped. */
  #skipTo(): number {
    const { bytes, length } = this.window;
    for (;;) {
      const at = findTag(bytes, this.#at, length);
      this.#advance(at < 0 ? length : at);
      if (at < 0) return -1;
      const next = at + 1 < length ? bytes[at + 1] : undefined;
      if (next !== 0x21 && next !== 0x3f) return at + 10 <= length || next === 0x2f ? at : -1;
      const end = skipMarkup(bytes, at, length);
      if (end < 0) return -1;
      this.#advance(end);
    }
  }

  /** Moves on to `to`, counting lines and forbidden characters on the way. */
  #advance(to: number): Inspection {
    const found = inspectBytes(this.bytes, this.#at, to);
    if (found.controls > 0) this.#firstControl ??= this.#line;
    this.#controls += found.controls;
    this.#line += found.lines;
    this.#at = to;
    return found;
  }

  /** Two exports in one file would silently lose the second. */
  #assertLast(): void {
    let grows = this.window.more(this.#at);
    this.#at = 0;
    while (grows && this.window.length < LOOK_BEHIND) grows = this.window.more(0);
    const { bytes, length, base } = this.window;
    const another = ANOTHER.exec(bytes.toString('latin1', 0, Math.min(length, LOOK_BEHIND)));
    if (another === null) return;
    const at = base + another[0].lastIndexOf('<');
    throw new ExportFault(at, 'a second document begins here; expected the end of the file', JOINED_FIX);
  }

  #finish(openName: string | undefined): void {
    const end = this.window.consumed;
    if (end === 0)
      throw new ExportFault(0, 'the file is empty; expected a WordPress export (WXR)', TRUNCATED_FIX);
    const expected = openName !== undefined ? `</${openName}>` : this.#expectedAtEnd();
    throw new ExportFault(end, `the file ends too early; expected ${expected}`, TRUNCATED_FIX);
  }

  #expectedAtEnd(): string {
    if (this.#state === 'prolog') return 'an <rss> element';
    if (this.#state === 'rss') return '<channel>';
    return this.#state === 'channel' ? '</channel>' : '</rss>';
  }

  #fault(at: number, message: string): ExportFault {
    return new ExportFault(this.window.base + at, message);
  }
}

/**
 * Distinguishes an export from an ordinary feed, once its head has been read.
 * @throws ExportFault when neither the version nor a namespace of the export format was found
 */
export function assertExport(names: NameTable, version: string | undefined, offset: number): void {
  if (version === undefined && !names.isExport) throw notAnExport(offset);
}
