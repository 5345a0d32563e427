import { OpenStack } from '../../../syntax/open-stack.js';
import { TagReader, VERBATIM } from '../html-tags.js';
import { isCodeShortcode } from './code.js';

/** A shortcode tag in a text. */
export interface ShortcodeTag {
  /** As written. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly closing: boolean;
  /** Ends in `/]`. */
  readonly selfClosing: boolean;
  /** Everything between name and bracket. */
  readonly attributes: string;
  /** `[[name]]`: a literal. */
  readonly escaped: boolean;
  /** Index of the closing tag in the list; undefined when it has none. */
  partner?: number;
}

const NAME = /\[(\/?)([A-Za-z_][\w-]*)(?=[\s\]/=]|\|\w+=[^\]|<[]{0,200}\|)/y;

/**
 * Finds the shortcode tags of a text and pairs them. HTML tags, comments and the content of `pre`, `code`,
 * `script`, `style`, `textarea` and `svg` are passed over. One forward pass.
 */
export function scanShortcodes(text: string): ShortcodeTag[] {
  const found = new ShortcodeScanner(text).scan();
  pairUp(found);
  return found;
}

class ShortcodeScanner {
  readonly #html: TagReader;
  readonly #found: ShortcodeTag[] = [];
  readonly #unclosed = new Set<string>();

  constructor(private readonly text: string) {
    this.#html = new TagReader(text);
  }

  scan(): ShortcodeTag[] {
    const next = /[<[]/g;
    for (let match = next.exec(this.text); match !== null; match = next.exec(this.text)) {
      next.lastIndex = match[0] === '<' ? this.#passHtml(match.index) : this.#shortcode(match.index);
    }
    return this.#found;
  }

  /** Index behind the HTML construct that begins at `at`. */
  #passHtml(at: number): number {
    if (this.text.startsWith('<!--', at)) {
      const end = this.#unclosed.has('-->') ? -1 : this.text.indexOf('-->', at + 4);
      if (end < 0) this.#unclosed.add('-->');
      return end < 0 ? at + 4 : end + 3;
    }
    const tag = this.#html.read(at);
    if (tag === undefined) return Math.max(at + 1, this.#html.resume);
    const end = !tag.closing && VERBATIM.has(tag.name) ? this.#html.endOf(tag.name, tag.end) : -1;
    return end < 0 ? tag.end : end;
  }

  /** Adds the tag that begins at `at`, if one does; returns where to continue. */
  #shortcode(at: number): number {
    NAME.lastIndex = at;
    const match = NAME.exec(this.text);
    const end = match === null ? -1 : this.#tagEnd(NAME.lastIndex);
    if (match === null || end < 0) return at + 1;
    const [opening, slash, name = ''] = match;
    const attributes = this.text.slice(at + opening.length, end - 1);
    const selfClosing = attributes.endsWith('/') && slash === '';
    const escaped = this.text[at - 1] === '[' && this.text[end] === ']';
    this.#found.push({
      name,
      start: at,
      end,
      closing: slash !== '',
      selfClosing,
      attributes: selfClosing ? attributes.slice(0, -1) : attributes,
      escaped,
    });
    const isCode = slash === '' && !selfClosing && !escaped && isCodeShortcode(name, attributes);
    return isCode ? this.#closeOf(name, end) : end;
  }

  /** Code is not HTML: nothing in it is read before its own closing tag. */
  #closeOf(name: string, from: number): number {
    if (this.#unclosed.has(name)) return from;
    const close = this.text.indexOf(`[/${name}]`, from);
    if (close < 0) this.#unclosed.add(name);
    return close < 0 ? from : close;
  }

  /** Index after the `]` of a tag, quoted values skipped; -1 when this isn't a tag. */
  #tagEnd(from: number): number {
    for (let at = from; at < this.text.length; at++) {
      const char = this.text[at];
      if (char === ']') return at + 1;
      if (char === '[' || char === '<') return -1;
      if ((char === '"' || char === "'") && this.text[at - 1] === '=') {
        const close = this.#unclosed.has(char) ? -1 : this.text.indexOf(char, at + 1);
        if (close < 0) this.#unclosed.add(char);
        else at = close;
      }
    }
    return -1;
  }
}

function pairUp(tags: readonly ShortcodeTag[]): void {
  const open = new OpenStack<ShortcodeTag>();
  for (const [index, tag] of tags.entries()) {
    if (tag.escaped || tag.selfClosing) continue;
    if (!tag.closing) {
      open.push(tag);
      continue;
    }
    const opening = open.popTo(tag.name);
    if (opening !== undefined) opening.partner = index;
  }
}
