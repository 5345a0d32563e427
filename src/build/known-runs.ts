import type { GateContext } from '../site/gate.js';
import type { KnownRun, KnownRuns, LookedFiles, NewRun } from '../sources/port.js';
import type { PackedRun } from './cache/packed-run.js';
import type { RunPacker } from './cache/run-packer.js';
import type { SurveyCache } from './cache/survey-cache.js';
import { FileLooks } from './looks/file-looks.js';
import type { SurveyedEntry } from './surveyed-entry.js';

/** The source that is read. */
interface OwnSource {
  /** Its number. */
  readonly source: number;
  /** Address of its site, as `plainPath` takes it. */
  base(): string;
}

/** What a survey knows of the last one, and what it notes for the next, while it reads one source. */
export class SurveyRuns implements KnownRuns {
  readonly runLength: number;
  readonly secret: Uint8Array;
  readonly sureBefore: number;
  readonly looked: LookedFiles;
  readonly #cache: SurveyCache;
  readonly #gate: GateContext;
  readonly #own: OwnSource;
  readonly #packer: RunPacker;
  /** What was found so far, as the source holds it too: a run is asked for several times. */
  readonly #found = new Map<string, PackedRun>();

  constructor(cache: SurveyCache, gate: GateContext, own: OwnSource, looked: LookedFiles = new FileLooks()) {
    this.looked = looked;
    this.#cache = cache;
    this.#gate = gate;
    this.#own = own;
    this.runLength = cache.runLength;
    this.secret = cache.secret;
    this.sureBefore = cache.sureBefore;
    this.#packer = cache.packer();
  }

  find(name: string): PackedRun | undefined {
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const run = this.#cache.find(name);
    // Paths of entries are those below the address of then.
    if (run?.isPublic(this.#gate) !== true || run.head.base !== this.#own.base()) return undefined;
    this.#found.set(name, run);
    return run;
  }

  keep({ name }: KnownRun): void {
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
  note(entry: SurveyedEntry): void {
    this.#packer.add(entry);
  }

  end(run: NewRun): void {
    const bytes = this.#packer.pack(run, { source: this.#own.source, base: this.#own.base() });
    if (bytes !== undefined) this.#cache.add(bytes);
    this.#packer.clear();
  }
}
