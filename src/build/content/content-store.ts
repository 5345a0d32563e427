import type { Media } from '../../content/body/port.js';
import { placeOfId } from '../../core/first-from.js';
import { folderOf } from '../../core/paths.js';
import { decodePercent } from '../../core/percent.js';
import { Warnings } from '../../core/warnings.js';
import { placeEntry } from '../../site/address.js';
import type { MediaIndex } from '../../site/media-index.js';
import type { Site, Term } from '../../site/site.js';
import type { RawEntry, Source } from '../../sources/port.js';
import { traitsOf } from '../../sources/table.js';
import type { BuildEntry } from '../build-entry.js';
import { langOf } from '../list-entries.js';
import type { HiddenEntry } from '../scan.js';
import type { ContentEntry, ContentStore } from './port.js';

/** The build's data about its content. */
export interface FoundContent {
  readonly site: Site;
  readonly sources: readonly Source[];
  readonly timeZone: string;
  readonly sourceBases: readonly (string | undefined)[];
  /** Languages that may be the first part of an address. */
  readonly languages: readonly string[];
  /** Unix seconds of the build. */
  readonly now: number;
  /** Display name by the source's key. */
  readonly authors: ReadonlyMap<string, string>;
  readonly media: MediaIndex;
  /** Image files that the library does not list; searched on request. */
  imageFiles(): readonly Media[];
  readonly terms: readonly Term[];
  /** The terms of an entry, each as `taxonomy/slug`. */
  termsOf(entry: BuildEntry): readonly string[];
  /** In the lists of the site, ascending by id. */
  readonly listed: readonly BuildEntry[];
  /** Public, but not in the lists, because of its address or without one. */
  readonly skipped: readonly SkippedEntry[];
  readonly hidden: ReadonlyMap<number, HiddenEntry>;
}

/** A public entry that is in no list. */
export interface SkippedEntry {
  readonly entry: BuildEntry;
  readonly hasAddress: boolean;
}

