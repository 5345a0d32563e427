/** The mark of the format where the part for members begins. */
export const PAYWALL = '<!--members-only-->';

const MARK = /<!--\s*members-only\s*-->/i;

/**
 * The public part of a body: the text before the first mark. A public post
 * loses the rest as well, since the mark says for whom it was written.
 */
export function publicPart(html: string): string {
  const at = html.search(MARK);
  return at < 0 ? html : html.slice(0, at);
}
