import type { Gate } from '../wordpress/ranges.js';
import type { Dialect, MarkdownTag } from './tags.js';
import type { TagVerdict } from './verdict.js';

/** A tag whose end hasn't been found yet. */
export interface OpenTag {
  readonly tag: MarkdownTag;
  readonly verdict: TagVerdict | undefined;
  /** The alternative of a condition that visitors without an account meet. */
  other?: Gate;
}

/** Open tags by name: finding what a tag closes takes equally long however many are open. */
export class OpenTags {
  readonly #stacks = new Map<string, OpenTag[]>();
  readonly #left = new Set<OpenTag>();

  add(open: OpenTag): void {
    const { dialect, name, attributes } = open.tag;
    this.#left.add(open);
    this.#stack(dialect, name).push(open);
    if (attributes.startsWith('(')) this.#stack(dialect, CALL).push(open);
  }

  /** Takes out the tag that another one closes. */
  close({ dialect, name }: MarkdownTag): OpenTag | undefined {
    const stack = this.#stack(dialect, name === '' ? CALL : name);
    const open = this.#top(stack);
    if (open !== undefined) this.#left.delete(open);
    return open;
  }

  /** The innermost open condition. */
  condition(dialect: Dialect): OpenTag | undefined {
    const [first, second] = ['if', 'unless'].map((name) => this.#top(this.#stack(dialect, name)));
    return first !== undefined && first.tag.from > (second?.tag.from ?? -1) ? first : second;
  }

  /** Those that nothing has closed, in the order of the text. */
  left(): readonly OpenTag[] {
    return [...this.#left];
  }

  #top(stack: OpenTag[]): OpenTag | undefined {
    while (stack.length > 0 && !this.#left.has(stack.at(-1) as OpenTag)) stack.pop();
    return stack.at(-1);
  }

  #stack(dialect: Dialect, name: string): OpenTag[] {
    const key = `${dialect} ${name}`;
    const stack = this.#stacks.get(key) ?? [];
    this.#stacks.set(key, stack);
    return stack;
  }
}

/** Zola closes every tag that looks like a function call with a bare `{% end %}`. */
const CALL = '(';