/** The content of a finished build, drafts included. */
export class BuiltContent implements ContentStore {
  readonly #skipped: ReadonlyMap<number, SkippedEntry>;
  #images: readonly Media[] | undefined;
  readonly terms: readonly Term[];
  /** By type, created on first use. */
  #taxonomies: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(private readonly found: FoundContent) {
    this.#skipped = new Map(found.skipped.map((one) => [one.entry.id, one]));
    this.terms = found.terms;
  }

  find(id: number): ContentEntry | undefined {
    const listed = findListed(this.found.listed, id);
    if (listed !== undefined) return this.#fromListed(listed);
    const skipped = this.#skipped.get(id);
    if (skipped !== undefined) return this.#fromListed(skipped.entry, skipped);
    const hidden = this.found.hidden.get(id);
    return hidden && this.#fromHidden(hidden);
  }

  *entries(): Iterable<ContentEntry> {
    for (const entry of this.found.listed) yield this.#fromListed(entry);
    for (const skipped of this.#skipped.values()) yield this.#fromListed(skipped.entry, skipped);
    for (const entry of this.found.hidden.values()) yield this.#fromHidden(entry);
  }

  async read(id: number): Promise<RawEntry | undefined> {
    for await (const { raw } of this.readMany([id])) return raw;
    return undefined;
  }

  async *readMany(
    ids: Iterable<number>,
  ): AsyncGenerator<{ readonly entry: ContentEntry; readonly raw: RawEntry }> {
    const wanted = new Map<number, Map<string, ContentEntry>>();
    for (const id of ids) {
      const entry = this.find(id);
      if (entry === undefined) continue;
      const keys = wanted.get(entry.source) ?? new Map<string, ContentEntry>();
      wanted.set(entry.source, keys.set(entry.key, entry));
    }
    const context = { timeZone: this.found.timeZone, warnings: new Warnings() };
    for (const [number, source] of this.found.sources.entries()) {
      const entries = wanted.get(number);
      if (entries === undefined) continue;
      for await (const raw of source.readEntries(new Set(entries.keys()), context)) {
        const entry = entries.get(raw.key);
        // Of two entries with the same key the later one counts, as in the scan; both come in the order of the source.
        if (entry !== undefined && (raw.id ?? entry.id) === entry.id) yield { entry, raw };
      }
    }
  }

  writableSource(): number | undefined {
    const number = this.found.sources.findIndex(isAuthored);
    return number === -1 ? undefined : number;
  }

  isWritable(id?: number): boolean {
    const { sources } = this.found;
    if (id === undefined) return sources.some(isAuthored);
    const entry = this.find(id);
    const source = entry && sources[entry.source];
    return isAuthored(source);
  }

  sourceOf(id: number): string | undefined {
    const entry = this.find(id);
    return entry && this.found.sources[entry.source]?.path;
  }

  fileOf(id: number): string | undefined {
    const entry = this.find(id);
    return entry && this.found.sources[entry.source]?.fileOf?.(entry.key);
  }

  taxonomiesOf(type: string): ReadonlySet<string> {
    this.#taxonomies ??= taxonomiesByType(this.found);
    return this.#taxonomies.get(type) ?? new Set();
  }

  media(id: number): Media | undefined {
    return this.found.media.byId(id) ?? this.#unknownImages().find((image) => image.id === id);
  }

  *allMedia(): Iterable<Media> {
    yield* this.found.media.all();
    yield* this.#unknownImages();
  }

  /** Image files that the library does not list: searched once for each build. */
  #unknownImages(): readonly Media[] {
    if (this.#images === undefined) {
      const known = new Set(Array.from(this.found.media.all(), ({ url }) => url));
      const ownerOf = hiddenOwners(this.found);
      this.#images = this.found
        .imageFiles()
        .filter(({ url }) => !known.has(url))
        .map((image) => ({ ...image, ...ownerOf(image) }));
    }
    return this.#images;
  }

  withTopics(types: ReadonlySet<string>): number {
    return this.found.listed.filter((entry) => entry.hasTopics && types.has(entry.type)).length;
  }

  #fromListed(entry: BuildEntry, skipped?: SkippedEntry): ContentEntry {
    const { id, type, title, lang, source, key, stamp } = entry;
    const isListed = skipped === undefined;
    const hasAddress = isListed || skipped.hasAddress;
    return {
      id,
      type,
      status: 'publish',
      isProtected: false,
      noindex: false,
      isExpired: false,
      isListed,
      title,
      authors: this.#authors(entry.authorKeys),
      url: hasAddress ? this.found.site.baseUrl + entry.path : '',
      lang: lang || this.found.site.lang,
      published: isListed && !entry.dated ? undefined : entry.sourcePublished,
      modified: isListed ? entry.modified : entry.sourceModified,
      source,
      key,
      stamp,
    };
  }

  #fromHidden(entry: HiddenEntry): ContentEntry {
    const { now, site, languages } = this.found;
    const { id, type, title, published, expires, source, key, stamp, noindex } = entry;
    const path = this.#pathOf(entry);
    const isScheduled = entry.status === 'publish' && published !== undefined && published > now;
    return {
      id,
      type,
      status: isScheduled ? 'future' : entry.status,
      isProtected: entry.protected,
      noindex,
      isExpired: expires !== undefined && expires <= now,
      isListed: false,
      title,
      authors: this.#authors(entry.authorKeys),
      url: path === '' ? '' : site.baseUrl + path,
      lang: langOf({ path, sourceLang: entry.lang }, { languages, lang: site.lang }),
      published,
      modified: entry.modified,
      source,
      key,
      stamp,
    };
  }

  /** The address that an entry would have if it were public; empty when it has no usable one. */
  #pathOf({ url, source }: HiddenEntry): string {
    if (url === undefined || url === '') return '';
    const { site, sourceBases } = this.found;
    const bases = [sourceBases[source], site.baseUrl].filter((base) => base !== undefined);
    const address = placeEntry(url, bases);
    return 'problem' in address ? '' : address.path;
  }

  #authors(keys: readonly string[]): ContentEntry['authors'] {
    return keys.map((key) => ({ key, name: this.found.authors.get(key) ?? '' }));
  }
}

/**
 * Images next to content files none of which is public belong to these: there is no other owner.
 * @returns a function that returns the id of such an entry
 */
function hiddenOwners({
  site,
  sources,
  listed,
  hidden,
}: FoundContent): (image: Media) => Pick<Media, 'parent'> {
  const owners = new Map<string, number | undefined>();
  for (const { id, key, source } of hidden.values()) {
    if (isAuthored(sources[source])) owners.set(folderOf(key), id);
  }
  if (owners.size > 0) for (const { key } of listed) owners.set(folderOf(key), undefined);
  return ({ url }) => {
    for (let folder = folderOf(decodedPath(url, site)); ; folder = folderOf(folder)) {
      const parent = owners.get(folder);
      if (parent !== undefined) return { parent };
      if (folder === '' || owners.has(folder)) return {};
    }
  };
}

function decodedPath(url: string, { baseUrl }: Pick<Site, 'baseUrl'>): string {
  return decodePercent(url.slice(baseUrl.length + 1));
}

function taxonomiesByType({ listed, termsOf }: FoundContent): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const entry of listed) {
    const taxonomies = found.get(entry.type) ?? new Set();
    for (const key of termsOf(entry)) taxonomies.add(key.slice(0, key.indexOf('/')));
    found.set(entry.type, taxonomies);
  }
  return found;
}

/** Only content folders can be written; an export is a copy of content that is kept elsewhere. */
function isAuthored(source: Source | undefined): boolean {
  return source !== undefined && traitsOf(source.type).isAuthored;
}

/** An entry of a list that ascends by id. */
export function findListed<T extends { readonly id: number }>(
  entries: readonly T[],
  id: number,
): T | undefined {
  return entries[placeOfId(entries, id)];
}
