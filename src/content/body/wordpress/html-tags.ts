/** Elements whose content is never touched: no paragraphs, no shortcodes. */
export const VERBATIM: ReadonlySet<string> = new Set(['pre', 'code', 'script', 'style', 'textarea', 'svg']);

const NAME_START = /[a-z]/i;
const NAME = /\/?([a-z][a-z0-9:-]*)/iy;

/** A tag found by `TagReader`. */
export interface Tag {
  /** Lower-case. */
  readonly name: string;
  readonly closing: boolean;
  /** Index behind the `>`. */
  readonly end: number;
}

/** Reads HTML tags out of a text in one forward pass; broken ones are text. */
export class TagReader {
  readonly #lower: string;
  readonly #unclosed = new Set<string>();
  #broken = false;
  #resume = 0;

  constructor(private readonly text: string) {
    this.#lower = text.toLowerCase();
  }

  /** Where to continue after a `<` that began no tag: nothing before it needs to be read again. */
  get resume(): number {
    return this.#resume;
  }

  /** The tag whose `<` is at `at`; undefined when that is not a complete tag (see `resume`). */
  read(at: number): Tag | undefined {
    this.#resume = at + 1;
    const closing = this.text[at + 1] === '/';
    if (this.#broken || !NAME_START.test(this.text[at + (closing ? 2 : 1)] ?? '')) return undefined;
    NAME.lastIndex = at + 1;
    const name = NAME.exec(this.text)?.[1]?.toLowerCase() ?? '';
    const end = this.#tagEnd(NAME.lastIndex);
    return end < 0 ? undefined : { name, closing, end };
  }

  /** Index behind the end tag of a verbatim element whose start tag ends at `from`; -1 when there is none. */
  endOf(name: string, from: number): number {
    if (this.#unclosed.has(name)) return -1;
    const close = this.#lower.indexOf(`</${name}`, from);
    const end = close < 0 ? -1 : this.text.indexOf('>', close);
    // A missing end tag is remembered, so everything after is searched at most once per name.
    if (end < 0) this.#unclosed.add(name);
    return end < 0 ? -1 : end + 1;
  }

  #tagEnd(from: number): number {
    for (let at = from; at < this.text.length; at++) {
      const char = this.text[at];
      if (char === '>') return at + 1;
      if (char === '<') {
        this.#resume = at;
        return -1;
      }
      if ((char === '"' || char === "'") && this.text[at - 1] === '=') {
        const close = this.text.indexOf(char, at + 1);
        if (close < 0) break;
        at = close;
      }
    }
    this.#broken = true;
    return -1;
  }
}
