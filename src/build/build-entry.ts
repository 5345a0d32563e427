import type { TextStore } from '../core/text-store.js';
import { type Address, twinFile } from '../site/address.js';
import type { Dates } from '../site/history.js';
import type { IndexEntry } from '../site/site.js';
import type { TermListId } from '../site/term-index.js';
import type { ScannedEntry } from './scanned-entry.js';

/** The identity and origin of an entry: all that is kept of a hidden one. */
export interface EntryOrigin {
  readonly id: number;
  readonly source: number;
  /** Key in its source. */
  readonly key: string;
  /** The id was made from the key, since the source has none. */
  readonly isHashed: boolean;
}

/** Entries without a number of their own come last, as in Hugo's lists. */
const UNORDERED = Number.MAX_SAFE_INTEGER;

/**
 * A public entry from the scan to the end of the build: the only form in which all entries are in memory. Each step of
 * the build fills in its results. At 100,000 entries each field counts.
 */
export class BuildEntry implements IndexEntry, EntryOrigin {
  readonly id: number;
  readonly source: number;
  readonly key: string;
  readonly isHashed: boolean;
  readonly type: string;
  readonly title: string;
  /** Its address in its source; empty when it has none. */
  readonly url: string;
  /** Its earlier addresses in its source; undefined where it has none. */
  readonly formerUrls: readonly string[] | undefined;
  readonly sourcePublished: number | undefined;
  readonly sourceModified: number | undefined;
  readonly sourceLang: string | undefined;
  readonly translationKey: string | undefined;
  readonly terms: TermListId;
  readonly menuOrder: number;
  readonly navOrder: number | undefined;
  readonly llms: boolean;
  /** Keys of its authors in its source. */
  readonly authorKeys: readonly string[];
  /** Its author named topics. */
  readonly hasTopics: boolean;
  /** Hash of all its data in the source. */
  readonly stamp: string;

  /** As its source has it, until entries of folders without any are announced. */
  section: string | undefined;

  path = '';
  hasTwin = false;
  lang = '';
  published = 0;
  dated = false;
  /** As in the source until the entry is announced, then absolute; undefined where it is its own. */
  canonical: string | undefined;

  /** Where its excerpt and the results of its checks are in the texts; undefined where it has none. */
  #excerpt: number | undefined;
  #checkup: number | undefined;
  #texts: TextStore | undefined;
  hasProse = true;
  inbound = 0;
  /** Hash of title and body as readers get them, 16 hex digits. */
  hash = '';
  /** Hash of all inputs of its documents. */
  madeFrom = '';
  /** Its documents are those of the last build. */
  isReused = false;

  modified = 0;
  changed = 0;
  action: 'created' | 'updated' = 'updated';

  /** @param lists of terms and authors, which many entries share */
  constructor(
    scanned: ScannedEntry,
    origin: EntryOrigin,
    { terms, authorKeys }: Pick<BuildEntry, 'terms' | 'authorKeys'>,
  ) {
    this.id = origin.id;
    this.source = origin.source;
    this.key = origin.key;
    this.isHashed = origin.isHashed;
    this.type = scanned.type;
    this.title = scanned.title;
    this.url = scanned.url ?? '';
    this.formerUrls = scanned.formerUrls;
    this.sourcePublished = scanned.published;
    this.sourceModified = scanned.modified;
    this.sourceLang = scanned.lang;
    this.translationKey = scanned.translationKey;
    this.terms = terms;
    this.menuOrder = scanned.menuOrder ?? UNORDERED;
    this.navOrder = scanned.navOrder;
    this.section = scanned.section;
    this.llms = scanned.llms ?? true;
    this.authorKeys = authorKeys;
    this.hasTopics = scanned.hasTopics;
    this.stamp = scanned.stamp;
    this.canonical = scanned.canonical;
  }

  /** File of its twin below the output folder; empty when it has none. */
  get twin(): string {
    return this.hasTwin ? twinFile(this.path) : '';
  }

  get excerpt(): string {
    return this.#textAt(this.#excerpt) ?? '';
  }

  /** The results of the checks, as JSON of a `PackedCheckup`; undefined where they are switched off. */
  get checkup(): string | undefined {
    return this.#textAt(this.#checkup);
  }

  #textAt(place: number | undefined): string | undefined {
    return place === undefined ? undefined : this.#texts?.at(place);
  }

  /** Sets the entry's address. */
  place({ path, twin }: Address): void {
    this.path = path;
    this.hasTwin = twin !== '';
  }

  /** Sets what the site shows of it before it is converted. */
  announce(shown: Pick<BuildEntry, 'published' | 'dated' | 'lang' | 'canonical' | 'section'>): void {
    this.published = shown.published;
    this.dated = shown.dated;
    this.lang = shown.lang;
    this.canonical = shown.canonical;
    this.section = shown.section;
  }

  /**
   * Sets the results of its conversion, in this build or in an earlier one.
   * @param texts of all entries of the build
   */
  convert(
    found: Pick<BuildEntry, 'excerpt' | 'hasProse' | 'hash' | 'madeFrom' | 'checkup' | 'isReused'>,
    texts: TextStore,
  ): void {
    this.#texts = texts;
    this.#excerpt = found.excerpt === '' ? undefined : texts.add(found.excerpt);
    this.#checkup = found.checkup === undefined ? undefined : texts.add(found.checkup);
    this.hasProse = found.hasProse;
    this.hash = found.hash;
    this.madeFrom = found.madeFrom;
    this.isReused = found.isReused;
  }

  /** Sets the dates that follow from its conversion. */
  date({ modified, changed, action }: Dates): void {
    this.modified = modified;
    this.changed = changed;
    this.action = action;
  }
}
