/**
 * Stands for an address that cannot or must not be written. The renderer of Markdown bodies keeps the text of a
 * link that carries it and drops the link, so that nothing published points nowhere or names a hidden page. Letters only: no Markdown rule touches it.
 */
export const UNRESOLVED = 'svcunresolvedaddress';
