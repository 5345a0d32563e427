import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
  uses?: readonly Use[],
  warnings?: readonly Warning[],
];

const VERSION = 1;

/** Conversions that a later build need not repeat. Losing the file costs time and nothing else. */
export class EntryCache {
  readonly #path: string;
  readonly #before: ReadonlyMap<number, CachedEntry>;
  readonly #now = new Map<number, CachedEntry>();

  /**
   * @param stateFolder `.svc`
   * @param ignore `--full`: start with nothing
   */
  constructor(stateFolder: string, ignore: boolean) {
    this.#path = join(stateFolder, 'cache', 'entries.json.gz');
    this.#before = ignore ? new Map() : readRows(this.#path);
  }

  /** What the last build knew of an entry. */
  get(id: number): CachedEntry | undefined {
    return this.#before.get(id);
  }

  /** What this build knows. */
  set(id: number, entry: CachedEntry): void {
    this.#now.set(id, entry);
  }

  /** Writes the cache when it differs from the one that was read. */
  save(): void {
    const text = serialise(this.#now);
    if (text === serialise(this.#before)) return;
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(`${this.#path}.tmp`, gzipSync(text, { level: 1 }));
    renameSync(`${this.#path}.tmp`, this.#path);
  }
}

function serialise(entries: ReadonlyMap<number, CachedEntry>): string {
  const lines = [String(VERSION)];
  for (const [id, { key, excerpt, parity, twin, item, uses, warnings }] of entries) {
    const row: Row = [id, key, excerpt, parity, twin ?? null, item ?? null];
    const more = warnings.length > 0 ? [uses, warnings] : uses.length > 0 ? [uses] : [];
    lines.push(JSON.stringify([...row, ...more]));
  }
  return lines.join('\n');
}

function readRows(path: string): ReadonlyMap<number, CachedEntry> {
  const entries = new Map<number, CachedEntry>();
  try {
    const [version, ...lines] = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
    if (version !== String(VERSION)) return entries;
    for (const line of lines) {
      const [id, key, excerpt, parity, twin, item, uses = [], warnings = []] = JSON.parse(line) as Row;
      const files = { twin: twin ?? undefined, item: item ?? undefined };
      entries.set(id, { key, excerpt, parity, uses, warnings, ...files });
    }
    return entries;
  } catch {
    // Missing or damaged: everything is converted again.
    return new Map();
  }
}
