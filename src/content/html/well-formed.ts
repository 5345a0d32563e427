import type { Root } from 'hast';
import { NEEDS_REPAIR } from './tag-reader.js';
import { element, isBlank, type Parent, WellFormedBody } from './well-formed-body.js';
import { IN_HEAD, IN_HEAD_NOSCRIPT } from './well-formed-names.js';

/**
 * Parses HTML that needs none of a browser's repairs, several times faster than a parser that knows all of them.
 * @param isDocument whether it is a whole page
 * @returns the tree that any parser of HTML builds; undefined where it depends on a repair, or on a rare element
 */
export function parseWellFormed(html: string, isDocument: boolean): Root | undefined {
  // Both are replaced before parsing.
  if (html.includes('\0') || html.includes('\r') || html.startsWith('\ufeff')) return undefined;
  try {
    return (isDocument ? new WellFormedPage(html) : new WellFormedBody(html)).parse();
  } catch (error) {
    if (error === NEEDS_REPAIR) return undefined;
    throw error;
  }
}

/** The same for a whole page. */
class WellFormedPage extends WellFormedBody {
  override parse(): Root {
    this.#frame();
    this.content();
    this.#afterBody();
    return this.root;
  }

  /** Reads what comes before the content of the body. */
  #frame(): void {
    const reader = this.reader;
    this.#between(undefined);
    const doctype = /<!doctype\s+html(?![a-z])[^>]*>/iy;
    doctype.lastIndex = reader.at;
    if (doctype.test(reader.html)) reader.at = doctype.lastIndex;
    this.#between('html');
    this.#between('head');
    this.#head();
    this.#between('body');
  }

  /** Reads comments and white space, and then a start tag. */
  #between(tagName: string | undefined): void {
    const reader = this.reader;
    for (;;) {
      const text = reader.text();
      if (!isBlank(text)) throw NEEDS_REPAIR;
      // Before the head, white space is no part of the tree.
      if (tagName === 'body') this.text(text);
      if (!reader.html.startsWith('<!--', reader.at)) break;
      reader.at += 4;
      this.append({ type: 'comment', value: reader.comment() });
    }
    if (tagName === undefined) return;
    reader.at += 1;
    if (reader.tagName() !== tagName) throw NEEDS_REPAIR;
    this.push(element(tagName, reader));
  }

  #head(): void {
    const reader = this.reader;
    while (this.tagName === 'head' || this.tagName === 'noscript') {
      const text = reader.text();
      if (!isBlank(text)) throw NEEDS_REPAIR;
      this.text(text);
      const { html, at } = reader;
      if (html.charCodeAt(at + 1) === 0x2f || html.startsWith('<!--', at)) {
        this.markup();
        continue;
      }
      reader.at += 1;
      const tagName = reader.tagName();
      if (
        this.tagName === 'head'
          ? tagName !== 'noscript' && !IN_HEAD.has(tagName)
          : !IN_HEAD_NOSCRIPT.has(tagName)
      )
        throw NEEDS_REPAIR;
      this.insert(tagName);
    }
  }

  /** Reads what comes after the end tag of the body, which may be missing. */
  #afterBody(): void {
    const reader = this.reader;
    const { html } = reader;
    const [body] = this.open.splice(-1);
    for (let isInHtml = true; reader.at < html.length; ) {
      const value = reader.text();
      if (!isBlank(value)) throw NEEDS_REPAIR;
      this.current = body as Parent;
      if (value !== '') this.append({ type: 'text', value });
      if (reader.at >= html.length) return;
      if (html.startsWith('<!--', reader.at)) {
        reader.at += 4;
        this.current = this.open[isInHtml ? 1 : 0] as Parent;
        this.append({ type: 'comment', value: reader.comment() });
      } else if (isInHtml && html.startsWith('</', reader.at)) {
        reader.at += 2;
        if (reader.tagName() !== 'html') throw NEEDS_REPAIR;
        reader.endOfTag();
        isInHtml = false;
      } else throw NEEDS_REPAIR;
    }
  }
}
