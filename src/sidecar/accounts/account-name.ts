/** Whether a text may be the name of an account. */
export function isAccountName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,59}$/u.test(text);
}
