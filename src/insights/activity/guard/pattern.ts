import { RE2JS } from 're2js';

/** Returns whether a User-Agent matches. It is trimmed, lower case, and of at most 1000 characters. */
export type AgentPattern = (userAgent: string) => boolean;

/**
 * Compiles an entry of the list of blocked clients: `/…/` is a regular expression, one with `*` or `?` a wildcard
 * pattern, anything else a literal text. All of them match anywhere, ignoring case, in linear
 * time.
 * @param entry an invalid regular expression (or one with look-around or back-references) is a literal text
 */
export function agentPattern(entry: string): AgentPattern {
  const text = entry.trim().toLowerCase();
  const expression = /^\/(.+)\/$/.exec(entry.trim())?.[1];
  const compiled = expression === undefined ? undefined : compile(expression);
  if (compiled !== undefined) return compiled;
  if (expression === undefined && /[*?]/.test(text)) return globPattern(text);
  return text === '' ? () => false : (userAgent) => userAgent.includes(text);
}

/** A pattern of wildcards alone would match every client, so it matches none. */
function globPattern(glob: string): AgentPattern {
  const pieces = glob.split(/([*?])/).map((piece) => ({ '*': '.*', '?': '.' })[piece] ?? RE2JS.quote(piece));
  const isAnybody = /^[*?]*$/.test(glob);
  return (isAnybody ? undefined : compile(pieces.join(''))) ?? (() => false);
}

/** @returns undefined when it isn't such a regular expression */
export function compile(expression: string): AgentPattern | undefined {
  try {
    const compiled = RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
    return (userAgent) => compiled.matcher(userAgent).find();
  } catch {
    return undefined;
  }
}
