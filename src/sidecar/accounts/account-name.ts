/** Checks whether a text is a valid account name. */
export function isAccountName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,59}$/u.test(text);
}
