import { plainText } from '../content/html/text.js';
import { SvcError } from '../core/errors.js';
import { EventLoopShare } from '../core/event-loop-share.js';
import { hashId } from '../core/hash.js';
import type { Warnings } from '../core/warnings.js';
import { type GateContext, type HiddenReason, hiddenReason } from '../site/gate.js';
import { TermIndex } from '../site/term-index.js';
import type { RawAuthor, RawMedia, RawSite, Source, SourceContext, SourceItem } from '../sources/port.js';
import { BuildEntry, type EntryOrigin } from './build-entry.js';
import type { SourceReport } from './report.js';
import { assertSameSite, nameSites, ScanUnits, type ScanUnitsOptions, type UnitItem } from './scan-units.js';
import { emptySource, type ScanAudit, type ScannedEntry, scanEntry, warnOfFuture } from './scanned-entry.js';

/** The result of the first reading of all sources. */
export interface Scan {
  /** The public ones, ascending by id. */
  readonly entries: readonly BuildEntry[];
  readonly terms: TermIndex;
  /** Display name by the source's key. */
  readonly authors: ReadonlyMap<string, string>;
  readonly media: readonly { readonly media: RawMedia; readonly source: number }[];
  readonly patterns: ReadonlyMap<number, string>;
  /** One for each source. */
  readonly sites: readonly RawSite[];
  readonly hidden: Readonly<Partial<Record<HiddenReason, number>>>;
  /** The entries that aren't public, by id; empty unless requested. */
  readonly hiddenEntries: ReadonlyMap<number, HiddenEntry>;
  /** Unix seconds of the next change by itself, such as a scheduled entry; undefined without one. */
  readonly nextDue: number | undefined;
  /** Types that occur among published entries. */
  readonly types: ReadonlySet<string>;
  readonly reports: readonly SourceReport[];
  /** Average length of the bodies that were read. */
  readonly bodyLength: number;
}

/** An entry that isn't public, for users who may edit it. */
export interface HiddenEntry extends Omit<ScannedEntry, 'id'>, EntryOrigin {}

interface ScanOptions {
  readonly gate: GateContext;
  readonly timeZone: string;
  readonly warnings: Warnings;
  /** What the last build recorded; absent where everything must be read. */
  readonly units?: Omit<ScanUnitsOptions, 'gate'>;
  /** Keeps data of entries that aren't public. No document may be made from it. */
  readonly keepsHidden?: boolean;
  /** Receives the reasons; together with `units` it would miss reused entries. */
  readonly audit?: ScanAudit;
  /** Throws if no source has the address of the site. Called early if the last source knows early whether it has one. */
  assertBase?(sourceBases: readonly (string | undefined)[]): void;
  /** As in `SourceContext`. */
  threads?: SourceContext['threads'];
  onBytes?(bytes: number): void;
}

/**
 * Reads every source once and keeps what the second reading needs to know beforehand. Entries that are not
 * public leave nothing but their id, so that a later source can still withdraw what an earlier one gave; they are
 * available separately on request.
 * @throws SvcError errors of a source, `SVC_ID_COLLISION`, `SVC_SOURCE_MIXED`
 */
export async function scanSources(sources: readonly Source[], options: ScanOptions): Promise<Scan> {
  const scanner = new Scanner(options);
  const last = sources.length - 1;
  for (const [number, source] of sources.entries()) await scanner.read(source, number, number === last);
  return scanner.result();
}

class Scanner {
  /** The owner of each id so far: a public entry, or the origin of a hidden one. */
  readonly #found = new Map<number, BuildEntry | EntryOrigin>();
  readonly #terms = new TermIndex();
  readonly #authors = new Map<string, string>();
  /** Lists of authors by their keys: most entries share theirs with others. */
  readonly #authorLists = new Map<string, readonly string[]>();
  readonly #media: { media: RawMedia; source: number }[] = [];
  readonly #patterns = new Map<number, string>();
  readonly #sites: RawSite[] = [];
  readonly #hidden: Partial<Record<HiddenReason, number>> = {};
  readonly #hiddenEntries = new Map<number, HiddenEntry>();
  #nextDue: number | undefined;
  readonly #types = new Set<string>();
  readonly #reports: SourceReport[] = [];
  #bodies = 0;
  #length = 0;
  readonly #share = new EventLoopShare();

