import { type HtmlToken, htmlTokens } from './tokens.js';

/** The purpose of an insertion; each occurs at most once in a page. */
type InsertionKind = 'head' | 'body';

const PREFIX = 'svc:';

/** Wraps an insertion so that it can be found again. */
export function wrapInsertion(region: InsertionKind, html: string): string {
  return `<!--${PREFIX}${region}-->${html}<!--/${PREFIX}${region}-->`;
}

/**
 * Replaces a tag by another one, and keeps it in the page as a comment, so that nothing is lost.
 * @param fresh the replacement; may be empty
 * @param old the replaced tag as written
 * @returns undefined for a tag that would end the comment
 */
export function replaceTag(
  fresh: string,
  old: string,
): { readonly before: string; readonly after: string } | undefined {
  if (/--!?>/.test(old)) return undefined;
  return { before: `<!--${PREFIX}new-->${fresh}<!--${PREFIX}old `, after: '-->' };
}

/**
 * A page without our insertions.
 * @param text HTML; returned unchanged when it has no insertion
 */
export function stripInsertions(text: string): string {
  if (!text.includes(`<!--${PREFIX}`)) return text;
  const kept: string[] = [];
  let at = 0;
  let open: HtmlToken | undefined;
  for (const token of htmlTokens(text)) {
    if (token.kind !== 'comment' || !text.startsWith('<!--', token.start)) continue;
    const { name } = token;
    if (open === undefined) {
      if (/^svc:(?:head|body|new)$/.test(name)) open = token;
      continue;
    }
    const isClosed =
      open.name === `${PREFIX}new` ? name.startsWith(`${PREFIX}old `) : name === `/${open.name}`;
    if (!isClosed) continue;
    kept.push(text.slice(at, open.start));
    if (open.name === `${PREFIX}new`) kept.push(name.slice(`${PREFIX}old `.length));
    at = token.end;
    open = undefined;
    // The rest of a long page needs no reading.
    if (!text.includes(`<!--${PREFIX}`, at)) break;
  }
  kept.push(text.slice(at));
  return kept.join('');
}
