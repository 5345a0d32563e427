import type { Properties } from 'hast';
import { remembered } from '../../core/remembered.js';
import { attributeInfo, attributeValue } from './attributes.js';
import { internalised, parseRepaired } from './run-parser.js';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;

/** Thrown for markup that needs one of a browser's repairs: one shared object, since a stack takes long to capture. */
export const NEEDS_REPAIR = new Error('This markup needs repairs');

/** A place in a text of HTML, from which tags and texts are read one after the other. */
export class TagReader {
  readonly html: string;
  at = 0;
  /** Whether the last start tag ended in `/>`. */
  isSelfClosing = false;

  constructor(html: string) {
    this.html = html;
  }

  /** Reads the text up to the next tag; empty where there is none. */
  text(): string {
    const { html, at } = this;
    let end = html.indexOf('<', at);
    while (end >= 0 && !startsMarkup(html.charCodeAt(end + 1))) end = html.indexOf('<', end + 1);
    if (end < 0) end = html.length;
    this.at = end;
    return end === at ? '' : decode(html.slice(at, end));
  }

  /** Reads a name in lower case. */
  tagName(): string {
    const { html } = this;
    const start = this.at;
    let { at } = this;
    let code = html.charCodeAt(at);
    if (!isLetter(code)) throw NEEDS_REPAIR;
    let isPlain = true;
    while (!isSpace(code) && code !== SLASH && code !== GREATER_THAN) {
      if (!isNamePart(code)) {
        if (code > 0x7f || Number.isNaN(code)) throw NEEDS_REPAIR;
        isPlain = false;
      }
      at += 1;
      code = html.charCodeAt(at);
    }
    this.at = at;
    const name = html.slice(start, at);
    return internalised(isPlain ? name : name.toLowerCase());
  }

  /** Reads the attributes of a start tag and its end. */
  attributes(space: 'html' | 'svg'): Properties {
    const properties: Properties = {};
    const { html } = this;
    this.isSelfClosing = false;
    for (;;) {
      this.#skipSpace();
      const code = html.charCodeAt(this.at);
      if (code === GREATER_THAN) {
        this.at += 1;
        return properties;
      }
      if (code === SLASH) {
        this.at += 1;
        if (html.charCodeAt(this.at) !== GREATER_THAN) continue;
        this.isSelfClosing = true;
        this.at += 1;
        return properties;
      }
      const info = attributeInfo(space, this.#attributeName());
      const value = this.#attributeValue();
      if (info.isInherited) continue;
      // Of two attributes with a name, the first counts.
      if (properties[info.property] !== undefined) throw NEEDS_REPAIR;
      properties[info.property] = attributeValue(info, value);
    }
  }

  #attributeName(): string {
    const { html } = this;
    const start = this.at;
    let { at } = this;
    let isPlain = true;
    for (;;) {
      const code = html.charCodeAt(at);
      if (isSpace(code) || code === SLASH || code === GREATER_THAN || code === EQUALS) break;
      if (!isNamePart(code)) {
        if (code > 0x7f || code === QUOTE || code === APOSTROPHE || code === 0x3c || Number.isNaN(code))
          throw NEEDS_REPAIR;
        isPlain = false;
      }
      at += 1;
    }
    if (at === start) throw NEEDS_REPAIR;
    this.at = at;
    const name = html.slice(start, at);
    return isPlain ? name : name.toLowerCase();
  }

  #attributeValue(): string {
    const { html } = this;
    this.#skipSpace();
    if (html.charCodeAt(this.at) !== EQUALS) return '';
    this.at += 1;
    this.#skipSpace();
    const start = this.at;
    const quote = html.charCodeAt(start);
    if (quote === GREATER_THAN || Number.isNaN(quote)) throw NEEDS_REPAIR;
    if (quote === QUOTE || quote === APOSTROPHE) {
      const end = html.indexOf(quote === QUOTE ? '"' : "'", start + 1);
      if (end < 0) throw NEEDS_REPAIR;
      this.at = end + 1;
      return decode(html.slice(start + 1, end), true);
    }
    let { at } = this;
    for (let code = quote; !isSpace(code) && code !== GREATER_THAN; code = html.charCodeAt(at)) {
      if (Number.isNaN(code)) throw NEEDS_REPAIR;
      at += 1;
    }
    this.at = at;
    return decode(html.slice(start, at), true);
  }

  /** Reads the end of an end tag. */
  endOfTag(): void {
    this.#skipSpace();
    if (this.html.charCodeAt(this.at) !== GREATER_THAN) throw NEEDS_REPAIR;
    this.at += 1;
  }

  /** Reads a comment after its `<!--`. */
  comment(): string {
    const end = this.html.indexOf('-->', this.at);
    const value = this.html.slice(this.at, end);
    if (end < 0 || /^-?>|--!>|--!?$/.test(value)) throw NEEDS_REPAIR;
    this.at = end + 3;
    return value;
  }

  /** Reads the content of an element whose text isn't interpreted, and its end tag. */
  rawText(tagName: string): string {
    const { html } = this;
    const start = this.at;
    for (let end = html.indexOf('</', start); end >= 0; end = html.indexOf('</', end + 2)) {
      const after = end + 2 + tagName.length;
      if (html.slice(end + 2, after).toLowerCase() !== tagName) continue;
      const code = html.charCodeAt(after);
      if (!isSpace(code) && code !== SLASH && code !== GREATER_THAN) continue;
      this.at = after;
      this.endOfTag();
      return html.slice(start, end);
    }
    throw NEEDS_REPAIR;
  }

  #skipSpace(): void {
    while (isSpace(this.html.charCodeAt(this.at))) this.at += 1;
  }
}

/** Replaces the references in a text by their characters. */
export function decode(text: string, isAttribute = false): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x[\da-f]+|#\d+|[a-z\d]+);?/gi, (reference: string, at: number) => {
    const characters = dereference(reference);
    if (!isAttribute || reference.charAt(1) === '#' || characters === reference) return characters;
    if (reference.endsWith(';')) {
      // In an attribute, the rest of a name that begins like a known one isn't text.
      return characters.length > 1 && characters.endsWith(';') ? reference : characters;
    }
    // `?a=1&copy=2`
    if (text.charAt(at + reference.length) === '=') return reference;
    throw NEEDS_REPAIR;
  });
}

const dereference = remembered((reference) => {
  const [text] = parseRepaired(reference).children;
  return text?.type === 'text' ? text.value : '';
});

function startsMarkup(code: number): boolean {
  // `/`, `!` or `?`.
  return isLetter(code) || code === SLASH || code === 0x21 || code === 0x3f;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0c;
}

/** A small letter, a digit or a hyphen. */
function isNamePart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d;
}
