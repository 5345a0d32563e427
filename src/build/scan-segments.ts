import type { GateContext } from '../site/gate.js';
import type { KnownSegment, KnownSegments, LookedFiles, NewRun } from '../sources/known-segments.js';
import type { PackedSegment } from './cache/packed-segment.js';
import type { ScanCache } from './cache/scan-cache.js';
import type { SegmentPacker } from './cache/segment-packer.js';
import type { ScannedEntry } from './scanned-entry.js';
import { FileStats } from './stats/file-stats.js';

/** The source that is read. */
interface OwnSource {
  /** Its number. */
  readonly source: number;
  /** Address of its site, as `plainPath` takes it. */
  base(): string;
}

/** What a scan knows of the last one, and what it notes for the next, while it reads one source. */
export class ScanSegments implements KnownSegments {
  readonly runLength: number;
  readonly secret: Uint8Array;
  readonly sureBefore: number;
  readonly looked: LookedFiles;
  readonly #cache: ScanCache;
  readonly #gate: GateContext;
  readonly #own: OwnSource;
  readonly #packer: SegmentPacker;
  /** What was found so far, as the source holds it too: a run is asked for several times. */
  readonly #found = new Map<string, PackedSegment>();

  constructor(cache: ScanCache, gate: GateContext, own: OwnSource, looked: LookedFiles = new FileStats()) {
    this.looked = looked;
    this.#cache = cache;
    this.#gate = gate;
    this.#own = own;
    this.runLength = cache.runLength;
    this.secret = cache.secret;
    this.sureBefore = cache.sureBefore;
    this.#packer = cache.packer();
  }

  find(name: string): PackedSegment | undefined {
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const run = this.#cache.find(name);
    // Paths of entries are those below the address of then.
    if (run?.isPublic(this.#gate) !== true || run.head.base !== this.#own.base()) return undefined;
    this.#found.set(name, run);
    return run;
  }

  keep({ name }: KnownSegment): void {
    const run = this.find(name);
    // Elsewhere it would have to say so.
    if (run?.head.source === this.#own.source) this.#cache.add(run.bytes);
  }

  begin(): void {
    this.#packer.clear();
  }

  get noted(): number {
    return this.#packer.size;
  }

  /** Notes a public entry of the run that was begun. */
  note(entry: ScannedEntry): void {
    this.#packer.add(entry);
  }

  end(run: NewRun): void {
    const bytes = this.#packer.pack(run, { source: this.#own.source, base: this.#own.base() });
    if (bytes !== undefined) this.#cache.add(bytes);
    this.#packer.clear();
  }
}
