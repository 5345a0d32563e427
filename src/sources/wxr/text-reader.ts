import { decodeHTMLStrict } from 'entities';
import { decodeBytes } from '../../core/decode-bytes.js';
import type { XmlNode } from './xml-node.js';

const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
const ENTITY = /&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);/g;
const ATTRIBUTE = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g;

/** Whether the current element contains bytes that need further processing. */
export interface TextFlags {
  readonly controls: boolean;
  readonly returns: boolean;
}

/** Decodes the text and the attributes of scanned elements. */
export class TextReader {
  readonly #decoder: InstanceType<typeof TextDecoder> | undefined;
  #bareAmpersands = 0;
  /** Of the site; texts that hold several languages are read in this one. */
  language = '';
  /** The name of the site, which texts of SEO extensions repeat. */
  siteTitle = '';

  /** @param charset the encoding from the XML declaration; everything but UTF-8 goes through a decoder */
  constructor(charset: string = 'utf-8') {
    this.#decoder = /^(utf-?8|us-ascii)$/i.test(charset) ? undefined : new TextDecoder(charset);
  }

  get isUtf8(): boolean {
    return this.#decoder === undefined;
  }

  /** How often a `&` did not begin an entity in the texts read so far. */
  get bareAmpersands(): number {
    return this.#bareAmpersands;
  }

  /**
   * The text of an element: CDATA sections verbatim, entities outside them decoded (also the HTML ones that
   * XML does not define), line ends as `\n`, forbidden control characters dropped. White space between the tags and
   * a CDATA section is layout of the file and not part of the text. Entities that a DOCTYPE declares stay text.
   */
  text(bytes: Buffer, node: XmlNode, flags: TextFlags): string {
    let text: string;
    if (node.cdataCount === 1 && blankAround(bytes, node)) {
      text = this.#decode(bytes, node.cdataFrom, node.cdataTo);
    } else if (node.cdataCount === 0 && node.firstChild === undefined) {
      text = this.#plain(this.#decode(bytes, node.from, node.to));
    } else {
      text = this.#mixed(this.#decode(bytes, node.from, node.to));
    }
    if (flags.controls) text = text.replace(CONTROLS, '');
    return flags.returns ? text.replace(/\r\n?/g, '\n') : text;
  }

  /** Attributes of a start tag, values decoded; the first of a repeated name counts. */
  attributes(bytes: Buffer, node: XmlNode): ReadonlyMap<string, string> {
    const source = this.#decode(bytes, node.nameTo, node.attributesTo);
    const found = new Map<string, string>();
    for (const match of source.matchAll(ATTRIBUTE)) {
      const [, name = '', double, single = ''] = match;
      if (!found.has(name)) found.set(name, this.#entities(double ?? single));
    }
    return found;
  }

  #decode(bytes: Buffer, from: number, to: number): string {
    if (this.#decoder === undefined) return bytes.toString('utf8', from, to);
    return decodeBytes(this.#decoder, bytes.subarray(from, to));
  }

  /** Text without CDATA; comments in it are rare and dropped. */
  #plain(text: string): string {
    return text.includes('<') ? this.#mixed(text) : this.#entities(text);
  }

  #mixed(raw: string): string {
    const sections: string[] = [];
    let last = 0;
    let hasCdata = false;
    for (const match of raw.matchAll(CDATA)) {
      sections.push(this.#entities(raw.slice(last, match.index)));
      if (match[1] !== undefined) hasCdata = true;
      sections.push(match[1] ?? '');
      last = match.index + match[0].length;
    }
    sections.push(this.#entities(raw.slice(last)));
    if (hasCdata) {
      if (sections[0]?.trim() === '') sections[0] = '';
      if (sections.at(-1)?.trim() === '') sections.pop();
    }
    return sections.join('');
  }

  #entities(text: string): string {
    if (!text.includes('&')) return text;
    const all = text.split('&').length - 1;
    this.#bareAmpersands += all - (text.match(ENTITY)?.length ?? 0);
    return decodeHTMLStrict(text).replace(CONTROLS, '');
  }
}

function blankAround(bytes: Buffer, node: XmlNode): boolean {
  for (let at = node.from; at < node.cdataFrom - 9; at++) if ((bytes[at] as number) > 0x20) return false;
  for (let at = node.cdataTo + 3; at < node.to; at++) if ((bytes[at] as number) > 0x20) return false;
  return true;
}
