/**
 * The file below `out/` in which a page is found by its address on common static hosts: `/a/` is
 * `a/index.html`, `/a` is `a.html`, `/a.html` is itself.
 * @param path below the base, percent-encoded, as in `IndexEntry`
 * @returns undefined for an address with a query, which no file can have
 * @see docs/html-pages.md, "Files"
 */
export function pageFile(path: string): string | undefined {
  if (/[?#]/.test(path)) return undefined;
  const names = path
    .split('/')
    .filter((name) => name !== '')
    .map(decodeURIComponent);
  const file = names.join('/');
  if (path.endsWith('/')) return file === '' ? 'index.html' : `${file}/index.html`;
  return /\.html?$/i.test(file) ? file : `${file}.html`;
}

/**
 * The address of a page by its file in a built site.
 * @returns percent-encoded, with leading slash: `a/index.html` is `/a/`
 */
export function pagePath(file: string): string {
  const names = file.split('/').map(encodeURIComponent).join('/');
  return `/${names.replace(/(^|\/)index\.html?$/i, '$1')}`;
}
