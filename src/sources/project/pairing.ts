import { addTo, groupBy } from '../../core/multimap.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { lastName } from '../../core/paths.js';
import { pageKey } from '../html/addresses/page-address.js';
import { titleKey } from '../html/title.js';
import { MARKDOWN_FILE } from '../names.js';

/** A source file, as far as pairing needs it. */
export interface SourceFile {
  /** Path from the project. */
  readonly file: string;
  /** Its address by the rules of the generator. */
  readonly url: string | undefined;
  /** As the page shows it, and as menus do. */
  readonly titles: readonly string[];
  /** True where a mark holds it back, or where its marks can't be read. */
  readonly isHidden: boolean;
}

/** A built page, as far as pairing needs it. */
export interface BuiltPage {
  /** Path from the built folder. */
  readonly file: string;
  /** Below the base of the site. */
  readonly address: string;
  readonly title: string;
  /** Where its source is edited. */
  readonly editUrl: string | undefined;
}

/** Titles that are shorter say little on their own. */
const MIN_TITLE = 8;

const MAX_SAME = 100;

/** Finds the source files of built pages. */
export class Pairing<File extends SourceFile> {
  readonly #byName = new Map<string, File[]>();
  readonly #byAddress = new Map<string, File[]>();
  readonly #byFoldedAddress = new Map<string, File[]>();
  readonly #byTitle = new Map<string, File[]>();
  readonly #hiddenByTail = new Map<string, File[]>();
  readonly #paired = new Set<File>();

  /** Sources that the generator names, by keys of addresses. */
  readonly #named = new Map<string, File>();

