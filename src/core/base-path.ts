/**
 * The path of a site's base address, which all paths below it start with.
 * @param url absolute
 * @returns with leading slash and without the last one; empty for a site that has a host of its own
 */
export function basePathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '');
}
