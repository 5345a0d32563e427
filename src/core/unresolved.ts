/**
 * Stands for an address that can't or must not be written. The renderer of Markdown bodies keeps the text of a link
 * that carries it and drops the link, so that nothing published leads nowhere or names a hidden page. Letters only:
 * no Markdown rule touches it.
 */
export const UNRESOLVED = 'svcunresolvedaddress';
