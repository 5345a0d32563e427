/**
 * The query of a request's address, whole: question marks in it are part of it.
 * @param target address as the request line has it
 * @returns without its question mark; empty for none
 * @see RFC 3986 section 3.4
 */
export function queryOf(target: string | undefined): string {
  const at = (target ?? '').indexOf('?');
  return at === -1 ? '' : (target ?? '').slice(at + 1);
}
