import { join } from 'node:path';
import type { PageCounts } from '../../content/fidelity/measure.js';
import { Column } from '../../core/column.js';
import { TextStore } from '../../core/text-store.js';
import type { LastFiles } from '../../deploy/last-files.js';
import type { Output } from '../../deploy/output.js';
import { canAge, hasImage } from '../../quality/readiness/pages/pack.js';
import type { ListedEntry } from '../listed-entry.js';
import type { KeptManifest } from '../manifest.js';
import type { CachedEntry, Extra } from './cached-entry.js';
import { CAN_AGE, HAS_IMAGE } from './entry-record.js';
import { type FilePlaces, readFiles, writeFiles } from './file-parts.js';
import { LastEntries } from './last-entries.js';
import { PartsWriter, readParts } from './parts-file.js';
import { RecordWriter } from './record-writer.js';

/** What the last build left. */
export interface LastBuild {
  readonly entries: LastEntries;
  readonly files: LastFiles;
  readonly manifest: KeptManifest | undefined;
}

interface Head {
  readonly version: number;
  /** By their numbers. */
  readonly types: readonly string[];
  /** The manifest that was written together with the entries. */
  readonly manifest: KeptManifest | undefined;
}

/** What records are written with. */
interface Writing {
  readonly places: FilePlaces;
  /** By their numbers; more may come. */
  readonly types: string[];
  readonly file: PartsWriter;
}

const VERSION = 3;
const COUNTS = ['words', 'lost', 'twinWords', 'added'] as const;
const NO_BYTES = Buffer.alloc(0);
const NO_EXTRA: Extra = { uses: [], warnings: [], aside: undefined, findings: undefined };

/**
 * Conversions that a later build need not repeat, and the files of the output as they were left. Losing the file costs
 * time and nothing else. It is read without parsing: what becomes of an entry that is still the same costs next to
 * nothing. What this build converts is held, by slot, until it is saved.
 */
