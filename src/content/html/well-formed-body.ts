import type { Comment, Element, Root, Text } from 'hast';
import { decode, NEEDS_REPAIR, TagReader } from './tag-reader.js';
import {
  BLOCKS,
  drawnName,
  ENDING,
  ENDS_SEARCH,
  FORMATTING,
  flagsInside,
  HEADINGS,
  IN_A,
  IN_BUTTON,
  IN_FORM,
  IN_P,
  IN_SELECT,
  IN_SVG,
  MOST_FORMATTING,
  PLAIN_RAW,
  RARE,
  RAW,
  SECTIONS,
  TABLE_FRAME,
  TABLE_PARTS,
  UNENDED,
  VOID,
} from './well-formed-names.js';

/** A node with children. */
export type Parent = Root | Element;

/** Builds the tree of HTML without repairs; throws `NEEDS_REPAIR` where there is one. */
export class WellFormedBody {
  protected readonly reader: TagReader;
  protected readonly root: Root = { type: 'root', children: [] };
  protected readonly open: Parent[] = [this.root];
  readonly #flags: number[] = [0];
  protected current: Parent = this.root;
  protected tagName = '';

  constructor(html: string) {
    this.reader = new TagReader(html);
  }

  parse(): Root {
    this.content();
    return this.root;
  }

  /** Reads the content of the body. */
  protected content(): void {
    const { reader } = this;
    const { html } = reader;
    do this.text(reader.text());
    while (reader.at < html.length && this.markup());
  }

  /** Reads a tag or a comment; returns false at the end of the body. */
  protected markup(): boolean {
    const reader = this.reader;
    const { html } = reader;
    const code = html.charCodeAt(reader.at + 1);
    if (code === 0x2f) {
      reader.at += 2;
      const tagName = reader.tagName();
      reader.endOfTag();
      if (tagName === 'body' && this.tagName === 'body') return false;
      this.#end(tagName);
    } else if (html.startsWith('<!--', reader.at)) {
      reader.at += 4;
      this.append({ type: 'comment', value: reader.comment() });
    } else {
      if (code === 0x21 || code === 0x3f) throw NEEDS_REPAIR;
      reader.at += 1;
      this.#start(reader.tagName());
    }
    return true;
  }

  protected text(value: string): void {
    if (value === '') return;
    if ((TABLE_FRAME.has(this.tagName) || this.tagName === 'colgroup') && !isBlank(value)) throw NEEDS_REPAIR;
    this.append({ type: 'text', value });
  }

  protected append(node: Text | Comment | Element): void {
    const { children } = this.current;
    const last = children.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else children.push(node);
  }

