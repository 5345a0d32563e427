import type { Layout } from './layout.js';
import { withinBase } from './layout.js';
import type { AddressTable } from './references.js';

/** Names of a file under which others may refer to it, without the extension. */
function referenceNames(path: string): string[] {
  const stem = path.replace(/\.\w+$/, '');
  const folder = stem.replace(/\/_?index$/, '');
  return folder === stem ? [stem] : [stem, folder];
}

/**
 * Builds the table from the pages of a folder.
 * @param pages path from the source's root, and address, of every page
 */
export function buildAddressTable(
  pages: Iterable<readonly [path: string, url: string]>,
  layout: Layout,
): AddressTable {
  const paths = new Map<string, string>();
  const names = new Map<string, string | undefined>();
  const posts = new Map<string, string>();
  for (const [path, url] of pages) {
    const inner = withinBase(path, layout) ?? path;
    paths.set(path, url);
    if (!paths.has(inner)) paths.set(inner, url);
    for (const name of [...referenceNames(path), ...referenceNames(inner)]) {
      paths.set(`ref:${name}`, url);
      const last = name.split('/').at(-1) ?? '';
      // A bare name that two files share refers to neither.
      const known = names.get(last);
      names.set(last, names.has(last) && known !== url ? undefined : url);
    }
    const post = /(?:^|\/)_posts\/(.+)\.\w+$/.exec(path)?.[1];
    if (post !== undefined) {
      posts.set(post, url);
      posts.set(post.split('/').at(-1) ?? post, url);
    }
  }
  return {
    byPath: (path) => paths.get(path),
    byPostName: (name) => posts.get(name),
    byReference(reference) {
      const name = reference.replace(/\.(?:md|markdown|mdx|html?)$/i, '').replace(/\/+$|\/_?index$/g, '');
      return paths.get(`ref:${name}`) ?? (name.includes('/') ? undefined : names.get(name));
    },
  };
}
