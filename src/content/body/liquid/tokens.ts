import { withoutCode } from '../../../core/prose.js';

const TAG = /\{%-?\s*([\w-]+)((?:[^%]|%(?!\}))*?)-?%\}|\{\{-?((?:[^{}]|\{(?![{%#])|\}(?!\}))*?)-?\}\}/g;
const OPENS = /^(?:if|unless|for|tablerow|case)$/;
const CLOSES = /^end(?:if|unless|for|tablerow|case)$/;

/** The block that Nunjucks has for `capture` of Liquid. */
const BLOCK_SET: Readonly<Record<string, string>> = { set: 'capture', endset: 'endcapture' };

/** A tag or an output of a template. */
export interface Token {
  readonly from: number;
  readonly to: number;
  /** Empty for output. */
  readonly name: string;
  readonly rest: string;
  readonly isCode: boolean;
}

/** The tags and outputs of a text, in order. */
export function tokensOf(text: string): readonly Token[] {
  const prose = withoutCode(text);
  return [...text.matchAll(TAG)].map(({ 0: whole, 1: name = '', 2: rest, 3: output = '', index }) => ({
    from: whole[2] === '-' ? index - spaceBefore(text, index) : index,
    to: index + whole.length + (whole.at(-3) === '-' ? spaceAfter(text, index + whole.length) : 0),
    name: rest?.includes('=') ? name : (BLOCK_SET[name] ?? name),
    rest: rest ?? output,
    isCode: prose[index] !== '{',
  }));
}

/** The same tokens, all of which count. */
export function withCode(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token) => ({ ...token, isCode: false }));
}

/** White space that a hyphen in the tag removes is at most this long. */
const MAX_SPACE = 200;

function spaceBefore(text: string, at: number): number {
  return /\s*$/.exec(text.slice(Math.max(0, at - MAX_SPACE), at))?.[0].length ?? 0;
}

function spaceAfter(text: string, at: number): number {
  return /^\s*/.exec(text.slice(at, at + MAX_SPACE))?.[0].length ?? 0;
}

/** The index of the token that closes a block. */
export function closingToken(tokens: readonly Token[], start: number): number | undefined {
  const name = tokens[start]?.name ?? '';
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (token.isCode !== tokens[start]?.isCode) continue;
    if (token.name === name && name !== 'raw') depth += 1;
    else if (token.name === `end${name}`) {
      depth -= 1;
      if (depth <= 0) return at;
    }
  }
  return undefined;
}

/** Indexes of the alternatives of the first token's block. */
export function alternativeIn(tokens: readonly Token[], names: RegExp): readonly number[] {
  let depth = 0;
  return tokens.flatMap(({ name }, at) => {
    if (OPENS.test(name)) depth += 1;
    if (CLOSES.test(name)) depth -= 1;
    return depth === 1 && at > 0 && names.test(name) ? [at] : [];
  });
}
