import type { DocumentContext } from '../document-row.js';

const SECURITY_TXT = 'security.txt';

/** True when a provider serves a name below `/.well-known/`. */
export function isClaimed(ctx: Pick<DocumentContext, 'published'>, name: string): boolean {
  return ctx.published.claims.some((claim) => claim.name === name);
}

/** True when `/.well-known/security.txt` answers: the site's own, a provider's, or ours. */
export function isSecurityTxtPresent(ctx: DocumentContext): boolean {
  return (
    ctx.files.has(`/.well-known/${SECURITY_TXT}`) ||
    isClaimed(ctx, SECURITY_TXT) ||
    ctx.served('security-txt')
  );
}