  /**
   * @param basePath the path of the site on its host, without a slash at the end
   * @param pairs files that the generator names, by keys of addresses
   */
  constructor(
    private readonly files: readonly File[],
    basePath: string,
    pairs: ReadonlyMap<string, string> = new Map(),
  ) {
    const byFile = new Map(files.map((file) => [file.file, file]));
    for (const [key, name] of pairs) {
      const file = byFile.get(name);
      if (file !== undefined) this.#named.set(key, file);
    }
    for (const file of files) {
      addTo(this.#byName, lastName(file.file), file);
      if (file.url !== undefined && file.url !== '') {
        const key = keyOf(file.url, basePath);
        addTo(this.#byAddress, key, file);
        addTo(this.#byFoldedAddress, key.toLowerCase(), file);
      }
      for (const key of new Set(file.titles.map(titleKey))) addTo(this.#byTitle, key, file);
      if (file.isHidden) addTo(this.#hiddenByTail, tailOf(file.file).at(-1) ?? '', file);
    }
  }

  get unpaired(): readonly File[] {
    return this.files.filter((file) => !this.#paired.has(file));
  }

  /**
   * The source files of a page: the one that the generator or its edit link names, and those that have its address.
   * Usually these are one and the same; a mark in any of them counts.
   */
  find(page: BuiltPage): readonly File[] {
    const key = pageKey(page.address);
    const own = this.#named.get(key) ?? this.#edited(page.editUrl);
    const same = this.#byAddress.get(key) ?? this.#byFoldedAddress.get(key.toLowerCase()) ?? [];
    // The source is known: a file that only seems to have the address counts for its marks.
    const found = own === undefined ? same : [own, ...same.filter((file) => file !== own && file.isHidden)];
    for (const file of found) this.#paired.add(file);
    return found;
  }

  /** Pairs what is left by title and place, where that is unambiguous. */
  findSimilar(pages: readonly BuiltPage[]): ReadonlyMap<string, File> {
    const pairs = new Map<string, File>();
    const left = new Set(this.unpaired);
    const pagesByTitle = groupBy(pages, ({ title }) => titleKey(title));
    for (const [key, same] of pagesByTitle) {
      // Titles that very many pages share say nothing.
      if (key === '' || same.length > MAX_SAME) continue;
      const files = (this.#byTitle.get(key) ?? []).filter((file) => left.has(file));
      const isUnique = same.length === 1 && files.length === 1 && key.length >= MIN_TITLE;
      for (const page of same) {
        const file = isUnique ? files[0] : nearest(page, files, same);
        if (file !== undefined) pairs.set(page.file, file);
      }
    }
    for (const file of pairs.values()) this.#paired.add(file);
    const rest = pages.filter((page) => !pairs.has(page.file));
    for (const [page, file] of pairsByPlace(rest, this.unpaired)) {
      pairs.set(page.file, file);
      this.#paired.add(file);
    }
    return pairs;
  }

  /** A source that is held back and that may be the one of an unpaired page. */
  possibleHidden(page: BuiltPage): File | undefined {
    const byTitle = (this.#byTitle.get(titleKey(page.title)) ?? []).filter(
      (file) => file.isHidden && titleKey(page.title) !== '',
    );
    const tail = tailOf(page.address);
    const name = tail.at(-1) ?? '';
    const byPlace = (this.#hiddenByTail.get(name) ?? []).filter(
      (file) => name !== '' && (tail.length === 1 || tailOf(file.file).at(-2) === tail.at(-2)),
    );
    return [...byPlace, ...byTitle].find((file) => !this.#paired.has(file));
  }

  /** The file at the end of an address such as `https://host/owner/name/edit/main/docs/a.md`. */
  #edited(url: string | undefined): File | undefined {
    if (url === undefined || !isParsableUrl(url)) return undefined;
    let path = new URL(url).pathname;
    try {
      path = decodeURIComponent(path);
    } catch {
      // The address is as the page wrote it.
    }
    const named = (this.#byName.get(lastName(path)) ?? []).filter(({ file }) => path.endsWith(`/${file}`));
    const [best, second] = [...named].sort((a, b) => b.file.length - a.file.length);
    return best?.file.length === second?.file.length ? undefined : best;
  }
}

function keyOf(url: string, basePath: string): string {
  const pathname = isParsableUrl(url, 'http://site.invalid')
    ? new URL(url, 'http://site.invalid').pathname
    : url;
  return pageKey(pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname);
}

/** The file whose place agrees best with that of the page, if no other page with this title fits it as well. */
function nearest<File extends SourceFile>(
  page: BuiltPage,
  files: readonly File[],
  pages: readonly BuiltPage[],
): File | undefined {
  const scores = files.map((file) => agreement(tailOf(page.address), tailOf(file.file)));
  const best = Math.max(0, ...scores);
  if (best === 0 || scores.filter((score) => score === best).length > 1) return undefined;
  const file = files[scores.indexOf(best)] as File;
  const rivals = pages.filter((other) => agreement(tailOf(other.address), tailOf(file.file)) >= best);
  return rivals.length === 1 ? file : undefined;
}

/** Pages and files of which one path is the end of the other, with two names at least: `en/guide/a.md`, `/guide/a`. */
function pairsByPlace<File extends SourceFile>(
  pages: readonly BuiltPage[],
  files: readonly File[],
): readonly (readonly [BuiltPage, File])[] {
  const placeOf = (path: string) => tailOf(path).slice(-2).join('/');
  const filesByPlace = groupBy(files, ({ file }) => placeOf(file));
  const pagesByPlace = groupBy(pages, ({ address }) => placeOf(address));
  return [...pagesByPlace].flatMap(([place, same]) => {
    const there = filesByPlace.get(place) ?? [];
    if (!place.includes('/') || same.length > MAX_SAME || there.length > MAX_SAME) return [];
    const pairs = same.flatMap((page) =>
      there.filter((file) => isEnd(page, file)).map((file) => [page, file] as const),
    );
    const isOnly = (at: 0 | 1, one: BuiltPage | File) =>
      pairs.filter((pair) => pair[at] === one).length === 1;
    return pairs.filter(([page, file]) => isOnly(0, page) && isOnly(1, file));
  });
}

function isEnd({ address }: BuiltPage, { file }: SourceFile): boolean {
  const [one, other] = [tailOf(address), tailOf(file)];
  return agreement(one, other) === Math.min(one.length, other.length);
}

/** How many names at the end of two paths are the same. */
function agreement(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}

/** The names of a path without endings, index files, dates and numbers for ordering. */
function tailOf(path: string): readonly string[] {
  const names = pageKey(path.replace(MARKDOWN_FILE, ''))
    .toLowerCase()
    .split('/')
    .filter((name) => name !== '')
    .map((name) => name.replace(/^(?:\d{4}-\d{2}-\d{2}-|\d+[-_.](?=.))/, '').replaceAll(/[\s_]+/g, '-'));
  return /^(?:_?index|readme)$/.test(names.at(-1) ?? '') ? names.slice(0, -1) : names;
}