  constructor(private readonly options: ScanOptions) {}

  async read(source: Source, number: number, isLast: boolean): Promise<void> {
    const { timeZone, warnings, onBytes, threads, units, gate, audit, assertBase } = this.options;
    const earlier = () => this.#sites.slice(0, number).map(({ baseUrl }) => baseUrl);
    const known = units && new ScanUnits({ ...units, gate }, source, number);
    const context = {
      timeZone,
      warnings,
      ...(onBytes && { onBytes }),
      ...(threads && { threads }),
      ...(known && { known }),
      ...(audit && { audit }),
      ...(isLast && assertBase && { onBase: (own?: string) => assertBase([...earlier(), own]) }),
    };
    audit?.begin(source, number);
    const { given } = warnings;
    const reading: Reading = { source, number, known, entries: 0, media: 0, item: undefined, given };
    this.#sites[number] = {};
    for await (const item of source.read(context)) {
      this.#take(item, reading);
      await this.#share.yieldTurn();
    }
    assertSameSite(source, number, this.#sites);
    const { entries, media } = reading;
    if (entries === 0) warnings.add(emptySource(source.path));
    this.#reports.push({ type: source.type, path: source.path, entries, media });
  }

  result(): Scan {
    const entries = [...this.#found.values()]
      .filter((entry) => entry instanceof BuildEntry)
      .sort((a, b) => a.id - b.id);
    return {
      entries,
      terms: this.#terms,
      authors: this.#authors,
      media: this.#media,
      patterns: this.#patterns,
      sites: nameSites(this.#sites, entries),
      hidden: this.#hidden,
      hiddenEntries: this.#hiddenEntries,
      nextDue: this.#nextDue,
      types: this.#types,
      reports: this.#reports,
      bodyLength: this.#bodies === 0 ? 0 : this.#length / this.#bodies,
    };
  }

  #take(item: SourceItem, reading: Reading): void {
    switch (item.kind) {
      case 'site':
        this.#sites[reading.number] = { ...this.#sites[reading.number], ...item.site };
        return;
      case 'author':
        this.#addAuthor(item.author);
        return;
      case 'term':
        this.#terms.define(item.term);
        return;
      case 'unit':
        this.#endUnit(item, reading);
        return;
      case 'known':
        this.#takeKnown(item, reading);
        return;
      case 'entry': {
        const { entry: raw } = item;
        this.#bodies += 1;
        this.#length += raw.body.length;
        const scanned = scanEntry(raw, reading.source);
        const { audit } = this.options;
        // After the entry is added, its own id would count as taken.
        const id = audit && this.#idOf(scanned, reading.number);
        const reason = this.#takeItem({ kind: 'entry', entry: scanned }, raw.ref, reading);
        if (reason === undefined) warnOfFuture(raw, this.options);
        if (id !== undefined) audit?.entry(raw, { ...scanned, id }, reason);
        return;
      }
      case 'media':
      case 'pattern':
        this.#takeItem(item, '', reading);
    }
  }

  /** Records a unit, unless the next build has to read it again: for hidden content in it, or to repeat a warning. */
  #endUnit({ key, fingerprint, facts }: ItemOf<'unit'>, reading: Reading): void {
    const { given } = this.options.warnings;
    const { item, known } = reading;
    if (fingerprint !== undefined && item !== 'hidden' && reading.given === given) {
      known?.add(key, { fingerprint, facts, ...(item && { item }) });
    }
    reading.item = undefined;
    reading.given = given;
  }

  #takeKnown({ unit, ref }: ItemOf<'known'>, reading: Reading): void {
    const item = reading.known?.itemOf(unit);
    if (item !== undefined) this.#takeItem(item, ref, reading);
    reading.known?.keep(unit);
    reading.item = undefined;
  }

