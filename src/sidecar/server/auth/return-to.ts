/**
 * Returns the address to open after sign-in: only addresses of the sidecar itself.
 * @param given path with query, as passed to the sign-in page
 * @param base absolute address below which the sidecar responds
 * @returns a path with query; the overview for anything else
 */
export function returnAddress(given: unknown, base: string): string {
  const own = new URL(`${base}/svc/`);
  const fallback = own.pathname;
  if (typeof given !== 'string' || !given.startsWith('/') || /^\/[/\\]|[\u0000-\u001f\\]/.test(given)) {
    return fallback;
  }
  const target = new URL(given, own);
  return target.origin === own.origin && target.pathname.startsWith(own.pathname)
    ? target.pathname + target.search + target.hash
    : fallback;
}