export class EntryCache {
  readonly #path: string;
  readonly #forget: boolean;
  readonly #last: LastBuild | undefined;
  #begun: { readonly entries: readonly ListedEntry[]; readonly output: Output } | undefined;
  #manifest: KeptManifest | undefined;
  /** Number among the last build's entries plus one; 0 for an entry that was converted. */
  readonly #kept = new Column(Uint32Array);
  readonly #keysHigh = new Column(Uint32Array);
  readonly #keysLow = new Column(Uint32Array);
  readonly #counts = {
    words: new Column(Uint32Array),
    lost: new Column(Uint32Array),
    twinWords: new Column(Uint32Array),
    added: new Column(Uint32Array),
  };
  readonly #flags = new Column(Uint8Array);
  /** Numbers in the output plus one; 0 for none. */
  readonly #files = [new Column(Uint32Array), new Column(Uint32Array), new Column(Uint32Array)] as const;
  /** Checkup and `Extra` of entries that were converted, both JSON or empty. */
  readonly #texts = new TextStore();
  readonly #places = new Column(Uint32Array);
  /** What `sameBefore` says, by slot. */
  #same: Int32Array | undefined;

  /**
   * @param stateFolder `.svc`
   * @param last undefined to start with nothing
   * @param forget `--dry-run`: remember nothing
   */
  constructor(
    stateFolder: string,
    { last, forget }: { readonly last: LastBuild | undefined; readonly forget: boolean },
  ) {
    this.#path = entryCachePath(stateFolder);
    this.#forget = forget;
    this.#last = last;
  }

  /** The entries of the last build. */
  get last(): LastEntries | undefined {
    return this.#last?.entries;
  }

  /** The files of the last build. */
  get lastFiles(): LastFiles | undefined {
    return this.#last?.files;
  }

  /** The manifest of the last build. */
  get manifest(): KeptManifest | undefined {
    return this.#last?.manifest;
  }

  /**
   * Called before the first entry is kept or set.
   * @param entries in the order of their slots, ascending by id
   */
  begin(entries: readonly ListedEntry[], output: Output): void {
    this.#begun = { entries, output };
  }

  /** What the last build knew of an entry, beside what `last` tells. */
  extraOf(number: number): Extra {
    return this.last?.hasExtra(number) === true
      ? { ...NO_EXTRA, ...(JSON.parse(this.last.extraOf(number)) as Partial<Extra>) }
      : NO_EXTRA;
  }

  /**
   * Knows of an entry what the last build knew, in place of `set`.
   * @param number among the last build's
   */
  keep(slot: number, number: number): void {
    this.#kept.set(slot, number + 1);
  }

  /** What this build knows. Each entry is set once. */
  set(slot: number, { key, counts, files, checkup, uses, warnings, aside, findings }: CachedEntry): void {
    this.#keysHigh.set(slot, key[0]);
    this.#keysLow.set(slot, key[1]);
    for (const name of COUNTS) this.#counts[name].set(slot, counts[name]);
    for (const [index, file] of files.entries()) this.#files[index]?.set(slot, (file ?? -1) + 1);
    if (checkup !== undefined) {
      this.#flags.set(slot, (canAge(checkup) ? CAN_AGE : 0) | (hasImage(checkup) ? HAS_IMAGE : 0));
    }
    const extra = {
      ...(uses.length > 0 && { uses }),
      ...(warnings.length > 0 && { warnings }),
      ...(aside && { aside }),
      ...(findings && { findings }),
    } satisfies Partial<Extra>;
    const hasExtra = Object.keys(extra).length > 0;
    if (checkup === undefined && !hasExtra) return;
    const texts = [
      checkup === undefined ? '' : JSON.stringify(checkup),
      hasExtra ? JSON.stringify(extra) : '',
    ];
    this.#places.set(slot, this.#texts.add(...texts) + 1);
  }

  /** What the checks found of an entry that has been kept or set; empty where they are switched off. */
  checkupOf(slot: number): string {
    const kept = this.#kept.get(slot);
    return kept === 0 ? this.#textOf(slot, 0) : (this.last?.checkupOf(kept - 1) ?? '');
  }

  /** Bits of what the checks found: `CAN_AGE`, `HAS_IMAGE`. */
  flagsOf(slot: number): number {
    const kept = this.#kept.get(slot);
    return kept === 0 ? this.#flags.get(slot) : (this.last?.checkFlagsOf(kept - 1) ?? 0);
  }

  /** True for an entry that was kept: its path and hash are those of the last build. */
  isKept(slot: number): boolean {
    return this.#kept.get(slot) !== 0;
  }

  /**
   * The number among the last build's of an entry of which the manifest says the same; -1 for others. Asked when all
   * have been dated.
   */
  sameBefore(slot: number): number {
    const { last } = this;
    this.#same ??= Int32Array.from(this.#begun?.entries ?? [], (entry, at) => {
      const number = this.#kept.get(at) - 1;
      return number !== -1 && last?.isDatedAs(number, entry) === true ? number : -1;
    });
    return this.#same[slot] ?? -1;
  }

  /** Remembers the manifest of this build. */
  keepManifest(manifest: KeptManifest): void {
    this.#manifest = manifest;
  }

  /** Writes what this build knows; all entries are dated, and all files in their places. */
  save(): void {
    if (this.#forget || this.#begun === undefined) return;
    const { entries, output } = this.#begun;
    const file = new PartsWriter(this.#path);
    try {
      const places = writeFiles(output, file, this.lastFiles);
      // Those of the last build keep their numbers.
      const types = [...(this.last?.types ?? [])];
      this.#writeEntries(entries, { places, types, file });
      file.save({ version: VERSION, types, manifest: this.#manifest } satisfies Head);
    } catch (error) {
      file.discard();
      throw error;
    }
  }

  #writeEntries(entries: readonly ListedEntry[], { places, types, file }: Writing): void {
    const records = new RecordWriter(file);
    const placeOf = (number: number) => (number === 0 ? 0 : places.of(number - 1) + 1);
    file.begin('entries');
    for (let slot = 0; slot < entries.length; ) {
      const end = places.areSame ? this.#endOfSame(slot, entries.length) : slot;
      const kept = this.#kept.get(slot) - 1;
      if (end > slot) {
        // Just the same records, one after the other.
        file.write(this.last?.recordsOf(kept, kept + end - slot) ?? NO_BYTES);
        slot = end;
        continue;
      }
      const entry = entries[slot] as ListedEntry;
      const type = numberOf(types, entry.type);
      if (kept >= 0 && this.last !== undefined) {
        const files = this.last.filesOf(kept).map(placeOf);
        records.again(this.last.recordsOf(kept, kept + 1), { entry, type, files });
      } else {
        records.add({
          entry,
          type,
          key: [this.#keysHigh.get(slot), this.#keysLow.get(slot)],
          counts: this.#countsOf(slot),
          flags: this.#flags.get(slot),
          files: this.#files.map((column) => placeOf(column.get(slot))),
          checkup: this.#textOf(slot, 0),
          extra: this.#textOf(slot, 1),
        });
      }
      slot += 1;
    }
  }

  /** Behind the last of the entries that follow on each other as in the last build, and are the same. */
  #endOfSame(start: number, size: number): number {
    const first = this.sameBefore(start);
    let end = start;
    if (first !== -1) while (end < size && this.sameBefore(end) === first + end - start) end++;
    return end;
  }

  #countsOf(slot: number): PageCounts {
    const { words, lost, twinWords, added } = this.#counts;
    return {
      words: words.get(slot),
      lost: lost.get(slot),
      twinWords: twinWords.get(slot),
      added: added.get(slot),
    };
  }

  #textOf(slot: number, index: number): string {
    const place = this.#places.get(slot);
    return place === 0 ? '' : this.#texts.get(place - 1, index);
  }
}

/** @param stateFolder `.svc` */
export function entryCachePath(stateFolder: string): string {
  return join(stateFolder, 'cache', 'entries.bin');
}

/**
 * Reads what the last build left, as far as its cache tells.
 * @param stateFolder `.svc`
 */
export function readLastBuild(stateFolder: string): LastBuild | undefined {
  try {
    const { head, part } = readParts(entryCachePath(stateFolder));
    const { version, types, manifest } = head as Head;
    if (version !== VERSION) return undefined;
    return { entries: new LastEntries(part('entries'), types), files: readFiles(part), manifest };
  } catch {
    // Missing or damaged: everything is converted again.
    return undefined;
  }
}

function numberOf(words: string[], word: string): number {
  const known = words.indexOf(word);
  return known === -1 ? words.push(word) - 1 : known;
}
