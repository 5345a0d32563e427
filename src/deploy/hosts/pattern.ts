/** Patterns of paths, and the regular expressions that hosts need for them. */

/** Parts of a pattern: literal text, or a name that matches text with or without slashes. */
type PatternPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'segment' | 'path'; readonly name: string };

/** Splits a pattern of the manifest: `{name}` matches text without a slash, `{+name}` any. */
export function patternParts(pattern: string): readonly PatternPart[] {
  return pattern
    .split(/(\{[^}]+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      if (!part.startsWith('{')) return { kind: 'text', text: part };
      const name = part.slice(1, -1).replace(/^\+/, '');
      return { kind: part.startsWith('{+') ? 'path' : 'segment', name };
    });
}

/** A regular expression that PCRE, RE2 and JavaScript understand alike, for the whole of an address. */
export function patternRegex(pattern: string): string {
  const parts = patternParts(pattern).map((part) => {
    if (part.kind === 'text') return escapeRegex(part.text);
    return part.kind === 'path' ? '.+' : '[^/]+';
  });
  return `^${parts.join('')}$`;
}

/** Text as a regular expression; in brackets instead of with backslashes, which some hosts interpret themselves. */
export function escapeRegex(text: string): string {
  return text
    .replace(/[.*+?${}()|[\]]/g, '[$&]')
    .replace(/\\/g, '\\\\')
    .replace(/\^/g, '\\^');
}

/** Finds `.md` in an address as it was sent: the dot and the letters may be percent-encoded. */
export const TWIN_ENDING = '(?:[.]|%2[eE])(?:m|%6[dD])(?:d|%64)';

/** True when an address matches a pattern. */
export function matchesPattern(pattern: string, address: string): boolean {
  return new RegExp(patternRegex(pattern), 'u').test(address);
}

/** Finds the end of the address of a page, of Markdown and of a folder, read without regard to case. */
export const PAGE_ENDING = '(?:/|[.]x?html?|[.]md)$';
