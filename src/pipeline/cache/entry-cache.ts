import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Warning } from '../../core/warnings.js';
import type { FileFacts } from '../../emit/file-facts.js';

/** What is known of an entry since it was last converted. */
export interface CachedEntry {
  /** Of everything that the conversion read but for `uses`. */
  readonly key: string;
  readonly excerpt: string;
  readonly parity: number;
  /** Media and reusable blocks that the body asked for, with the hash of what it was told. */
  readonly uses: readonly Use[];
  readonly warnings: readonly Warning[];
  /** The files as they were written; undefined where there is none. */
  readonly twin: FileFacts | undefined;
  readonly item: FileFacts | undefined;
  readonly page: FileFacts | undefined;
}

/** A look-up that a body made: `media 12`, `attached 7`, `pattern 3`. */
export type Use = readonly [what: 'media' | 'attached' | 'pattern', id: number, hash: string];

type Row = readonly [
  id: number,
  key: string,
  excerpt: string,
  parity: number,
  twin: FileFacts | null,
  item: FileFacts | null,
  page: FileFacts | null,
  uses?: readonly Use[],
  warnings?: readonly Warning[],
];

const VERSION = 2;
/** Characters that are packed together. */
const BLOCK = 1 << 18;

/**
 * Conversions that a later build need not repeat. Losing the file costs time and nothing else.
 * What this build knows is packed as it comes, and what the last one knew is parsed only where somebody asks.
 */
export class EntryCache {
  readonly #path: string;
  readonly #before: LastRows;
  readonly #blocks: Buffer[] = [];
  #waiting = `${VERSION}\n`;

  /**
   * @param stateFolder `.svc`
   * @param ignore `--full`: start with nothing
   */
  constructor(stateFolder: string, ignore: boolean) {
    this.#path = join(stateFolder, 'cache', 'entries.json.gz');
    this.#before = ignore ? NOTHING : readRows(this.#path);
  }

  /** What the last build knew of an entry. */
  get(id: number): CachedEntry | undefined {
    const { bytes, places } = this.#before;
    const start = places.get(id);
    if (start === undefined) return undefined;
    try {
      return toEntry(JSON.parse(bytes.toString('utf8', start, bytes.indexOf('\n', start))) as Row);
    } catch {
      // Damaged: this entry is converted again.
      return undefined;
    }
  }

  /** What this build knows. Each entry is set once. */
  set(id: number, entry: CachedEntry): void {
    this.#waiting += `${JSON.stringify(toRow(id, entry))}\n`;
    if (this.#waiting.length >= BLOCK) this.#pack();
  }

  /** Writes the cache when it differs from the one that was read. */
  save(): void {
    this.#pack();
    if (holds(this.#path, this.#blocks)) return;
    mkdirSync(dirname(this.#path), { recursive: true });
    const file = openSync(`${this.#path}.tmp`, 'w');
    try {
      for (const block of this.#blocks) writeFileSync(file, block);
    } finally {
      closeSync(file);
    }
    renameSync(`${this.#path}.tmp`, this.#path);
  }

  /** A gzip file may have several members one after the other (RFC 1952 section 2.2). */
  #pack(): void {
    if (this.#waiting !== '') this.#blocks.push(gzipSync(this.#waiting, { level: 1 }));
    this.#waiting = '';
  }
}

/** The unpacked cache of the last build, and where in it the row of each id begins. */
interface LastRows {
  readonly bytes: Buffer;
  readonly places: ReadonlyMap<number, number>;
}

const NOTHING: LastRows = { bytes: Buffer.alloc(0), places: new Map() };

function readRows(path: string): LastRows {
  try {
    const bytes = gunzipSync(readFileSync(path));
    const places = new Map<number, number>();
    const first = bytes.indexOf('\n') + 1;
    if (bytes.toString('utf8', 0, first) !== `${VERSION}\n`) return NOTHING;
    for (let at = first; at < bytes.length; at = bytes.indexOf('\n', at) + 1) {
      // A row begins with `[`, the id and a comma.
      places.set(Number(bytes.toString('latin1', at + 1, bytes.indexOf(',', at))), at);
    }
    return { bytes, places };
  } catch {
    // Missing or damaged: everything is converted again.
    return NOTHING;
  }
}

/** True for a file of just these bytes. */
function holds(path: string, blocks: readonly Buffer[]): boolean {
  const size = blocks.reduce((sum, block) => sum + block.length, 0);
  if (statSync(path, { throwIfNoEntry: false })?.size !== size) return false;
  const bytes = readFileSync(path);
  let at = 0;
  for (const block of blocks) {
    if (!block.equals(bytes.subarray(at, at + block.length))) return false;
    at += block.length;
  }
  return true;
}

function toRow(id: number, { key, excerpt, parity, twin, item, page, uses, warnings }: CachedEntry): Row {
  const row = [id, key, excerpt, parity, twin ?? null, item ?? null, page ?? null] as const;
  if (warnings.length > 0) return [...row, uses, warnings];
  return uses.length > 0 ? [...row, uses] : row;
}

function toEntry([, key, excerpt, parity, twin, item, page, uses = [], warnings = []]: Row): CachedEntry {
  const files = { twin: twin ?? undefined, item: item ?? undefined, page: page ?? undefined };
  return { key, excerpt, parity, uses, warnings, ...files };
}
