import { isCodeShortcode } from '../../body/wordpress/shortcodes/code.js';

/** A shortcode tag, anywhere in a text. */
export interface Tag {
  /** In lower case. */
  readonly name: string;
  /** As written. */
  readonly written: string;
  /** With what is joined to it by a mark: `gold:members`. */
  readonly fullName: string;
  readonly from: number;
  /** Index after the bracket. */
  readonly to: number;
  readonly isClosing: boolean;
  readonly isSelfClosing: boolean;
  /** Between the name and the bracket. */
  readonly attributes: string;
  /** Odd around its name, like `[ vip ]`, `[vip.gold]` or `[@vip]`: a tag only where another one closes it. */
  readonly isLoose: boolean;
}

const TAG = /\[(\s?)(\/\s?)?([\p{N}@#$!*+.:~%^|-]{0,2})([\p{L}_][\p{L}\p{M}\p{N}_-]*)/gu;
const JOINED = /^[:.|][\p{L}\p{M}\p{N}:._|-]*/u;

/** Every shortcode tag of a text, in order, also in code, comments and attributes of elements. */
export function findTags(text: string): Tag[] {
  const unclosed = new Set<string>();
  return [...text.matchAll(TAG)].map((match) => {
    const [opening, space, slash = '', lead, written = ''] = match;
    const from = match.index;
    const end = tagEnd(text, from + opening.length, unclosed);
    const attributes = text.slice(from + opening.length, Math.max(from + opening.length, end - 1));
    const isClosing = slash !== '';
    const isSelfClosing = !isClosing && attributes.trimEnd().endsWith('/');
    return {
      name: written.toLowerCase(),
      written,
      fullName: written + (JOINED.exec(attributes)?.[0] ?? ''),
      from,
      to: end,
      isClosing,
      isSelfClosing,
      attributes,
      isLoose:
        space !== '' ||
        lead !== '' ||
        !/^[\s\]/=:]/.test(text.slice(from + opening.length, from + opening.length + 1)),
    };
  });
}

/** Index after the `]`, quoted values skipped; the end of the name where there is none. */
function tagEnd(text: string, from: number, unclosed: Set<string>): number {
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === ']') return at + 1;
    if (char === '[') break;
    if ((char === '"' || char === "'") && text[at - 1] === '=' && !unclosed.has(char)) {
      const close = text.indexOf(char, at + 1);
      if (close < 0) unclosed.add(char);
      else at = close;
    }
  }
  return from;
}

const VERBATIM = /<(pre|code|script|style|textarea)\b[^<>]*>|\[([a-z][\w+#-]*)(?:[\s=]([^[\]<>]*))?\]/gi;

/** The parts of a text that show code, as start and end of each. */
export function verbatimSpans(text: string): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = [];
  const lower = text.toLowerCase();
  const unclosed = new Set<string>();
  const closed = new Set([...lower.matchAll(/\[\/[a-z][\w+#-]*\]/g)].map(([tag]) => tag));
  VERBATIM.lastIndex = 0;
  for (let match = VERBATIM.exec(text); match !== null; match = VERBATIM.exec(text)) {
    const [opening, element, shortcode = '', attributes = ''] = match;
    if (element === undefined && !isCodeShortcode(shortcode.toLowerCase(), attributes)) continue;
    const close = element === undefined ? `[/${shortcode.toLowerCase()}]` : `</${element.toLowerCase()}`;
    const isUnclosed = unclosed.has(close) || (element === undefined && !closed.has(close));
    const end = isUnclosed ? -1 : lower.indexOf(close, match.index + opening.length);
    if (end < 0) {
      unclosed.add(close);
      continue;
    }
    spans.push([match.index, end]);
    VERBATIM.lastIndex = end;
  }
  return spans;
}

const ATTRIBUTE =
  /([\p{L}\p{N}_-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|[“”″]([^“”″]*)[“”″]|([^\s'"]+))|([^\s"']+)/gu;

/** The attributes of a tag by name; unnamed ones under numbers. */
export function readAttributes(text: string): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = Object.create(null);
  let position = 0;
  for (const [, name, double, single, curly, bare, loose] of text.matchAll(ATTRIBUTE)) {
    if (name !== undefined) attributes[name] = double ?? single ?? curly ?? bare ?? '';
    else attributes[String(position++)] = loose ?? '';
  }
  return attributes;
}
