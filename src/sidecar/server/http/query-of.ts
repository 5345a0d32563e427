/**
 * Returns the complete query of a request's address; question marks in it are part of it.
 * @param target address as in the request line
 * @returns the query without its leading question mark; empty when there is none
 * @see RFC 3986 section 3.4
 */
export function queryOf(target: string | undefined): string {
  const at = (target ?? '').indexOf('?');
  return at === -1 ? '' : (target ?? '').slice(at + 1);
}
