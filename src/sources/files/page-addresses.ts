import { lastName } from '../../core/paths.js';
import { UNRESOLVED } from '../../core/unresolved.js';
import { isOpen } from '../is-open.js';
import type { RawEntry } from '../port.js';
import { contentPath, fileInBase, type Layout, withinBase } from './layout.js';
import type { AddressTable } from './references.js';

/** A page's path from the source's root, and its address. */
type Page = readonly [path: string, url: string];

/** How the addresses of pages are found. */
interface PageAddressesOptions {
  /** Ordered by path. */
  readonly files: readonly string[];
  readonly layout: Layout;
  /** Unix seconds. */
  readonly now: number;
  /**
   * The address of a file that is unchanged since the last build: empty when its page has none, null for a file that
   * isn't a page, undefined for a file that must be read.
   */
  knownUrl(path: string): string | null | undefined;
  /** Returns undefined for a file that isn't a page. */
  read(path: string): RawEntry | undefined;
}

/** The addresses of a folder's pages, each found on first use; `UNRESOLVED` for one that isn't public. */
export class PageAddresses {
  /** By index of the file: null for one that isn't a page. */
  readonly #urls: (string | null)[] = [];

  #indexes: ReadonlyMap<string, number> | undefined;
  /** By path in lower case; the first of several. */
  #folded: ReadonlyMap<string, number> | undefined;

  constructor(private readonly options: PageAddressesOptions) {}

  /** By path from the source's root, or from a content base; the first file that is a page counts. */
  byPath(path: string): string | undefined {
    const { layout } = this.options;
    const own = this.#indexOf(path);
    const inBases = layout.bases
      .map((base) => fileInBase(path, base))
      .filter((file) => file !== undefined && withinBase(file, layout) === path)
      .map((file) => this.#indexOf(file ?? ''))
      .sort((a, b) => a - b);
    for (const index of [own, ...inBases]) {
      const url = index === -1 ? null : this.#at(index);
      if (url !== null) return url;
    }
    return undefined;
  }

  /** By path from a content base, in any case: Hugo's names are in lower case, whatever those of files are. */
  byFoldedPath(path: string): string | undefined {
    const { files, layout } = this.options;
    this.#folded ??= new Map(
      files.map((file, index) => [contentPath(file, layout).toLowerCase(), index] as const).reverse(),
    );
    const index = this.#folded.get(path.toLowerCase());
    return index === undefined ? undefined : (this.#at(index) ?? undefined);
  }

  /**
   * Pages in the order of their files. Those whose address isn't known yet are read.
   * @param isWanted chooses by path
   */
  *pages(isWanted: (path: string) => boolean = () => true): Iterable<Page> {
    for (const [index, path] of this.options.files.entries()) {
      if (!isWanted(path)) continue;
      const url = this.#at(index);
      if (url !== null) yield [path, url];
    }
  }

  #indexOf(path: string): number {
    this.#indexes ??= new Map(this.options.files.map((file, index) => [file, index]));
    return this.#indexes.get(path) ?? -1;
  }

  #at(index: number): string | null {
    const known = this.#urls[index];
    if (known !== undefined) return known;
    const url = this.#find(this.options.files[index] as string);
    this.#urls[index] = url;
    return url;
  }

  #find(path: string): string | null {
    const { now, knownUrl, read } = this.options;
    const known = knownUrl(path);
    if (known !== undefined) return known === '' ? UNRESOLVED : known;
    const entry = read(path);
    if (entry === undefined) return null;
    return isPublic(entry, now) ? (entry.url ?? UNRESOLVED) : UNRESOLVED;
  }
}

/** False for a page that is not public (yet): a link to it would reveal its name. */
export function isPublic(entry: RawEntry, now: number): boolean {
  const { published = now, expires } = entry;
  return isOpen(entry) && published <= now && (expires === undefined || expires > now);
}

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
      const name = reference.replace(/\.(?:mdx?|mdoc|markdown|html?)$/i, '').replace(/\/+$|\/_?index$/g, '');
      const { whole, bare, folded } = references;
      return (
        whole.get(name) ?? (name.includes('/') ? undefined : bare.get(name)) ?? folded.get(name.toLowerCase())
      );
    },
  };
}

/** What follows a name without extension in the path of its file. */
const ENDINGS = ['', '/index', '/_index', '/README'].flatMap((name) => [
  `${name}.md`,
  `${name}.mdx`,
  `${name}.mdoc`,
]);

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
    posts.set(lastName(post), url);
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
    const inner = contentPath(path, layout);
    for (const name of [...referenceNames(path), ...referenceNames(inner)]) {
      whole.set(name, url);
      const last = lastName(name);
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
