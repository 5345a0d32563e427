import { plainText } from '../content/html/plain.js';
import { SvcError } from '../core/errors.js';
import { hashId } from '../core/hash.js';
import type { Warnings } from '../core/warnings.js';
import { type GateContext, type HiddenReason, hiddenReason } from '../site/gate.js';
import { TermIndex } from '../site/term-index.js';
import type { LookedFiles } from '../sources/known-segments.js';
import type { RawAuthor, RawMedia, RawSite, Source, SourceItem } from '../sources/port.js';
import type { ScanCache } from './cache/scan-cache.js';
import { EntryTable, type Origin } from './entry-table.js';
import type { SourceReport } from './report.js';
import { assertSameSite } from './same-site.js';
import { ScanSegments } from './scan-segments.js';
import { type ScanAudit, type ScannedEntry, scanEntry } from './scanned-entry.js';
import { SegmentRestorer } from './segment-restorer.js';

/** What the first reading of all sources brings. */
export interface Scan {
  /**
   * A name of this scan. Whatever is kept beside it for the next build can be kept under this name: where the next
   * scan calls it `before`, it was made with exactly what `isKnown` of an entry is said against. A build that breaks
   * off while it saves its caches may leave the one without the other.
   */
  readonly name: string;
  /** The name of the scan that `isKnown` compares with; undefined where nothing is known. */
  readonly before: string | undefined;
  readonly entries: EntryTable;
  readonly terms: TermIndex;
  /** Display name by the source's key. */
  readonly authors: ReadonlyMap<string, string>;
  readonly media: readonly { readonly media: RawMedia; readonly source: number }[];
  readonly patterns: ReadonlyMap<number, string>;
  /** One for each source. */
  readonly sites: readonly RawSite[];
  readonly hidden: Readonly<Partial<Record<HiddenReason, number>>>;
  /** Those that are not public, by id; empty unless they are asked for. */
  readonly hiddenEntries: ReadonlyMap<number, HiddenEntry>;
  /** Unix seconds at which an entry comes or goes by itself; undefined when none will. */
  readonly nextDue: number | undefined;
  /** Types that occur among published entries. */
  readonly types: ReadonlySet<string>;
  readonly reports: readonly SourceReport[];
}

/** An entry that is not public, for those who may edit it. */
export interface HiddenEntry extends Omit<ScannedEntry, 'id'>, Origin {}

export interface ScanOptions {
  readonly gate: GateContext;
  readonly timeZone: string;
  readonly warnings: Warnings;
  /** Of the last build; absent where everything is to be read. */
  readonly cache?: ScanCache;
  /** As in `KnownSegments`. */
  readonly looked?: LookedFiles;
  /** Keeps what is known of entries that are not public. No document may be made of it. */
  readonly keepsHidden?: boolean;
  /** Asks for the reasons; with a cache entries that are known would be passed over. */
  readonly audit?: ScanAudit;
  /** As in `SourceContext`. */
  threads?(entries: number): number;
  onBytes?(bytes: number): void;
}

/**
 * Reads every source once and keeps what the second reading needs to know beforehand. Entries that are not
 * public leave nothing but their id, so that a later source can still withdraw what an earlier one gave; whoever asks
 * for them is given them apart from all others.
 * @throws SvcError what a source throws, `SVC_ID_COLLISION`, `SVC_SOURCE_MIXED`
 */
export async function scanSources(sources: readonly Source[], options: ScanOptions): Promise<Scan> {
  const scanner = new Scanner(options);
  for (const [number, source] of sources.entries()) await scanner.read(source, number);
  return scanner.result();
}

