import type { TextStore } from '../core/text-store.js';
import type { IndexEntry } from '../model/entry.js';
import type { Dates } from '../model/history.js';
import type { TermListId } from '../model/term-index.js';
import type { Placed } from './place.js';

/** What is not known before an entry has been placed. */
export interface Listing {
  readonly placed: Placed;
  readonly dates: Dates;
  readonly lang: string;
}

/** Places of the texts in an entry's record. */
const TITLE = 0;
const PATH = 1;
const TWIN = 2;
const KEY = 3;
const HASH = 4;
const STAMP = 5;

/**
 * A public entry as it is held from placing to the end of the build: what the surfaces see of it, and where it
 * came from. Its texts lie in a store outside of the heap and are read anew whenever somebody asks.
 */
export class ListedEntry implements IndexEntry {
  readonly id: number;
  readonly type: string;
  readonly published: number;
  readonly modified: number;
  readonly dated: boolean;
  readonly menuOrder: number;
  readonly lang: string;
  readonly llms: boolean;
  readonly action: 'created' | 'updated';
  readonly changed: number;
  /** Number of its source. */
  readonly source: number;
  readonly terms: TermListId;
  /** As the source has it. */
  readonly sourceModified: number | undefined;
  readonly #texts: TextStore;
  readonly #place: number;
  #excerpt = -1;

  constructor({ placed: { candidate, address }, dates, lang }: Listing, texts: TextStore) {
    this.id = candidate.id;
    this.type = candidate.type;
    this.published = dates.published;
    this.modified = dates.modified;
    this.dated = dates.dated;
    this.menuOrder = candidate.menuOrder;
    this.lang = lang;
    this.llms = candidate.llms;
    this.action = dates.action;
    this.changed = dates.changed;
    this.source = candidate.source;
    this.terms = candidate.terms;
    this.sourceModified = candidate.modified;
    this.#texts = texts;
    const { title, key, hash, stamp } = candidate;
    this.#place = texts.add(title, address.path, address.twin, key, hash, stamp);
  }

  get title(): string {
    return this.#texts.get(this.#place, TITLE);
  }

  get path(): string {
    return this.#texts.get(this.#place, PATH);
  }

  get twin(): string {
    return this.#texts.get(this.#place, TWIN);
  }

  /** Key in its source. */
  get key(): string {
    return this.#texts.get(this.#place, KEY);
  }

  /** Of title and body as the source has them. */
  get hash(): string {
    return this.#texts.get(this.#place, HASH);
  }

  /** Of everything that the source says of it. */
  get stamp(): string {
    return this.#texts.get(this.#place, STAMP);
  }

  get excerpt(): string {
    return this.#excerpt < 0 ? '' : this.#texts.get(this.#excerpt);
  }

  /** Known once the body has been converted. */
  set excerpt(text: string) {
    this.#excerpt = this.#texts.add(text);
  }
}
