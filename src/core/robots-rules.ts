import { escapeRegExp } from './text.js';

/** The rules of a robots.txt for bots. */
export class RobotsRules {
  readonly #lines: readonly RobotsLine[];
  readonly #patterns = new Map<string, RegExp>();

  constructor(text: string) {
    this.#lines = parseRobots(text);
  }

  /** True where a group of its own names the bot. */
  names(token: string): boolean {
    return this.#groupsOf(token).length > 0;
  }

  /**
   * Whether a bot may fetch a path: by the groups that name it, else by those of `*`; the longest rule decides, and
   * between two of the same length `Allow`.
   * @param token product token, such as `GPTBot`
   * @see https://www.rfc-editor.org/rfc/rfc9309#section-2.2
   */
  allows(token: string, path: string): boolean {
    const own = this.#groupsOf(token);
    const rules = own.length > 0 ? own : this.#groupsOf('*');
    let best = { length: -1, isAllowed: true };
    for (const { key, value } of rules) {
      if (value === '' || !this.#matches(value, path)) continue;
      const isAllowed = key === 'allow';
      const isBetter = value.length > best.length || (value.length === best.length && isAllowed);
      if (isBetter) best = { length: value.length, isAllowed };
    }
    return best.isAllowed;
  }

  #matches(written: string, path: string): boolean {
    const pattern = this.#patterns.get(written) ?? toPattern(written);
    this.#patterns.set(written, pattern);
    return pattern.test(path);
  }

  /** The rules of every group of a token; an empty rule represents a group without any. */
  #groupsOf(token: string): readonly RobotsLine[] {
    const found: RobotsLine[] = [];
    let isOpen = false;
    let isMine = false;
    for (const line of this.#lines) {
      if (line.key === 'user-agent') {
        const isSame = line.value.toLowerCase() === token.toLowerCase();
        isMine = isOpen ? isMine || isSame : isSame;
        isOpen = true;
      } else if (line.key === 'allow' || line.key === 'disallow') {
        isOpen = false;
        if (isMine) found.push(line);
      }
    }
    return found;
  }
}

function toPattern(pattern: string): RegExp {
  const isWhole = pattern.endsWith('$');
  const source = (isWhole ? pattern.slice(0, -1) : pattern).split(/\*+/).map(escapeRegExp).join('.*');
  return new RegExp(`^${source}${isWhole ? '$' : ''}`);
}

/** One line of a robots.txt with its line ending, and its parsed contents. */
export interface RobotsLine {
  /** The line as written, line ending and byte order mark included. */
  readonly text: string;
  /** Lower case; empty for a blank line, a comment or a line without a colon. */
  readonly key: string;
  /** Without comment and surrounding white space. */
  readonly value: string;
}

/**
 * Splits a robots.txt into its lines (RFC 9309 section 2.2). The texts joined give the input again.
 * @param text any line endings, with or without a byte order mark and a final line ending
 */
export function parseRobots(text: string): readonly RobotsLine[] {
  return (text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []).map(parseLine);
}

function parseLine(text: string): RobotsLine {
  const content = text.replace(/^\ufeff/, '').replace(/#.*/s, '');
  const colon = content.indexOf(':');
  if (colon === -1) return { text, key: '', value: '' };
  return { text, key: content.slice(0, colon).trim().toLowerCase(), value: content.slice(colon + 1).trim() };
}

/** The first line ending of a text; `\n` when it has none. */
export function lineEnding(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}

/** The text with a line ending at its end; an empty text stays empty. */
export function withLineEnding(text: string, eol: string): string {
  return text === '' || /[\r\n]$/.test(text) ? text : text + eol;
}
