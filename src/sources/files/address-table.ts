import type { Layout } from './layout.js';
import { withinBase } from './layout.js';
import type { AddressTable } from './references.js';

/** Names of a file under which others may refer to it, without the extension. */
function referenceNames(path: string): string[] {
  const stem = path.replace(/\.\w+$/, '');
  const folder = stem.replace(/\/_?index$/, '');
  return folder === stem ? [stem] : [stem, folder];
}

/** A page's path from the source's root, and its address. */
type Page = readonly [path: string, url: string];

/** Builds the table from the pages of a folder. */
export function buildAddressTable(pages: readonly Page[], layout: Layout): AddressTable {
  const paths = new Map<string, string>();
  const posts = new Map<string, string>();
  for (const [path, url] of pages) {
    const inner = withinBase(path, layout) ?? path;
    paths.set(path, url);
    if (!paths.has(inner)) paths.set(inner, url);
    const post = /(?:^|\/)_posts\/(.+)\.\w+$/.exec(path)?.[1];
    if (post !== undefined) {
      posts.set(post, url);
      posts.set(post.split('/').at(-1) ?? post, url);
    }
  }
  // Made when somebody asks: few sites refer to pages by their names.
  let references: ReturnType<typeof buildReferences> | undefined;
  return {
    byPath: (path) => paths.get(path),
    byPostName: (name) => posts.get(name),
    byReference(reference) {
      references ??= buildReferences(pages, layout);
      const name = reference.replace(/\.(?:md|markdown|mdx|html?)$/i, '').replace(/\/+$|\/_?index$/g, '');
      return references.whole.get(name) ?? (name.includes('/') ? undefined : references.bare.get(name));
    },
  };
}

/** Addresses by whole names, and by their last parts. */
function buildReferences(pages: readonly Page[], layout: Layout) {
  const whole = new Map<string, string>();
  const bare = new Map<string, string | undefined>();
  for (const [path, url] of pages) {
    const inner = withinBase(path, layout) ?? path;
    for (const name of [...referenceNames(path), ...referenceNames(inner)]) {
      whole.set(name, url);
      const last = name.split('/').at(-1) ?? '';
      // A bare name that two files share refers to neither.
      const known = bare.get(last);
      bare.set(last, bare.has(last) && known !== url ? undefined : url);
    }
  }
  return { whole, bare };
}
