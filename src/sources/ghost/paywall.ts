/** What the format writes where the part for members begins. */
export const PAYWALL = '<!--members-only-->';

const MARK = /<!--\s*members-only\s*-->/i;

/**
 * The part of a body that everybody may read: what stands before the first mark. A post that is public as a whole
 * loses the rest as well, as the mark says for whom it was written.
 */
export function publicPart(html: string): string {
  const at = html.search(MARK);
  return at < 0 ? html : html.slice(0, at);
}
