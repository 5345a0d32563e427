import { tsPlugin } from '@sveltejs/acorn-typescript';
import { type Options, Parser, type Program } from 'acorn';

/** Type parameters make the parser read the same text again: nested ones would take time without limit. */
function limited(base: typeof Parser): typeof Parser {
  return class extends base {
    #tokens = 0;

    nextToken(): void {
      this.#tokens += 1;
      if (this.#tokens > 2 * this.input.length + 1000) throw new RangeError('too complex');
      // The types of the parser leave out its inner methods.
      (base.prototype as unknown as { nextToken(): void }).nextToken.call(this);
    }
  } as typeof Parser;
}

const typed = limited(Parser.extend(tsPlugin()));
const withJsx = limited(Parser.extend(tsPlugin({ jsx: true })));

/** Parses TypeScript. */
export function parseTyped(text: string, options: Options): Program {
  return typed.parse(text, options);
}

/** Parses JavaScript that may hold JSX. */
export function parseWithJsx(text: string, options: Options): Program {
  return withJsx.parse(text, options);
}

/** Parses JavaScript that isn't a module. */
export function parseScript(text: string, options: Options): Program {
  return Parser.parse(text, options);
}
