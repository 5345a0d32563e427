import { RE2JS } from 're2js';

/** Tells whether a User-Agent is meant. It is trimmed, lower case, and of at most 1000 characters. */
export type AgentPattern = (userAgent: string) => boolean;

/**
 * Reads an entry of the list of blocked clients: `/…/` is a regular expression, one with `*` or `?` a pattern of any
 * run and any character, anything else a text to be found. All of them match anywhere, in any case, in a time that
 * grows with the length of the User-Agent alone.
 * @param entry a regular expression that cannot be read (or needs look-around or references back) is a text to be found
 * @see reference/admin-api.md section 6.3
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

/** @returns undefined when it is no regular expression of this kind */
export function compile(expression: string): AgentPattern | undefined {
  try {
    const compiled = RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
    return (userAgent) => compiled.matcher(userAgent).find();
  } catch {
    return undefined;
  }
}
