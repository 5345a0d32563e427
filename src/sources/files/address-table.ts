import type { Layout } from './layout.js';
import { withinBase } from './layout.js';
import type { Page, PageAddresses } from './page-addresses.js';
import type { AddressTable } from './references.js';

/** A post of Jekyll. */
const POST = /(?:^|\/)_posts\/(.+)\.\w+$/;

/** Names of a file under which others may refer to it, without the extension. */
function referenceNames(path: string): string[] {
  const stem = path.replace(/\.\w+$/, '');
  const folder = stem.replace(/\/_?index$/, '');
  return folder === stem ? [stem] : [stem, folder];
}

/** Names of the pages of a folder. Few sites refer to pages by anything but paths: the rest is created on first use. */
export function addressTable(addresses: PageAddresses, layout: Layout): AddressTable {
  let posts: ReadonlyMap<string, string> | undefined;
  let references: ReturnType<typeof buildReferences> | undefined;
  return {
    byPath: (path) => addresses.byPath(path),
    byPostName(name) {
      posts ??= postNames(addresses.pages((path) => POST.test(path)));
      return posts.get(name);
    },
    byReference(reference) {
      references ??= buildReferences(addresses.pages(), layout);
      const name = reference.replace(/\.(?:md|markdown|mdx|html?)$/i, '').replace(/\/+$|\/_?index$/g, '');
      return references.whole.get(name) ?? (name.includes('/') ? undefined : references.bare.get(name));
    },
  };
}

/** Addresses of posts by their names with a date, with folders and without. */
function postNames(pages: Iterable<Page>): ReadonlyMap<string, string> {
  const posts = new Map<string, string>();
  for (const [path, url] of pages) {
    const post = POST.exec(path)?.[1] ?? path;
    posts.set(post, url);
    posts.set(post.split('/').at(-1) ?? post, url);
  }
  return posts;
}

/** Addresses by whole names, and by their last parts. */
function buildReferences(pages: Iterable<Page>, layout: Layout) {
  const whole = new Map<string, string>();
  const bare = new Map<string, string | undefined>();
  for (const [path, url] of pages) {
    const inner = withinBase(path, layout) ?? path;
    for (const name of [...referenceNames(path), ...referenceNames(inner)]) {
      whole.set(name, url);
      const last = name.split('/').at(-1) ?? '';
      // A bare name that two files share is ambiguous and resolves to neither.
      const known = bare.get(last);
      bare.set(last, bare.has(last) && known !== url ? undefined : url);
    }
  }
  return { whole, bare };
}
