/**
 * A parser for HTML as careful programs write it, several times as fast as one that knows all repairs of browsers.
 * It understands less than a browser does, and knows what it does not understand: then it gives up, and whoever asked
 * takes the other parser. Where it does not give up, both make the same tree.
 */

import { decodeHTML, decodeHTMLAttribute } from 'entities';
import type { Comment, Element, ElementContent, Properties, Root, Text } from 'hast';
import { codeAt } from '../../core/code-at.js';
import { attributeInfo, attributeValue } from './attributes.js';
import {
  APART,
  BUTTON,
  EATS_NEWLINE,
  ESCAPABLE,
  FOREIGN,
  FORM,
  FRAMES,
  ITEM,
  knownElement,
  LINK,
  PARAGRAPH,
  RAW,
  ROW,
  SCOPE,
  SECTION,
  TABLE,
  TERM,
  VOID,
} from './content-rules.js';
import { parseForeign } from './foreign.js';
import { endsBefore, endsWith, fits } from './placement.js';
import { endOfName } from './tag-name.js';

/** What is open around a place, of that which decides how its elements are read. */
const INHERITED = PARAGRAPH | ITEM | TERM | LINK | BUTTON | FORM;

const LESS_THAN = 0x3c;
const SLASH = 0x2f;
const BANG = 0x21;
const GREATER_THAN = 0x3e;
const QUESTION_MARK = 0x3f;

const ATTRIBUTE =
  /[ \n\t\f]+([a-z][a-z0-9:_.-]*)(?:="([^"]*)"|='([^']*)'|=([^ \n\t\f"'<=>`]+)(?=[ \n\t\f>]))?(?=[ \n\t\f/>])/y;
const START_END = /[ \n\t\f]*(\/?)>/y;
const FRAME_TEXT = /^[ \n\t\f]*$/;
/** What stands in an attribute behind this may be a reference or not. */
const OPEN_REFERENCE = /&[a-z\d]+$/i;
/** Ends of raw text that others may not see as such. */
const ANY_RAW_END = /<!--|<\/(?:script|style|iframe|textarea)/i;

class Untidy {}
/** Says that the text is not tidy. */
export const UNTIDY = new Untidy();

/**
 * Parses a fragment.
 * @returns undefined for HTML that has to be repaired, or is not understood
 */
export function parseTidy(html: string): Root | undefined {
  const text = html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html;
  if (text.startsWith('\ufeff') || text.includes('\0')) return undefined;
  const root: Root = { type: 'root', children: [] };
  return parseTidyInto(root, text, 0) === text.length ? root : undefined;
}

/** The answer of a parser; undefined where it met what it cannot understand. */
export function guarded<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error === UNTIDY) return undefined;
    throw error;
  }
}

/**
 * Parses what stands in an element, up to an end tag that belongs to none of the elements in it.
 * @param text without carriage returns and null characters
 * @param root is given what was found
 * @returns where it ended; undefined for HTML that has to be repaired, or is not understood
 */
export function parseTidyInto(root: Root | Element, text: string, start: number): number | undefined {
  return guarded(() => new TidyParser(root, text, start).content());
}

/** Reads tidy HTML from one text. What it cannot understand it throws as `UNTIDY`. */
export class TidyParser {
  protected readonly text: string;
  protected at = 0;
  /** The innermost open element, and its rule together with what is open around it. */
  protected current: Root | Element;
  protected rule = 0;
  /** The same of those around it, innermost last. */
  readonly #outer: (Root | Element)[] = [];
  readonly #outerRules: number[] = [];

  constructor(root: Root | Element, text: string, start: number) {
    this.current = root;
    this.text = text;
    this.at = start;
  }

