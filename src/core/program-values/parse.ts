import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser, type Program } from 'acorn';

/** Longer programs aren't read. */
const MAX_LENGTH = 1_000_000;

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

const PLAIN = limited(Parser.extend(tsPlugin()) as typeof Parser);
const WITH_JSX = limited(Parser.extend(tsPlugin({ jsx: true })) as typeof Parser);

/** A program that can't be parsed. */
export interface SyntaxFault {
  readonly message: string;
  /** From 1; undefined where no single line is at fault. */
  readonly line: number | undefined;
}

/** Parses JavaScript or TypeScript. */
export function parseProgram(file: string, text: string): Program | SyntaxFault {
  if (text.length > MAX_LENGTH) return { message: 'the file is too large', line: undefined };
  const isTyped = /\.[cm]?ts$/.test(file);
  const module = tryParse(isTyped ? PLAIN : WITH_JSX, text, 'module');
  if ('type' in module || isTyped) return module;
  const script = tryParse(PLAIN, text, 'script');
  return 'type' in script ? script : module;
}

function tryParse(
  parser: typeof Parser,
  text: string,
  sourceType: 'module' | 'script',
): Program | SyntaxFault {
  try {
    return parser.parse(text.replace(/^\uFEFF/, ''), {
      ecmaVersion: 'latest',
      sourceType,
      // The plugin needs it.
      locations: true,
      allowHashBang: true,
      allowReturnOutsideFunction: sourceType === 'script',
    });
  } catch (error) {
    // Not only errors of syntax: the parser also throws when nesting is too deep.
    const { message = '', loc } = error as { message?: string; loc?: { line: number } };
    return { message: message.replace(/ \(\d+:\d+\)$/, ''), line: loc?.line };
  }
}
