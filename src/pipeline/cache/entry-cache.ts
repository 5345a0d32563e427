import { join } from 'node:path';
import type { Warning } from '../../core/warnings.js';
import type { FileFacts } from '../../emit/file-facts.js';
import type { PackedCheckup } from '../../readiness/pages/pack.js';
import { firstLine, LinePacker, NEWLINE, type PackedLines, placesById, unpackLines } from './packed-lines.js';

/** What is known of an entry since it was last converted. */
export interface CachedEntry {
  /** Of everything that the conversion read but for `uses`. */
  readonly key: string;
  readonly excerpt: string;
  /** Of title and body as Markdown. */
  readonly hash: string;
  readonly parity: number;
  /** Media and reusable blocks that the body asked for, with the hash of what it was told. */
  readonly uses: readonly Use[];
  readonly warnings: readonly Warning[];
  /** The files as they were written; undefined where there is none. */
  readonly twin: FileFacts | undefined;
  readonly item: FileFacts | undefined;
  readonly page: FileFacts | undefined;
  /** What the checks found; undefined where they are switched off. */
  readonly checkup: PackedCheckup | undefined;
}

/** A look-up that a body made: `media 12`, `attached 7`, `pattern 3`. */
export type Use = readonly [what: 'media' | 'attached' | 'pattern', id: number, hash: string];

type Row = readonly [
  id: number,
  key: string,
  excerpt: string,
  hash: string,
  parity: number,
  twin: FileFacts | null,
  item: FileFacts | null,
  page: FileFacts | null,
  checkup: PackedCheckup | null,
  uses?: readonly Use[],
  warnings?: readonly Warning[],
];

const VERSION = 4;

/**
 * Conversions that a later build need not repeat. Losing the file costs time and nothing else.
 * What this build knows is packed as it comes, and what the last one knew is parsed only where somebody asks.
 */
export class EntryCache {
  readonly #before: LastRows;
  readonly #now: LinePacker | undefined;

  /**
   * @param stateFolder `.svc`
   * @param ignore `--full`: start with nothing
   * @param forget `--dry-run`: remember nothing
   */
  constructor(
    stateFolder: string,
    { ignore, forget }: { readonly ignore: boolean; readonly forget: boolean },
  ) {
    const path = join(stateFolder, 'cache', 'entries.json.gz');
    this.#before = ignore ? NOTHING : readRows(path);
    this.#now = forget ? undefined : new LinePacker(path, this.#before.lines);
    this.#now?.add(String(VERSION));
  }

  /** What the last build knew of an entry. */
  get(id: number): CachedEntry | undefined {
    const line = this.#lineOf(id);
    if (line === undefined) return undefined;
    try {
      return toEntry(JSON.parse(this.#before.bytes.toString('utf8', ...line)) as Row);
    } catch {
      // Damaged: this entry is converted again.
      return undefined;
    }
  }

  /** Knows of an entry what the last build knew, in place of `set`. */
  keep(id: number): void {
    const line = this.#lineOf(id);
    if (line !== undefined) this.#now?.addFrom(this.#before.bytes, ...line);
  }

  /** What this build knows. Each entry is set once. */
  set(id: number, entry: CachedEntry): void {
    this.#now?.add(JSON.stringify(toRow(id, entry)));
  }

  #lineOf(id: number): readonly [start: number, end: number] | undefined {
    const { bytes, places } = this.#before;
    const start = places.get(id);
    return start === undefined ? undefined : [start, bytes.indexOf(NEWLINE, start)];
  }

  /** Writes the cache when it differs from the one that was read. */
  save(): void {
    this.#now?.save();
  }

  /** Lets what this build knows go, when it has failed; after `save` there is nothing left to do. */
  discard(): void {
    this.#now?.discard();
  }
}

/** The unpacked cache of the last build, and where in it the row of each id begins. */
interface LastRows {
  readonly lines: PackedLines | undefined;
  readonly bytes: Buffer;
  readonly places: ReadonlyMap<number, number>;
}

const NOTHING: LastRows = { lines: undefined, bytes: Buffer.alloc(0), places: new Map() };

function readRows(path: string): LastRows {
  try {
    const lines = unpackLines(path);
    const { bytes } = lines;
    if (firstLine(bytes) !== String(VERSION)) return NOTHING;
    return { lines, bytes, places: placesById(bytes) };
  } catch {
    // Missing or damaged: everything is converted again.
    return NOTHING;
  }
}

function toRow(
  id: number,
  { key, excerpt, hash, parity, twin, item, page, checkup, uses, warnings }: CachedEntry,
): Row {
  const files = [twin ?? null, item ?? null, page ?? null] as const;
  const row = [id, key, excerpt, hash, parity, ...files, checkup ?? null] as const;
  if (warnings.length > 0) return [...row, uses, warnings];
  return uses.length > 0 ? [...row, uses] : row;
}

function toEntry([
  ,
  key,
  excerpt,
  hash,
  parity,
  twin,
  item,
  page,
  checkup,
  uses = [],
  warnings = [],
]: Row): CachedEntry {
  const files = { twin: twin ?? undefined, item: item ?? undefined, page: page ?? undefined };
  return { key, excerpt, hash, parity, uses, warnings, checkup: checkup ?? undefined, ...files };
}
