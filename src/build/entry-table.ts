import { Column } from '../core/column.js';
import { TextIndex } from '../core/text-index.js';
import { TextStore } from '../core/text-store.js';
import type { TermListId } from '../site/term-index.js';
import { HASHED, KEY, LLMS, PUBLIC, TOPICS, TWIN } from './entry-columns.js';
import { IdSlots } from './id-slots.js';
import { ListedEntry } from './listed-entry.js';

/** Who an entry is and where it comes from: all that is kept of a hidden one. */
export interface Origin {
  readonly id: number;
  /** Number of its source. */
  readonly source: number;
  /** Key in its source. */
  readonly key: string;
  /** The id was made from the key and not given by the source. */
  readonly isHashed: boolean;
}

/** A public entry as the scan of the sources finds it. */
export interface Candidate extends Origin {
  readonly type: string;
  readonly title: string;
  /** As the source has it. */
  readonly url: string | undefined;
  /** Where it needs no closer look, and then it has a twin. */
  readonly path: string | undefined;
  readonly published: number | undefined;
  readonly modified: number | undefined;
  readonly terms: TermListId;
  readonly menuOrder: number;
  readonly lang: string | undefined;
  readonly translationKey: string | undefined;
  /** As the source has it, where it is another address than the entry's own. */
  readonly canonical?: string | undefined;
  readonly llms: boolean;
  /** Keys in its source. */
  readonly authors: readonly string[];
  /** Its author named topics. */
  readonly hasTopics: boolean;
  /** Of everything that the source says of the entry. */
  readonly stamp: string;
}

/**
 * Every entry of a build, packed: at 100,000 entries objects and texts in the heap would take several times the
 * room. The scan fills it; afterwards each public entry is read, placed and dated through its `ListedEntry`.
 */
export class EntryTable {
  readonly ids = new Column(Float64Array);
  readonly sources = new Column(Uint32Array);
  readonly flags = new Column(Uint8Array);
  readonly types = new Column(Uint32Array);
  readonly langs = new Column(Uint32Array);
  /** Numbers in `translationKeys` plus one; 0 for none. */
  readonly translations = new Column(Uint32Array);
  readonly translationKeys = new TextIndex();
  readonly terms = new Column(Uint32Array);
  /** Canonical addresses elsewhere, by slot: few have one. */
  readonly canonicals = new Map<number, string>();
  /** Numbers in `authorLists`, which holds the keys of each list line by line. */
  readonly authors = new Column(Uint32Array);
  readonly authorLists = new TextIndex();
  readonly menuOrders = new Column(Float64Array);
  /** Not a number where the source has none. */
  readonly published = new Column(Float64Array);
  readonly sourceModified = new Column(Float64Array);
  readonly modified = new Column(Float64Array);
  readonly changed = new Column(Float64Array);
  /** Places in `texts`: wide enough for four gigabytes. */
  readonly records = new Column(Uint32Array);
  readonly paths = new Column(Uint32Array);
  /** Of excerpts, once entries have been converted. */
  readonly excerpts = new Column(Uint32Array);
  /** The two halves of hashes. */
  readonly hashesHigh = new Column(Uint32Array);
  readonly hashesLow = new Column(Uint32Array);
  /** The two halves of fingerprints of everything that documents of an entry are made from. */
  readonly printsHigh = new Column(Uint32Array);
  readonly printsLow = new Column(Uint32Array);
  readonly texts = new TextStore();
  /** 1 for an entry that an earlier build converted, and whose files are the ones that it left. */
  readonly reused = new Column(Uint8Array);
  /** Types and languages by number; the first is no language. */
  readonly words: (string | undefined)[] = [undefined];

  /** Place in `addresses`. */
  #urls = new Column(Uint32Array);
  #addresses = new TextStore();
  #slots = new IdSlots(this.ids);
  #publicCount = 0;

  /** How many entries are public. */
  get publicCount(): number {
    return this.#publicCount;
  }

  /** What is known of an id so far. */
  find(id: number): Origin | undefined {
    const slot = this.#slots.get(id);
    if (slot === undefined) return undefined;
    const key = this.texts.get(this.records.get(slot), KEY);
    return { id, source: this.sources.get(slot), key, isHashed: this.has(slot, HASHED) };
  }

