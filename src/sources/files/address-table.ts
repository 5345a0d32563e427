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
    byName: (path) => first(filesNamed(path), (file) => addresses.byPath(file)),
    byFoldedName: (path) => first(filesNamed(path), (file) => addresses.byFoldedPath(file)),
    byPostName(name) {
      posts ??= postNames(addresses.pages((path) => POST.test(path)));
      return posts.get(name);
    },
    byReference(reference) {
      references ??= buildReferences(addresses.pages(), layout);
      const name = reference.replace(/\.(?:md|markdown|mdx|html?)$/i, '').replace(/\/+$|\/_?index$/g, '');
      const { whole, bare, folded } = references;
      return (
        whole.get(name) ?? (name.includes('/') ? undefined : bare.get(name)) ?? folded.get(name.toLowerCase())
      );
    },
  };
}

/** What follows a name without extension in the path of its file. */
const ENDINGS = ['', '/index', '/_index', '/README'].flatMap((name) => [`${name}.md`, `${name}.mdx`]);

function filesNamed(path: string): readonly string[] {
  const plain = path.replace(/\/+$/, '');
  return ENDINGS.map((end) => (plain === '.' ? end.slice(1) : plain + end));
}

function first(files: readonly string[], find: (file: string) => string | undefined): string | undefined {
  for (const file of files) {
    const url = find(file);
    if (url !== undefined) return url;
  }
  return undefined;
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
  // In another case: undefined where several files have the name.
  const folded = new Map<string, string | undefined>();
  for (const [path, url] of pages) {
    const inner = withinBase(path, layout) ?? path;
    for (const name of [...referenceNames(path), ...referenceNames(inner)]) {
      whole.set(name, url);
      const last = name.split('/').at(-1) ?? '';
      // A bare name that two files share is ambiguous and resolves to neither.
      setUnlessShared(bare, last, url);
      for (const other of new Set([name, last])) setUnlessShared(folded, other.toLowerCase(), url);
    }
  }
  return { whole, bare, folded };
}

function setUnlessShared(names: Map<string, string | undefined>, name: string, url: string): void {
  names.set(name, names.has(name) && names.get(name) !== url ? undefined : url);
}
