/**
 * The view of one entry in the table of a build. It is long because each column has an accessor of its own, and short
 * pieces of it would all need the table and the slot.
 */

import { numberIfAny } from '../core/column.js';
import type { Fingerprint } from '../core/fingerprint.js';
import { hexOf } from '../core/hash.js';
import { type Address, twinFile } from '../site/address.js';
import type { IndexEntry } from '../site/entry.js';
import type { Dates } from '../site/history.js';
import type { TermListId } from '../site/term-index.js';
import { CREATED, DATED, KEY, KNOWN, LLMS, STAMP, TITLE, TOPICS, TWIN } from './entry-columns.js';
import type { EntryTable } from './entry-table.js';

/** Hex digits of half a hash. */
const HALF = 8;

/**
 * A public entry as it is held from the scan to the end of the build: what the surfaces see of it, and where it
 * came from. Everything lies in the table and is read anew whenever somebody asks.
 */
export class ListedEntry implements IndexEntry {
  readonly #table: EntryTable;
  readonly #slot: number;

  constructor(table: EntryTable, slot: number) {
    this.#table = table;
    this.#slot = slot;
  }

  /** Its number in the table; the table of another build may number it otherwise. */
  get slot(): number {
    return this.#slot;
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
    const keys = this.#table.authorLists.at(this.authorList);
    return keys === '' ? [] : keys.split('\n');
  }

  /** The number of its list of authors, which others have too. */
  get authorList(): number {
    return this.#table.authors.get(this.#slot);
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
   * The scan that `Scan.before` names saw this entry, and everything that its source says of it, exactly as this
   * one does: stamp, key, title, address and dates of the source, terms, authors. False says nothing. What an entry
   * gets from elsewhere (path, language, date of publication) may still be another.
   */
  get isKnown(): boolean {
    return this.#table.has(this.#slot, KNOWN);
  }

  /** As the source has it until the entry is announced, then absolute; undefined where it is its own. */
  get canonical(): string | undefined {
    return this.#table.canonicals.get(this.#slot);
  }

  /** Settles the canonical address, now that the entry has its own. */
  settleCanonical(canonical: string | undefined): void {
    if (canonical === undefined) this.#table.canonicals.delete(this.#slot);
    else this.#table.canonicals.set(this.#slot, canonical);
  }

  /** What its translations have in common; undefined where the source does not say. */
  get translationKey(): string | undefined {
    const number = this.#table.translations.get(this.#slot);
    return number === 0 ? undefined : this.#table.translationKeys.at(number - 1);
  }

  /** True when it has a path, as some have from the beginning: those whose addresses need no closer look. */
  get isPlaced(): boolean {
    // The first place in the store belongs to an entry's first record.
    return this.#table.paths.get(this.#slot) !== 0;
  }

  /** Address as the source has it, of one that has not been placed, until all are; empty when it has none. */
  get url(): string {
    return this.#table.urlOf(this.#slot);
  }

  /** As the source has it. */
  get sourceModified(): number | undefined {
    return numberIfAny(this.#table.sourceModified.get(this.#slot));
  }

  /** As the source has it, until the entry is dated. */
  get sourcePublished(): number | undefined {
    return numberIfAny(this.#table.published.get(this.#slot));
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
    this.#table.paths.set(this.#slot, this.#table.texts.addOne(path));
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
    const place = this.#table.excerpts.get(this.#slot);
    // The first place in the store belongs to an entry's first record.
    return place === 0 ? '' : this.#table.texts.get(place);
  }

  /** Of title and body as readers get them, 16 hex digits; known once the body has been converted. */
  get hash(): string {
    if (this.#table.excerpts.get(this.#slot) === 0) return '';
    return hexOf(this.hashHigh, this.hashLow);
  }

  /** The two halves of the hash. */
  get hashHigh(): number {
    return this.#table.hashesHigh.get(this.#slot);
  }

  get hashLow(): number {
    return this.#table.hashesLow.get(this.#slot);
  }

  /** Gives the entry what is known once its body has been converted. */
  convert({ excerpt, hash }: { readonly excerpt: string; readonly hash: string }): void {
    const half = hash.length - HALF;
    this.#settle(this.#table.texts.add(excerpt), [
      Number.parseInt(hash.slice(0, half), 16),
      Number.parseInt(hash.slice(half), 16),
    ]);
  }

  /**
   * Gives the entry what an earlier build knew of it, all of whose files have been kept.
   * @param excerpt where it stands in the bytes
   * @param hash its two halves
   */
  reuse(
    bytes: Buffer,
    excerpt: readonly [start: number, end: number],
    hash: readonly [high: number, low: number],
  ): void {
    this.#settle(this.#table.texts.addBytes(bytes, ...excerpt), hash);
    this.#table.reused.set(this.#slot, 1);
  }

  /** True when its documents are those that an earlier build left. */
  get isReused(): boolean {
    return this.#table.reused.get(this.#slot) === 1;
  }

  /** Adds where its documents go to a fingerprint. */
  addPlaceTo(fingerprint: Fingerprint): void {
    const { texts, paths } = this.#table;
    fingerprint.addNumber(this.id);
    texts.addTo(fingerprint, paths.get(this.#slot));
    fingerprint.add(this.hasTwin ? 1 : 0);
  }

  /** Adds what its documents are made from, and what decides where they go, to a fingerprint. */
  addTo(fingerprint: Fingerprint): void {
    const { texts, records, paths } = this.#table;
    texts.addTo(fingerprint, records.get(this.#slot), STAMP);
    texts.addTo(fingerprint, paths.get(this.#slot));
    fingerprint.addText(this.lang);
    fingerprint.add(this.source * 2 + (this.hasTwin ? 1 : 0));
  }

  /** Notes the fingerprint of everything that its documents are made from: `addTo`, and what all entries share. */
  setPrint({ high, low }: Pick<Fingerprint, 'high' | 'low'>): void {
    this.#table.printsHigh.set(this.#slot, high);
    this.#table.printsLow.set(this.#slot, low);
  }

  /**
   * Adds what was made of it to a fingerprint: by what it was made from, which is a number where title, address,
   * excerpt and findings are long texts.
   */
  addMadeTo(fingerprint: Fingerprint): void {
    const { printsHigh, printsLow } = this.#table;
    fingerprint.addText(this.type);
    fingerprint.add(printsHigh.get(this.#slot));
    fingerprint.add(printsLow.get(this.#slot));
    fingerprint.add(this.hashHigh);
    fingerprint.add(this.hashLow);
  }

  /** Adds everything that documents of many entries show of it to a fingerprint. */
  addShownTo(fingerprint: Fingerprint): void {
    this.addMadeTo(fingerprint);
    fingerprint.addNumber(this.id);
    fingerprint.add(this.#table.flags.get(this.#slot) & (LLMS | DATED | CREATED | TWIN));
    fingerprint.addNumber(this.published);
    fingerprint.addNumber(this.modified);
    fingerprint.addNumber(this.changed);
    if (this.canonical !== undefined) fingerprint.addText(this.canonical);
  }

  #settle(excerpt: number, [high, low]: readonly [high: number, low: number]): void {
    this.#table.excerpts.set(this.#slot, excerpt);
    this.#table.hashesHigh.set(this.#slot, high);
    this.#table.hashesLow.set(this.#slot, low);
  }

  #text(index: number): string {
    return this.#table.texts.get(this.#table.records.get(this.#slot), index);
  }
}