  /** Reads up to an end tag that belongs to nothing; where that is. */
  content(): number | undefined {
    while (this.at < this.text.length) if (!this.#next()) break;
    // What is open when the text ends is whole nevertheless.
    return this.#outer.length === 0 || this.at === this.text.length ? this.at : undefined;
  }

  /** Reads a text or a tag; false at an end tag that belongs to nothing that is open. */
  #next(): boolean {
    const text = this.text;
    const second = codeAt(text, this.at + 1);
    if (codeAt(text, this.at) !== LESS_THAN || !beginsTag(second)) {
      this.#addText(this.until(this.#endOfText()));
      return true;
    }
    if (second === SLASH) return this.#endTag();
    if (second === BANG) this.comment();
    else this.startTag();
    return true;
  }

  /** Where the next tag or comment begins. */
  #endOfText(): number {
    const text = this.text;
    let end = text.indexOf('<', this.at);
    while (end !== -1 && !beginsTag(codeAt(text, end + 1))) end = text.indexOf('<', end + 1);
    return end === -1 ? text.length : end;
  }

  protected until(end: number): string {
    const piece = this.text.slice(this.at, end);
    this.at = end;
    return piece;
  }

  #addText(raw: string): void {
    if ((this.rule & FRAMES) !== 0 && !FRAME_TEXT.test(raw)) throw UNTIDY;
    this.#append({ type: 'text', value: decode(raw) } satisfies Text);
  }

  protected comment(): void {
    const end = this.text.startsWith('<!--', this.at) ? this.text.indexOf('-->', this.at + 4) : -1;
    if (end === -1) throw UNTIDY;
    this.at += '<!--'.length;
    const value = this.until(end);
    if (/^-?>|--!>/.test(value)) throw UNTIDY;
    this.at += '-->'.length;
    this.#append({ type: 'comment', value } satisfies Comment);
  }

  #endTag(): boolean {
    const start = this.at + 2;
    if (this.#outer.length === 0) return false;
    const { tagName } = this.current as Element;
    const end = start + tagName.length;
    if (this.text.startsWith(tagName, start) && codeAt(this.text, end) === GREATER_THAN) {
      this.#close();
      this.at = end + 1;
    } else this.#endOuter(endOfName(this.text, start));
    return true;
  }

  /** Reads the end tag of an element around the innermost ones, which end with it. */
  #endOuter(end: number): void {
    const known = knownElement(this.text.slice(this.at + 2, end));
    if (known === undefined || codeAt(this.text, end) !== GREATER_THAN) throw UNTIDY;
    while ((this.current as Element).tagName !== known.name) {
      if (!endsWith(this.#ownRule(), known.rule)) throw UNTIDY;
      this.#close();
    }
    this.#close();
    this.at = end + 1;
  }

  /** The rule of the innermost open element, without what is open around it. */
  #ownRule(): number {
    if (this.#outer.length === 0) return 0;
    return knownElement((this.current as Element).tagName)?.rule ?? 0;
  }

  protected startTag(): void {
    const text = this.text;
    const nameEnd = endOfName(text, this.at + 1);
    const known = knownElement(text.slice(this.at + 1, nameEnd));
    if (known === undefined) throw UNTIDY;
    const { name, rule } = known;
    if ((rule & FOREIGN) !== 0) {
      this.#foreign(rule);
      return;
    }
    this.at = nameEnd;
    const properties = this.#attributes();
    // Nearly all end here; others may have white space or a slash.
    if (codeAt(text, this.at) === GREATER_THAN) this.at += 1;
    else {
      const [, slash] = this.match(START_END);
      // It means nothing but on elements that are empty anyway.
      if (slash !== '' && (rule & VOID) === 0) throw UNTIDY;
      this.at = START_END.lastIndex;
    }
    this.#makeRoom(rule);
    const element = makeElement(name, properties);
    this.#append(element);
    if ((rule & EATS_NEWLINE) !== 0 && text.startsWith('\n', this.at)) this.at += 1;
    if ((rule & RAW) !== 0) this.#rawText(element, rule);
    else if ((rule & VOID) === 0) this.#enter(element, rule);
  }

  /** Reads a start tag, which has to be there. */
  protected openTag(name: string): Element {
    if (!this.text.startsWith(`<${name}`, this.at)) throw UNTIDY;
    this.at += name.length + 1;
    const properties = this.#attributes();
    if (this.skip(START_END) !== '>') throw UNTIDY;
    return makeElement(name, properties);
  }

  protected match(expression: RegExp): RegExpExecArray {
    expression.lastIndex = this.at;
    const match = expression.exec(this.text);
    if (match === null) throw UNTIDY;
    return match;
  }

  /** Passes what an expression matches, which may be nothing. */
  protected skip(expression: RegExp): string {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  #attributes(): Properties {
    const properties: Properties = {};
    const text = this.text;
    if (codeAt(text, this.at) === GREATER_THAN) return properties;
    ATTRIBUTE.lastIndex = this.at;
    for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text)) {
      const [, name = '', double, single, bare = ''] = match;
      const info = attributeInfo('html', name);
      if (info.isInherited) throw UNTIDY;
      // The first of two wins, or the last, depending on how they are written.
      if (info.property in properties) throw UNTIDY;
      properties[info.property] = attributeValue(info, decodeAttribute(double ?? single ?? bare));
      this.at = ATTRIBUTE.lastIndex;
    }
    return properties;
  }

  /** Ends what ends where an element starts, and makes sure that nothing else would be closed or moved for it. */
  #makeRoom(rule: number): void {
    while (!fits(rule, this.rule)) {
      if (!endsBefore(this.#ownRule(), rule)) throw UNTIDY;
      this.#close();
    }
    if ((this.rule & TABLE) !== 0 && (rule & ROW) !== 0) this.#enterImplied();
  }

  /** Rows that stand in a table without a body have one nevertheless. */
  #enterImplied(): void {
    const body = makeElement('tbody', {});
    this.#append(body);
    this.#enter(body, SECTION | APART);
  }

  #enter(element: Element, rule: number): void {
    let around = this.rule & INHERITED;
    if ((rule & SCOPE) !== 0) around &= ~PARAGRAPH;
    if ((rule & APART) !== 0) around &= ~(ITEM | TERM);
    this.#outer.push(this.current);
    this.#outerRules.push(this.rule);
    this.current = element;
    this.rule = rule | around;
  }

  #close(): void {
    this.current = this.#outer.pop() ?? this.current;
    this.rule = this.#outerRules.pop() ?? 0;
  }

  #rawText(element: Element, rule: number): void {
    const end = this.text.indexOf(`</${element.tagName}>`, this.at);
    if (end === -1) throw UNTIDY;
    const value = this.until(end);
    // Scripts that talk of scripts follow rules of their own.
    if (ANY_RAW_END.test(value)) throw UNTIDY;
    const text = (rule & ESCAPABLE) === 0 ? value : decode(value);
    if (text !== '') element.children.push({ type: 'text', value: text });
    this.at += element.tagName.length + 3;
  }

  #foreign(rule: number): void {
    this.#makeRoom(rule);
    const foreign = parseForeign(this.text, this.at);
    if (foreign === undefined) throw UNTIDY;
    this.#append(foreign.element);
    this.at = foreign.end;
  }

  #append(node: ElementContent): void {
    (this.current.children as ElementContent[]).push(node);
  }
}

/** An element without anything in it. */
export function makeElement(tagName: string, properties: Properties): Element {
  return { type: 'element', tagName, properties, children: [] };
}

/** Resolves the references of a text. */
export function decode(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text;
}

function decodeAttribute(text: string): string {
  if (!text.includes('&')) return text;
  if (OPEN_REFERENCE.test(text)) throw UNTIDY;
  return decodeHTMLAttribute(text);
}

/** Whether a tag or a comment may begin with `<` and a character; else both are text. */
function beginsTag(second: number): boolean {
  const letter = second | 0x20;
  return (
    (letter >= 0x61 && letter <= 0x7a) || second === SLASH || second === BANG || second === QUESTION_MARK
  );
}