  /** Returns why an entry is not public; undefined for a public one and for other items. */
  #takeItem(item: UnitItem, ref: string, reading: Reading): HiddenReason | undefined {
    reading.item = item;
    if (item.kind === 'pattern') this.#patterns.set(item.pattern.id, item.pattern.body);
    else if (item.kind === 'media') {
      reading.media += 1;
      this.#media.push({ media: item.media, source: reading.number });
    } else {
      reading.entries += 1;
      const reason = this.#addEntry(item.entry, ref, reading.number);
      if (reason !== undefined) reading.item = 'hidden';
      return reason;
    }
    return undefined;
  }

  #addAuthor(author: RawAuthor): void {
    this.#authors.set(author.key, plainText(author.name));
  }

  /** Returns why an entry is not public; undefined for one that is. */
  #addEntry(scanned: ScannedEntry, ref: string, source: number): HiddenReason | undefined {
    const { id, key, published, expires } = scanned;
    const origin = { id: this.#idOf(scanned, source), source, key, isHashed: id === undefined };
    this.#assertOwnId(origin, ref);
    if (scanned.status === 'publish' && !scanned.protected) this.#types.add(scanned.type);
    for (const time of [published, expires]) this.#expect(time);
    const reason = hiddenReason(scanned, this.options.gate);
    if (reason !== undefined) {
      this.#hidden[reason] = (this.#hidden[reason] ?? 0) + 1;
      // The later source wins, and in it this entry isn't public.
      this.#found.set(origin.id, origin);
      if (this.options.keepsHidden === true) this.#hiddenEntries.set(origin.id, { ...scanned, ...origin });
      return reason;
    }
    this.#hiddenEntries.delete(origin.id);
    const terms = this.#terms.add(scanned.terms);
    this.#found.set(
      origin.id,
      new BuildEntry(detached(scanned), origin, { terms, authorKeys: this.#shared(scanned.authorKeys) }),
    );
    return undefined;
  }

  #shared(authors: readonly string[]): readonly string[] {
    const key = authors.join('\n');
    const known = this.#authorLists.get(key);
    if (known !== undefined) return known;
    this.#authorLists.set(key, authors);
    return authors;
  }

  #expect(time: number | undefined): void {
    if (time === undefined || time <= this.options.gate.now) return;
    this.#nextDue = Math.min(time, this.#nextDue ?? time);
  }

  /** Files of the same name in two folders have an id each. */
  #idOf({ id, key }: ScannedEntry, source: number): number {
    const own = id ?? hashId(key);
    const seen = id === undefined ? this.#found.get(own) : undefined;
    return seen?.isHashed && seen.source !== source && seen.key === key ? hashId(`${source}:${key}`) : own;
  }

  /** The same id twice is a mistake in the sources; which entry wins depends on where it comes from. */
  #assertOwnId({ id, source, isHashed }: EntryOrigin, ref: string): void {
    const seen = this.#found.get(id);
    if (seen === undefined) return;
    if (seen.isHashed || isHashed) {
      throw new SvcError('SVC_ID_COLLISION', `"${ref}" and "${seen.key}" have the same id ${id}`, {
        file: ref,
        field: 'id',
        fix: `Give one of them its own "id" in its front matter, for example id: ${(id % 1_000_000_007) + 1}.`,
      });
    }
    const where = seen.source === source ? 'earlier in the same source' : 'in an earlier source';
    this.options.warnings.add({
      code: 'same-id',
      file: ref,
      message: `The id ${id} also occurs ${where}; the later entry is used.`,
      fix: 'Give each entry its own id, or leave out one of the sources.',
    });
  }
}

interface Reading {
  readonly source: Source;
  readonly number: number;
  readonly known: ScanUnits | undefined;
  entries: number;
  media: number;
  /** The content of the current unit. */
  item: UnitItem | 'hidden' | undefined;
  /** Warnings before the unit. */
  given: number;
}

type ItemOf<K extends SourceItem['kind']> = Extract<SourceItem, { readonly kind: K }>;

/** Copies strings that are slices of the source's texts, which they would keep in memory. */
function detached(scanned: ScannedEntry): ScannedEntry {
  return JSON.parse(JSON.stringify(scanned)) as ScannedEntry;
}
