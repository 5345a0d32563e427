import type { Element, Root } from 'hast';
import { decode, guarded, makeElement, TidyParser, UNTIDY } from './tidy-parser.js';

const SPACE = /[ \n\t\f]*/y;
const BEFORE_HTML = /[ \n\t\f]*(?:<!doctype html>[ \n\t\f]*)?/iy;
const HEAD_START = /<(base|link|meta|script|style|title)(?=[ \n\t\f/>])/y;
const HEAD_END = /<\/head>/y;

/**
 * Parses the start of a whole page: its head, up to where its content begins.
 * @param text without carriage returns and null characters
 * @returns the page with an empty body, and where the head ended; undefined for HTML that has to be repaired, or is
 * not understood
 */
export function parseTidyHead(text: string): TidyHead | undefined {
  return guarded(() => new HeadParser({ type: 'root', children: [] }, text, 0).head());
}

/** The start of a page. */
export interface TidyHead {
  readonly page: Root;
  /** Has nothing in it yet. */
  readonly body: Element;
  /** Behind the start tag of the body, or the end of a text that ends in the head. */
  readonly end: number;
}

class HeadParser extends TidyParser {
  head(): TidyHead {
    this.skip(BEFORE_HTML);
    const html = this.openTag('html');
    this.skip(SPACE);
    const head = this.openTag('head');
    html.children.push(head);
    const page: Root = { type: 'root', children: [html] };
    const isWhole = this.#headContent(head);
    const space = isWhole ? this.skip(SPACE) : '';
    if (space !== '') html.children.push({ type: 'text', value: space });
    const body = isWhole ? this.openTag('body') : makeElement('body', {});
    html.children.push(body);
    return { page, body, end: this.at };
  }

  /** Reads up to the end tag of the head; false where the text ends before. */
  #headContent(head: Element): boolean {
    this.current = head;
    for (;;) {
      const space = this.skip(SPACE);
      if (space !== '') head.children.push({ type: 'text', value: space });
      if (this.at === this.text.length) return false;
      if (this.skip(HEAD_END) !== '') return true;
      if (this.text.startsWith('<!--', this.at)) this.comment();
      else {
        const [, name = ''] = this.match(HEAD_START);
        if (name === 'title') this.#title(head);
        else this.startTag();
      }
    }
  }

  #title(head: Element): void {
    const title = this.openTag('title');
    const end = this.text.indexOf('</title>', this.at);
    if (end === -1) throw UNTIDY;
    const value = this.until(end);
    if (/<\/title/i.test(value)) throw UNTIDY;
    if (value !== '') title.children.push({ type: 'text', value: decode(value) });
    this.at += '</title>'.length;
    head.children.push(title);
  }
}
