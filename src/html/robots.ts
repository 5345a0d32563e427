/** Names of the meta tags that tell search engines what to do with a page. */
export const ROBOT_NAMES: readonly string[] = ['robots', 'googlebot', 'bingbot'];

/**
 * True where such a tag keeps the page out of indexes.
 * @param content as written: `noindex, follow`, `googlebot: none`
 */
export function saysNoindex(content: string): boolean {
  return /(?:^|[\s,;:])(?:noindex|none)(?:$|[\s,;])/i.test(content);
}
