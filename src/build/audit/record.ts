import { join } from 'node:path';
import { addTo } from '../../core/multimap.js';
import type { HiddenReason } from '../../site/gate.js';
import type { FoundGate, LeftOutItem, Mark } from '../../sources/audit.js';
import type { RawEntry, Source } from '../../sources/port.js';
import { traitsOf } from '../../sources/table.js';
import type { ScanAudit, ScannedEntry } from '../scanned-entry.js';

/** A position in a source. */
export interface SourcePlace {
  readonly file: string;
  /** From 1, where it is known. */
  readonly line?: number;
}

/** An entry, public or not, with its marks. None of its text is kept. */
export interface AuditedEntry
  extends Omit<ScannedEntry, 'id' | 'stamp' | 'terms' | 'authorKeys'>,
    Pick<RawEntry, 'ref' | 'slug' | 'marks'> {
  readonly id: number;
  readonly source: number;
  readonly place: SourcePlace;
  /** The Markdown file of a built page, absolute. */
  readonly sourceFile?: string;
  /** True where the file is the entry; false for an item of an export. */
  readonly isFile: boolean;
  /** Undefined for a public one. */
  readonly reason: HiddenReason | undefined;
}

/** Collects what sources report to an audit. */
export class AuditRecord implements ScanAudit {
  /** By id; of several with the same id the last, as in a build. */
  readonly entries = new Map<number, AuditedEntry>();
  readonly gates: (FoundGate & SourcePlace)[] = [];
  readonly #gatesByRef = new Map<string, (FoundGate & SourcePlace)[]>();
  readonly withoutEntry: (LeftOutItem & SourcePlace)[] = [];
  #source: Source | undefined;
  #number = 0;

  begin(source: Source, number: number): void {
    this.#source = source;
    this.#number = number;
  }

  entry(
    raw: RawEntry,
    scanned: ScannedEntry & { readonly id: number },
    reason: HiddenReason | undefined,
  ): void {
    const { stamp: _, terms: _terms, authorKeys: _authorKeys, ...known } = scanned;
    const { ref, slug, marks } = raw;
    const place = this.#placeOf(ref);
    const isFile = this.#isFolder();
    const sourceFile = this.#source?.fileOf?.(raw.key);
    this.entries.set(scanned.id, {
      ...{ ...known, ref, slug, source: this.#number, place, isFile, reason },
      ...(sourceFile !== undefined && { sourceFile }),
      ...(marks !== undefined && { marks: marks.map((mark) => this.#placed(mark)) }),
    });
  }

  gate(seen: FoundGate): void {
    const placed = { ...seen, ...this.#placeOf(seen.ref) };
    this.gates.push(placed);
    const key = `${this.#number}\n${seen.ref}`;
    addTo(this.#gatesByRef, key, placed);
  }

  /** Gates in the texts of an entry, and names that hold it back. */
  gatesOf({ source, ref }: Pick<AuditedEntry, 'source' | 'ref'>): readonly (FoundGate & SourcePlace)[] {
    return this.#gatesByRef.get(`${source}\n${ref}`) ?? [];
  }

  leftOut(seen: LeftOutItem): void {
    this.withoutEntry.push({ ...seen, ...this.#placeOf(seen.ref) });
  }

  #placed(mark: Mark): Mark {
    return mark.file === undefined ? mark : { ...mark, ...this.#placeOf(mark.file) };
  }

  #isFolder(): boolean {
    return this.#source !== undefined && traitsOf(this.#source.type).isFolder;
  }

  /** Exports name their file and the line or slug in it; folders name files below themselves. */
  #placeOf(ref: string): SourcePlace {
    const path = this.#source?.path ?? '';
    if (ref === path) return { file: path };
    if (this.#isFolder()) return { file: join(path, ref) };
    const line = ref.startsWith(`${path}:`) ? Number(ref.slice(path.length + 1)) : Number.NaN;
    return Number.isSafeInteger(line) ? { file: path, line } : { file: path };
  }
}
