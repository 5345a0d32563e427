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
  return {
    text,
    key: content.slice(0, colon).trim().toLowerCase(),
    value: content.slice(colon + 1).trim(),
  };
}

/** The first line ending of a text; `\n` when it has none. */
export function lineEnding(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}

/** The text with a line ending at its end; an empty text stays empty. */
export function withLineEnding(text: string, eol: string): string {
  return text === '' || /[\r\n]$/.test(text) ? text : text + eol;
}
