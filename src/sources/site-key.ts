/** The address of a site without what may differ between its exports. */
export function siteKey(url: string): string {
  return url
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/+$/, '');
}