class Scanner {
  readonly #options: ScanOptions;
  readonly #entries = new EntryTable();
  readonly #terms = new TermIndex();
  readonly #authors = new Map<string, string>();
  readonly #media: { media: RawMedia; source: number }[] = [];
  readonly #patterns = new Map<number, string>();
  readonly #sites: RawSite[] = [];
  readonly #hidden: Partial<Record<HiddenReason, number>> = {};
  readonly #hiddenEntries = new Map<number, HiddenEntry>();
  #nextDue: number | undefined;
  readonly #types = new Set<string>();
  readonly #reports: SourceReport[] = [];
  /** Of the source that is being read. */
  #runs: ScanSegments | undefined;
  readonly #taker: SegmentRestorer | undefined;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#taker = options.cache && new SegmentRestorer(this.#entries, this.#terms, options.cache);
  }

  async read(source: Source, number: number): Promise<void> {
    const { timeZone, warnings, onBytes, threads, cache, gate, looked, audit } = this.#options;
    const own = { source: number, base: () => this.#baseOf(number) };
    const known = cache && new ScanSegments(cache, gate, own, looked);
    this.#runs = known;
    const context = {
      timeZone,
      warnings,
      ...(onBytes && { onBytes }),
      ...(threads && { threads }),
      ...(known && { known }),
      ...(audit && { audit }),
    };
    audit?.begin(source, number);
    let entries = 0;
    let media = 0;
    this.#sites[number] = {};
    for await (const item of source.read(context)) {
      if (item.kind === 'entry') entries += 1;
      if (item.kind === 'run') entries += item.to - item.from;
      if (item.kind === 'media') media += 1;
      this.#take(item, source, number);
    }
    assertSameSite(source, number, this.#sites);
    this.#reports.push({ type: source.type, path: source.path, entries, media });
  }

  result(): Scan {
    const { name, before } = this.#options.cache ?? { name: '', before: undefined };
    return {
      name,
      before,
      entries: this.#entries,
      terms: this.#terms,
      authors: this.#authors,
      media: this.#media,
      patterns: this.#patterns,
      sites: this.#sites,
      hidden: this.#hidden,
      hiddenEntries: this.#hiddenEntries,
      nextDue: this.#nextDue,
      types: this.#types,
      reports: this.#reports,
    };
  }

  #take(item: SourceItem, source: Source, number: number): void {
    switch (item.kind) {
      case 'site':
        this.#sites[number] = { ...this.#sites[number], ...item.site };
        return;
      case 'author':
        this.#addAuthor(item.author);
        return;
      case 'term':
        this.#terms.define(item.term);
        return;
      case 'media':
        this.#media.push({ media: item.media, source: number });
        return;
      case 'pattern':
        this.#patterns.set(item.pattern.id, item.pattern.body);
        return;
      case 'entry':
        this.#addRead(item, source, number);
        return;
      case 'run':
        this.#addRun(item, number);
    }
  }

  #addRead({ entry, isNoted = false }: ItemOf<'entry'>, source: Source, number: number): void {
    const scanned = scanEntry(entry, source, this.#baseOf(number));
    const reason = this.#addEntry(scanned, { ref: entry.ref, source: number });
    this.#options.audit?.entry(entry, { ...scanned, id: idOf(scanned) }, reason);
    if (reason !== undefined) return;
    // Of hidden entries nothing is kept in a cache, nor does anybody hear of them.
    if (isNoted) this.#runs?.note(scanned);
  }

  /** All entries of a run are public. */
  #addRun({ run: { name }, from, to, refOf }: ItemOf<'run'>, source: number): void {
    const run = this.#runs?.find(name);
    if (run === undefined) throw new Error('a source gives a run that nobody knows');
    for (const type of run.types) this.#types.add(type);
    this.#expect(run.head.soonest ?? undefined);
    for (let index = from; index < to; index++) {
      index = this.#taker?.take(run, index, to, source) ?? index;
      if (index < to) this.#addEntry(run.entryAt(index), { ref: refOf(index), source });
    }
  }

  #addAuthor(author: RawAuthor): void {
    this.#authors.set(author.key, plainText(author.name));
  }

  /** Returns why an entry is not public; undefined for one that is. */
  #addEntry(entry: ScannedEntry, { ref, source }: EntryOrigin): HiddenReason | undefined {
    const { id, key, published, expires } = entry;
    const origin = { id: idOf(entry), source, key, isHashed: id === undefined };
    this.#assertOwnId(origin, ref);
    if (entry.status === 'publish' && !entry.protected) this.#types.add(entry.type);
    for (const time of [published, expires]) this.#expect(time);
    const reason = hiddenReason(entry, this.#options.gate);
    if (reason !== undefined) {
      this.#hidden[reason] = (this.#hidden[reason] ?? 0) + 1;
      // The later source wins, and it says that this entry is not public.
      this.#entries.hide(origin);
      if (this.#options.keepsHidden === true) this.#hiddenEntries.set(origin.id, { ...entry, ...origin });
      return reason;
    }
    this.#hiddenEntries.delete(origin.id);
    const { menuOrder = 0, llms = true, authors, hasTopics } = entry;
    this.#entries.add({
      type: entry.type,
      title: entry.title,
      url: entry.url,
      path: entry.path,
      published,
      modified: entry.modified,
      lang: entry.lang,
      translationKey: entry.translationKey,
      canonical: entry.canonical,
      stamp: entry.stamp,
      terms: this.#terms.add(entry.terms),
      menuOrder,
      llms,
      authors,
      hasTopics,
      ...origin,
    });
    return undefined;
  }

  /** Address of the site of a source; empty until the source has said it, which it does before its entries. */
  #baseOf(source: number): string {
    return this.#sites[source]?.baseUrl ?? '';
  }

  #expect(time: number | undefined): void {
    if (time === undefined || time <= this.#options.gate.now) return;
    this.#nextDue = Math.min(time, this.#nextDue ?? time);
  }

  /** An id that comes twice is somebody's mistake; who wins depends on where it comes from. */
  #assertOwnId({ id, source, isHashed }: Origin, ref: string): void {
    const seen = this.#entries.find(id);
    if (seen === undefined) return;
    this.#options.cache?.repeat(id);
    if (seen.isHashed || isHashed) {
      throw new SvcError('SVC_ID_COLLISION', `"${ref}" and "${seen.key}" have the same id ${id}`, {
        file: ref,
        field: 'id',
        fix: `Give one of them an "id" of its own in its front matter, for example id: ${(id % 1_000_000_007) + 1}.`,
      });
    }
    const where = seen.source === source ? 'earlier in the same source' : 'in an earlier source';
    this.#options.warnings.add({
      code: 'same-id',
      file: ref,
      message: `The id ${id} also occurs ${where}; the later entry is used.`,
      fix: 'Give each entry an id of its own, or leave one of the sources out.',
    });
  }
}

/** Where an entry was found. */
interface EntryOrigin {
  readonly ref: string;
  /** Number of its source. */
  readonly source: number;
}

type ItemOf<K extends SourceItem['kind']> = Extract<SourceItem, { readonly kind: K }>;

function idOf({ id, key }: Pick<ScannedEntry, 'id' | 'key'>): number {
  return id ?? hashId(key);
}
