import { type Address, twinFile } from '../model/address.js';
import type { IndexEntry } from '../model/entry.js';
import type { Dates } from '../model/history.js';
import type { TermListId } from '../model/term-index.js';
import {
  CREATED,
  DATED,
  type EntryTable,
  EXCERPT,
  HASH,
  KEY,
  KNOWN,
  LLMS,
  STAMP,
  TITLE,
  TOPICS,
  TWIN,
} from './entry-table.js';

/**
 * A public entry as it is held from the survey to the end of the build: what the surfaces see of it, and where it
 * came from. Everything lies in the table and is read anew whenever somebody asks.
 */
export class ListedEntry implements IndexEntry {
  readonly #table: EntryTable;
  readonly #slot: number;

  constructor(table: EntryTable, slot: number) {
    this.#table = table;
    this.#slot = slot;
  }

  get id(): number {
    return this.#table.ids.get(this.#slot);
  }

  get type(): string {
    return this.#table.words[this.#table.types.get(this.#slot)] ?? '';
  }

  get title(): string {
    return this.#text(TITLE);
  }

  get menuOrder(): number {
    return this.#table.menuOrders.get(this.#slot);
  }

  get llms(): boolean {
    return this.#table.has(this.#slot, LLMS);
  }

  get terms(): TermListId {
    return this.#table.terms.get(this.#slot);
  }

  /** Keys of its authors in its source. */
  get authors(): readonly string[] {
    const keys = this.#table.authorLists.at(this.#table.authors.get(this.#slot));
    return keys === '' ? [] : keys.split('\n');
  }

  /** Its author named topics. */
  get hasTopics(): boolean {
    return this.#table.has(this.#slot, TOPICS);
  }

  /** Number of its source. */
  get source(): number {
    return this.#table.sources.get(this.#slot);
  }

  /** Key in its source. */
  get key(): string {
    return this.#text(KEY);
  }

  /** Of everything that the source says of it. */
  get stamp(): string {
    return this.#text(STAMP);
  }

  /**
   * The survey that `Survey.before` names saw this entry, and everything that its source says of it, exactly as this
   * one does: stamp, key, title, address and dates of the source, terms, authors. False says nothing. What an entry
   * gets from elsewhere (path, language, date of publication) may still be another.
   */
  get isKnown(): boolean {
    return this.#table.has(this.#slot, KNOWN);
  }

  /** What its translations have in common; undefined where the source does not say. */
  get translationKey(): string | undefined {
    const number = this.#table.translations.get(this.#slot);
    return number === 0 ? undefined : this.#table.translationKeys.at(number - 1);
  }

  /** Address as the source has it, until all entries have been placed; empty when it has none. */
  get url(): string {
    return this.#table.urlOf(this.#slot);
  }

  /** As the source has it. */
  get sourceModified(): number | undefined {
    return orUndefined(this.#table.sourceModified.get(this.#slot));
  }

  /** As the source has it, until the entry is dated. */
  get sourcePublished(): number | undefined {
    return orUndefined(this.#table.published.get(this.#slot));
  }

  /** As the source has it, until the entry is dated. */
  get sourceLang(): string | undefined {
    return this.#table.words[this.#table.langs.get(this.#slot)];
  }

  get path(): string {
    return this.#table.texts.get(this.#table.paths.get(this.#slot));
  }

  /** Whether it has a twin; `twin` says where. */
  get hasTwin(): boolean {
    return this.#table.has(this.#slot, TWIN);
  }

  get twin(): string {
    return this.hasTwin ? twinFile(this.path) : '';
  }

  /** Gives the entry its address. */
  place({ path, twin }: Address): void {
    this.#table.paths.set(this.#slot, this.#table.texts.add(path));
    this.#table.setFlag(this.#slot, TWIN, twin !== '');
  }

  get published(): number {
    return this.#table.published.get(this.#slot);
  }

  get modified(): number {
    return this.#table.modified.get(this.#slot);
  }

  get changed(): number {
    return this.#table.changed.get(this.#slot);
  }

  get dated(): boolean {
    return this.#table.has(this.#slot, DATED);
  }

  get action(): 'created' | 'updated' {
    return this.#table.has(this.#slot, CREATED) ? 'created' : 'updated';
  }

  get lang(): string {
    return this.sourceLang ?? '';
  }

  /** Gives the entry what the site shows of it before it has been converted. */
  announce({ published, dated }: Pick<Dates, 'published' | 'dated'>, lang: string): void {
    this.#table.published.set(this.#slot, published);
    this.#table.setFlag(this.#slot, DATED, dated);
    this.#table.langs.set(this.#slot, this.#table.wordNumber(lang));
  }

  /** Gives the entry the dates that follow from what it has been converted to. */
  date({ modified, changed, action }: Dates): void {
    this.#table.modified.set(this.#slot, modified);
    this.#table.changed.set(this.#slot, changed);
    this.#table.setFlag(this.#slot, CREATED, action === 'created');
  }

  /** Known once the body has been converted. */
  get excerpt(): string {
    return this.#converted(EXCERPT);
  }

  /** Of title and body as readers get them; known once the body has been converted. */
  get hash(): string {
    return this.#converted(HASH);
  }

  /** Gives the entry what is known once its body has been converted. */
  convert({ excerpt, hash }: { readonly excerpt: string; readonly hash: string }): void {
    this.#table.converted.set(this.#slot, this.#table.texts.add(excerpt, hash));
  }

  #converted(index: number): string {
    const place = this.#table.converted.get(this.#slot);
    // The first place in the store belongs to an entry's first record.
    return place === 0 ? '' : this.#table.texts.get(place, index);
  }

  #text(index: number): string {
    return this.#table.texts.get(this.#table.records.get(this.#slot), index);
  }
}

function orUndefined(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}
