import { plainText } from '../../content/html/text.js';
import { compareText } from '../../core/compare.js';
import { SvcError } from '../../core/errors.js';
import { hashId } from '../../core/hash.js';
import type { Warnings } from '../../core/warnings.js';
import { MediaIndex, toMedia } from '../../site/media-index.js';
import { isOpen } from '../../sources/is-open.js';
import type {
  RawEntry,
  RawMedia,
  RawPattern,
  RawSite,
  RawTerm,
  Source,
  SourceContext,
} from '../../sources/port.js';
import { siteKey } from '../../sources/site-key.js';

/** The first reading's data about an entry. */
export interface FirstReading {
  readonly id: number;
  /** In its source. */
  readonly key: string;
  /** Number of the source that has the entry's last version. */
  readonly source: number;
  readonly type: string;
  readonly slug: string;
  readonly published: number | undefined;
  readonly utcOffset: number | undefined;
}

/** The contents of one source. */
export interface SourceCount {
  readonly type: string;
  readonly path: string;
  readonly entries: number;
  readonly media: number;
}

/** Everything except the bodies. */
export interface Gathered {
  readonly site: RawSite;
  readonly entries: ReadonlyMap<number, FirstReading>;
  /** Name and address for people, by the source's key. */
  readonly authors: ReadonlyMap<string, { readonly name: string; readonly url?: string }>;
  /** By taxonomy and slug, with names in the form of files; including those that only entries name. */
  readonly terms: readonly RawTerm[];
  /** Ascending by id. */
  readonly media: readonly RawMedia[];
  readonly library: MediaIndex;
  readonly patterns: ReadonlyMap<number, RawPattern>;
  readonly counts: readonly SourceCount[];
}

/**
 * Reads all sources once. If an id occurs twice, the later version counts, as in a build.
 * @throws SvcError errors of a source, `SVC_SOURCE_MIXED` for exports of different sites
 */
export async function gatherSources(sources: readonly Source[], context: SourceContext): Promise<Gathered> {
  const gatherer = new Gatherer();
  for (const [number, source] of sources.entries()) await gatherer.read(source, number, context);
  return gatherer.result();
}

/** The id that an entry has in a build. */
export function entryIdOf(entry: Pick<RawEntry, 'id' | 'key'>): number {
  return entry.id ?? hashId(entry.key);
}

class Gatherer {
  #site: RawSite = {};
  readonly #entries = new Map<number, FirstReading>();
  readonly #authors = new Map<string, { name: string; url?: string }>();
  readonly #terms = new Map<string, RawTerm>();
  /** Names that entries give to terms; those of published entries first. */
  readonly #named = { open: new Map<string, RawTerm>(), hidden: new Map<string, RawTerm>() };
  readonly #media = new Map<number, RawMedia>();
  readonly #patterns = new Map<number, RawPattern>();
  readonly #counts: SourceCount[] = [];
  /** Public entries: uploads to other entries are only shown in those entries' own galleries. */
  readonly #open = new Set<number>();

  async read(source: Source, number: number, context: SourceContext): Promise<void> {
    let [entries, media] = [0, 0];
    for await (const item of source.read(context)) {
      if (item.kind === 'site') this.#addSite(item.site, source);
      else if (item.kind === 'author') this.#addAuthor(item.author);
      else if (item.kind === 'term') this.#addTerm(item.term);
      else if (item.kind === 'pattern') this.#patterns.set(item.pattern.id, item.pattern);
      else if (item.kind === 'media') {
        this.#media.set(item.media.id, item.media);
        media += 1;
      } else if (item.kind === 'entry') {
        this.#addEntry(item.entry, number, context.warnings);
        entries += 1;
      }
    }
    this.#counts.push({ type: source.type, path: source.path, entries, media });
  }

  result(): Gathered {
    const terms = new Map([...this.#named.hidden, ...this.#named.open, ...this.#terms]);
    const media = [...this.#media.values()].sort((a, b) => a.id - b.id);
    const library = new MediaIndex((id) => this.#open.has(id));
    for (const item of media) library.add(toMedia(item, item.url));
    return {
      site: this.#site,
      entries: this.#entries,
      authors: this.#authors,
      terms: [...terms.values()].sort(
        (a, b) => compareText(a.taxonomy, b.taxonomy) || compareText(a.slug, b.slug),
      ),
      media,
      library,
      patterns: this.#patterns,
      counts: this.#counts,
    };
  }

  /** Parts of one export complete each other; the first value counts. */
  #addSite(site: RawSite, source: Source): void {
    const [known, own] = [this.#site.baseUrl, site.baseUrl];
    if (known !== undefined && own !== undefined && siteKey(known) !== siteKey(own)) {
      const message = `this is an export of ${own}, another one is of ${known}`;
      const fix = 'Import each site into its own folder.';
      throw new SvcError('SVC_SOURCE_MIXED', message, { file: source.path, fix });
    }
    const said = Object.entries(site).filter(([, value]) => value !== undefined && value !== '');
    this.#site = { ...Object.fromEntries(said), ...this.#site };
  }

  #addAuthor({ key, name, url }: { key: string; name: string; url?: string }): void {
    this.#authors.set(key, { name: plainName(name), ...(url === undefined ? {} : { url }) });
  }

  #addTerm(term: RawTerm): void {
    const key = `${term.taxonomy}/${term.slug}`;
    this.#terms.set(key, { ...this.#terms.get(key), ...term, name: plainName(term.name) });
  }

  #addEntry(entry: RawEntry, source: number, warnings: Warnings): void {
    const id = entryIdOf(entry);
    const before = this.#entries.get(id);
    if (before !== undefined) {
      const message = `The id ${id} also occurs earlier; the later entry is used.`;
      const fix = "If that's wrong, leave out one of the exports.";
      warnings.add({ code: 'same-id', file: entry.ref, message, fix });
    }
    const { type, slug, published, utcOffset } = entry;
    this.#entries.set(id, { id, key: entry.key, source, type, slug, published, utcOffset });
    const open = isOpen(entry);
    if (open) this.#open.add(id);
    else this.#open.delete(id);
    const named = open ? this.#named.open : this.#named.hidden;
    for (const ref of entry.terms) {
      const key = `${ref.taxonomy}/${ref.slug}`;
      if (!named.has(key)) named.set(key, { ...ref, name: plainName(ref.name) });
    }
  }
}

/**
 * A name as a person would write it: `Food & Drink` for `Food &amp; Drink`. Names are read as HTML again when they
 * are shown, so a name that this would change stays as it is.
 */
export function plainName(name: string): string {
  const plain = plainText(name);
  return plainText(plain) === plain ? plain : name;
}