  /** Notes a public entry, in place of any other with its id. */
  add(candidate: Candidate): void {
    const { key, title, stamp, published = Number.NaN, modified = Number.NaN } = candidate;
    const { llms, hasTopics, path, url = '' } = candidate;
    const hasPath = path !== undefined;
    const flags = PUBLIC | (llms ? LLMS : 0) | (hasTopics ? TOPICS : 0) | (hasPath ? TWIN : 0);
    const slot = this.#claim(candidate, flags);
    this.records.set(slot, this.texts.add(key, title, stamp));
    this.types.set(slot, this.wordNumber(candidate.type));
    this.langs.set(slot, this.wordNumber(candidate.lang));
    const { translationKey } = candidate;
    this.translations.set(
      slot,
      translationKey === undefined ? 0 : this.translationKeys.add(translationKey) + 1,
    );
    this.terms.set(slot, candidate.terms);
    if (candidate.canonical !== undefined) this.canonicals.set(slot, candidate.canonical);
    this.authors.set(slot, this.authorLists.add(candidate.authors.join('\n')));
    this.menuOrders.set(slot, candidate.menuOrder);
    this.published.set(slot, published);
    this.sourceModified.set(slot, modified);
    this.paths.set(slot, hasPath ? this.texts.addOne(path) : 0);
    if (!hasPath) this.#urls.set(slot, this.#addresses.addOne(url));
    this.#publicCount += 1;
  }

  /**
   * Gives slots to public entries, up to the first whose id is not new; the other columns are left to whoever asks.
   * @returns the first slot, and how many there are
   */
  claimAll(ids: Float64Array): { readonly start: number; readonly count: number } {
    const start = this.#slots.size;
    let count = 0;
    for (; count < ids.length; count++) {
      const id = ids[count] ?? 0;
      if (this.#slots.get(id) !== undefined) break;
      this.#slots.add(id);
    }
    this.#publicCount += count;
    return { start, count };
  }

  /** Takes over packed records and addresses; what to add to places in them is returned. */
  addTexts({ texts, urls }: { readonly texts: Uint8Array; readonly urls: Uint8Array }) {
    return { records: this.texts.append(texts), urls: this.#addresses.append(urls) };
  }

  /** The place of the address that the source gave an entry. */
  setUrl(slot: number, place: number): void {
    this.#urls.set(slot, place);
  }

  /** Notes that an entry is not public, in place of whatever was known of its id. */
  hide(origin: Origin): void {
    this.records.set(this.#claim(origin, 0), this.texts.add(origin.key));
  }

  /** The public entries, ascending by id. */
  *entries(): Iterable<ListedEntry> {
    const slots = Uint32Array.from({ length: this.#slots.size }, (_, slot) => slot);
    if (!this.#slots.areAscending) slots.sort((a, b) => this.ids.get(a) - this.ids.get(b));
    for (const slot of slots) if (this.has(slot, PUBLIC)) yield new ListedEntry(this, slot);
  }

  /** The address that the source gave an entry without a path; empty when it gave none. */
  urlOf(slot: number): string {
    return this.#addresses.get(this.#urls.get(slot));
  }

  /** Lets go of what only placing entries has asked for. */
  endPlacing(): void {
    this.#addresses = new TextStore();
    this.#urls = new Column(Uint32Array);
    this.#slots = new IdSlots(new Column(Float64Array));
  }

  has(slot: number, flag: number): boolean {
    return (this.flags.get(slot) & flag) !== 0;
  }

  setFlag(slot: number, flag: number, value: boolean): void {
    const others = this.flags.get(slot) & ~flag;
    this.flags.set(slot, value ? others | flag : others);
  }

  /** Number of a type or language; there are few. */
  wordNumber(word: string | undefined): number {
    const known = this.words.indexOf(word);
    return known === -1 ? this.words.push(word) - 1 : known;
  }

  #claim({ id, source, isHashed }: Origin, flags: number): number {
    const slot = this.#slots.get(id) ?? this.#slots.add(id);
    this.canonicals.delete(slot);
    if (this.has(slot, PUBLIC)) this.#publicCount -= 1;
    this.sources.set(slot, source);
    this.flags.set(slot, flags | (isHashed ? HASHED : 0));
    return slot;
  }
}