  #start(tagName: string): void {
    if (RARE.has(tagName)) throw NEEDS_REPAIR;
    const isOption = tagName === 'option' || tagName === 'optgroup';
    if (((this.#flags.at(-1) as number) & IN_SELECT) !== 0 && !isOption) throw NEEDS_REPAIR;
    if (TABLE_PARTS.has(tagName)) this.#startTablePart(tagName);
    else if (this.tagName === 'colgroup') throw NEEDS_REPAIR;
    else if (TABLE_FRAME.has(this.tagName)) {
      if (tagName !== 'script' && tagName !== 'style') throw NEEDS_REPAIR;
    } else this.#startInBody(tagName);
    if (tagName === 'svg') this.#drawing();
    else this.insert(tagName);
  }

  /** Ends what a start tag in the text of a page ends. */
  #startInBody(tagName: string): void {
    if (tagName === 'li') this.#endItem('li', 'li');
    else if (tagName === 'dd' || tagName === 'dt') this.#endItem('dd', 'dt');
    else if (tagName === 'option' || tagName === 'optgroup') {
      if (this.tagName === 'option') this.#pop();
      if (tagName === 'optgroup' && this.tagName === 'optgroup') this.#pop();
      return;
    } else if (tagName === 'rt' || tagName === 'rp') {
      if (this.tagName === 'rt' || this.tagName === 'rp') this.#pop();
      if (this.tagName !== 'ruby') throw NEEDS_REPAIR;
      return;
    } else if (!BLOCKS.has(tagName)) {
      const flags = this.#flags.at(-1) as number;
      if (tagName === 'a' && (flags & IN_A) !== 0) throw NEEDS_REPAIR;
      if (tagName === 'button' && (flags & IN_BUTTON) !== 0) throw NEEDS_REPAIR;
      if (FORMATTING.has(tagName) && this.#count(tagName) >= MOST_FORMATTING) throw NEEDS_REPAIR;
      return;
    }
    this.#endParagraph();
    if (HEADINGS.has(tagName) && HEADINGS.has(this.tagName)) throw NEEDS_REPAIR;
    if (tagName === 'form' && ((this.#flags.at(-1) as number) & IN_FORM) !== 0) throw NEEDS_REPAIR;
  }

  #count(tagName: string): number {
    let count = 0;
    for (const node of this.open) if (node.type === 'element' && node.tagName === tagName) count += 1;
    return count;
  }

  #endParagraph(): void {
    if (((this.#flags.at(-1) as number) & IN_P) === 0) return;
    if (this.tagName !== 'p') throw NEEDS_REPAIR;
    this.#pop();
  }

  /** A new item ends the item before it, which may end with a paragraph. */
  #endItem(one: string, other: string): void {
    if (this.tagName === 'p') {
      const around = this.open.at(-2);
      if (around?.type === 'element' && (around.tagName === one || around.tagName === other)) this.#pop();
    }
    if (this.tagName === one || this.tagName === other) {
      this.#pop();
      return;
    }
    for (let at = this.open.length - 1; at > 0; at -= 1) {
      const { tagName } = this.open[at] as Element;
      if (tagName === one || tagName === other) throw NEEDS_REPAIR;
      if (ENDS_SEARCH.has(tagName)) return;
    }
  }

  #startTablePart(tagName: string): void {
    if (tagName === 'td' || tagName === 'th') {
      if (this.tagName === 'td' || this.tagName === 'th') this.#pop();
      if (this.tagName !== 'tr') throw NEEDS_REPAIR;
    } else if (tagName === 'tr') {
      if (this.tagName === 'td' || this.tagName === 'th') this.#pop();
      if (this.tagName === 'tr') this.#pop();
      if (this.tagName === 'table') this.push(element('tbody'));
      if (!SECTIONS.has(this.tagName)) throw NEEDS_REPAIR;
    } else if (SECTIONS.has(tagName)) {
      if (SECTIONS.has(this.tagName)) this.#pop();
      if (this.tagName !== 'table') throw NEEDS_REPAIR;
    } else if (this.tagName !== (tagName === 'col' ? 'colgroup' : 'table')) throw NEEDS_REPAIR;
  }

  /** Reads the rest of a start tag, and the content of elements whose content isn't parsed. */
  protected insert(tagName: string): void {
    const reader = this.reader;
    const node = element(tagName, reader);
    if (VOID.has(tagName) || tagName === 'col') {
      this.append(node);
    } else if (RAW.has(tagName) || PLAIN_RAW.has(tagName)) {
      this.append(node);
      const isRaw = RAW.has(tagName);
      const text = reader.rawText(tagName);
      if (tagName === 'script' && text.includes('<!--')) throw NEEDS_REPAIR;
      const value = isRaw ? text : decode(text).replace(tagName === 'textarea' ? /^\n/ : /^(?!)/, '');
      if (value !== '') node.children.push({ type: 'text', value });
    } else {
      this.push(node);
      if (tagName === 'pre') this.#skipNewline();
    }
  }

  /** Reads a drawing (SVG), whose elements have rules of their own. */
  #drawing(): void {
    const reader = this.reader;
    const { html } = reader;
    const depth = this.open.length;
    this.#startDrawn('svg');
    while (this.open.length > depth) {
      const value = reader.text();
      if (value !== '') this.append({ type: 'text', value });
      const code = html.charCodeAt(reader.at + 1);
      if (code === 0x2f || code === 0x21) {
        this.markup();
        continue;
      }
      // Text for other programs may be HTML.
      if (this.tagName === 'title' || this.tagName === 'desc') throw NEEDS_REPAIR;
      reader.at += 1;
      this.#startDrawn(reader.tagName());
    }
  }

  #startDrawn(written: string): void {
    const tagName = drawnName(written);
    if (tagName === '') throw NEEDS_REPAIR;
    const reader = this.reader;
    const node = element(tagName, reader, 'svg');
    if (reader.isSelfClosing) this.append(node);
    else this.push(node);
    // End tags are in lower case.
    if (!reader.isSelfClosing) this.tagName = written;
  }

  /** A newline right after the tag is no part of the text. */
  #skipNewline(): void {
    const reader = this.reader;
    if (/&(?:#|newline)/iy.test(reader.html.slice(reader.at, reader.at + 10))) throw NEEDS_REPAIR;
    if (reader.html.charCodeAt(reader.at) === 0x0a) reader.at += 1;
  }

  #end(tagName: string): void {
    if (ENDING.has(tagName)) {
      while (UNENDED.has(this.tagName) && this.tagName !== tagName) this.#pop();
    } else if (SECTIONS.has(tagName)) {
      if (this.tagName === 'tr') this.#pop();
    } else if (tagName === 'table') {
      if (this.tagName === 'tr') this.#pop();
      if (SECTIONS.has(this.tagName)) this.#pop();
    } else if (tagName === 'select' || tagName === 'optgroup') {
      if (this.tagName === 'option') this.#pop();
      if (tagName === 'select' && this.tagName === 'optgroup') this.#pop();
    }
    if (this.tagName === tagName) this.#pop();
    else if (tagName === 'p' && this.#takesParagraph()) this.append(element('p'));
    else throw NEEDS_REPAIR;
  }

  /** An end tag without a paragraph makes an empty one. */
  #takesParagraph(): boolean {
    const isInside = ((this.#flags.at(-1) as number) & (IN_P | IN_SELECT | IN_SVG)) !== 0;
    return !isInside && !TABLE_FRAME.has(this.tagName) && !/^(?:|colgroup|head|noscript)$/.test(this.tagName);
  }

  protected push(node: Element): void {
    this.append(node);
    this.#flags.push(flagsInside(node.tagName, this.#flags.at(-1) as number));
    this.open.push(node);
    this.current = node;
    this.tagName = node.tagName;
  }

  #pop(): void {
    this.open.pop();
    this.#flags.pop();
    const current = this.open.at(-1) as Parent;
    this.current = current;
    this.tagName = current.type === 'element' ? current.tagName.toLowerCase() : '';
  }
}

/** Makes an element; its attributes are those that come next. */
export function element(tagName: string, reader?: TagReader, space: 'html' | 'svg' = 'html'): Element {
  return { type: 'element', tagName, properties: reader?.attributes(space) ?? {}, children: [] };
}

/** Whether a text is only white space. */
export function isBlank(text: string): boolean {
  return /^[\t\n\f ]*$/.test(text);
}
