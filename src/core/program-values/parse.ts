import type { Options, Program } from 'acorn';
import { parseScript, parseTyped, parseWithJsx } from './parsers.js';

/** Longer programs aren't read. */
const MAX_LENGTH = 1_000_000;

/** A program that can't be parsed. */
interface SyntaxFault {
  readonly message: string;
  /** From 1; undefined where no single line is at fault. */
  readonly line: number | undefined;
}

/** Parses JavaScript or TypeScript. */
export function parseProgram(file: string, text: string): Program | SyntaxFault {
  if (text.length > MAX_LENGTH) return { message: 'the file is too large', line: undefined };
  const isTyped = /\.[cm]?ts$/.test(file);
  const module = tryParse(isTyped ? parseTyped : parseWithJsx, text, 'module');
  if ('type' in module || isTyped) return module;
  const script = tryParse(parseScript, text, 'script');
  return 'type' in script ? script : module;
}

function tryParse(
  parse: (text: string, options: Options) => Program,
  text: string,
  sourceType: 'module' | 'script',
): Program | SyntaxFault {
  try {
    return parse(text.replace(/^\uFEFF/, ''), {
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
