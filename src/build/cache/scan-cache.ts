import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_BYTES, SecretMark } from '../../core/secret-mark.js';
import { COLUMNS_AT, NAME_AT, PackedSegment, SIZE } from './packed-segment.js';
import { SegmentPacker } from './segment-packer.js';
import { UnfinishedFile } from './unfinished-file.js';
import { WordList } from './word-list.js';

/** Runs are written together, up to so many bytes. */
const BLOCK = 1 << 20;
/** Bytes behind the facts: the mark of all that comes before. */
const MARK_BYTES = 16;
/** Bytes at the end that say how long the facts are. */
const END = 8;

/** What stands behind the runs. */
interface Facts {
  readonly version: string;
  readonly name: string;
  readonly secret: string;
  readonly words: readonly (string | null)[];
  /** Ids that came more than once: which entry had it depends on more than the run that holds it. */
  readonly repeated: readonly number[];
}

interface ScanCacheOptions {
  /** Changes with the program. */
  readonly version: string;
  /** See `KnownSegments`. */
  readonly sureBefore: number;
  /** `--full`: start with nothing. */
  readonly ignore: boolean;
  /** `--dry-run`: remember nothing. */
  readonly forget: boolean;
  /** See `KnownSegments`; tests make it small. */
  readonly runLength?: number;
}

/** So many entries have a quarter of a megabyte: read again in a few milliseconds where one of them has changed. */
const RUN_LENGTH = 32;

/**
 * Public entries as the last build's scan saw them, in runs that their sources recognise: a source need not read
 * again what is still the same. Losing the file costs time and nothing else.
 */
export class ScanCache {
  readonly sureBefore: number;
  readonly runLength: number;
  /** A name of what this build remembers. */
  readonly name = randomBytes(8).toString('hex');
  /** Under which runs are marked, from one build to the next. */
  readonly secret: Buffer;
  readonly #version: string;
  readonly #forgets: boolean;
  readonly #last: LastRuns;
  /** Which the runs of both builds share. */
  readonly words: WordList;
  readonly #repeated = new Set<number>();
  readonly #mark: SecretMark;
  readonly #file: UnfinishedFile;
  /** Runs that wait to be written; used again, since what is let go stays in memory for a while. */
  readonly #block = Buffer.allocUnsafeSlow(BLOCK);
  #used = 0;

  /** @param stateFolder `.svc` */
  constructor(
    stateFolder: string,
    { version, sureBefore, ignore, forget, runLength = RUN_LENGTH }: ScanCacheOptions,
  ) {
    const path = join(stateFolder, 'cache', 'scan.bin');
    this.#file = new UnfinishedFile(path);
    this.sureBefore = sureBefore;
    this.runLength = runLength;
    this.#version = version;
    this.#forgets = forget;
    this.#last = (ignore ? undefined : readRuns(path, version)) ?? {
      ...NOTHING,
      secret: randomBytes(SECRET_BYTES),
      words: new WordList(),
    };
    this.secret = this.#last.secret;
    this.words = this.#last.words;
    this.#mark = new SecretMark(this.secret);
  }

  /** The name of what the last build remembered; undefined where nothing is known of it. */
  get before(): string | undefined {
    return this.#last.name;
  }

  /** A run that the last build remembered. */
  find(name: string): PackedSegment | undefined {
    const place = this.#last.places.get(name);
    if (place === undefined) return undefined;
    const { bytes } = this.#last;
    const end = place + bytes.readUInt32LE(place + SIZE.bytes * 4);
    return new PackedSegment(bytes.subarray(place, end), this.words);
  }

  /** Makes what packs the runs of this build. */
  packer(): SegmentPacker {
    return new SegmentPacker(this.words);
  }

  /** Whether an id came more than once in the last build. */
  wasRepeated(id: number): boolean {
    return this.#last.repeated.has(id);
  }

  /** Notes that an id came more than once. */
  repeat(id: number): void {
    this.#repeated.add(id);
  }

  /** Remembers a run, whose bytes may be used again afterwards. */
  add(run: Buffer): void {
    if (this.#forgets) return;
    if (this.#used + run.length > BLOCK) this.#flush();
    if (run.length > BLOCK) this.#write(run);
    else this.#used += run.copy(this.#block, this.#used);
  }

  /** Writes what this build knows. */
  save(): void {
    if (this.#forgets) return;
    const repeated = [...this.#repeated];
    const secret = this.secret.toString('hex');
    const { name, words } = this;
    this.#flush();
    const facts: Facts = { version: this.#version, name, secret, words: words.list, repeated };
    const text = Buffer.from(JSON.stringify(facts));
    const mark = Buffer.from(this.#mark.add(text).end(), 'hex');
    const end = Buffer.alloc(END);
    end.writeUInt32LE(text.length);
    this.#file.write(Buffer.concat([text, mark, end]));
    this.#file.save();
  }

  /** Lets what this build knows go, when it has failed; after `save` there is nothing left to do. */
  discard(): void {
    this.#file.discard();
  }

  #flush(): void {
    this.#write(this.#block.subarray(0, this.#used));
    this.#used = 0;
  }

  #write(bytes: Buffer): void {
    this.#mark.add(bytes);
    this.#file.write(bytes);
  }
}

/** What the last build left, and where in it each run begins. */
interface LastRuns {
  readonly bytes: Buffer;
  readonly places: ReadonlyMap<string, number>;
  readonly name: string | undefined;
  readonly secret: Buffer;
  readonly words: WordList;
  readonly repeated: ReadonlySet<number>;
}

const NOTHING = {
  bytes: Buffer.alloc(0),
  places: new Map<string, number>(),
  name: undefined,
  repeated: new Set<number>(),
};

function readRuns(path: string, version: string): LastRuns | undefined {
  try {
    const bytes = aligned(readFileSync(path));
    const marked = bytes.length - END - MARK_BYTES;
    const end = marked - bytes.readUInt32LE(bytes.length - END);
    const facts = JSON.parse(bytes.toString('utf8', end, marked)) as Facts;
    if (facts.version !== version) return undefined;
    const secret = Buffer.from(facts.secret, 'hex');
    const mark = bytes.toString('hex', marked, marked + MARK_BYTES);
    if (new SecretMark(secret).add(bytes.subarray(0, marked)).end() !== mark) return undefined;
    const places = new Map<string, number>();
    for (let at = 0; at < end; at += bytes.readUInt32LE(at + SIZE.bytes * 4)) {
      places.set(bytes.toString('latin1', at + NAME_AT, at + COLUMNS_AT), at);
    }
    const [words, repeated] = [new WordList(facts.words), new Set(facts.repeated)];
    return { bytes, places, name: facts.name, secret, words, repeated };
  } catch {
    // Missing or damaged: everything is read again.
    return undefined;
  }
}

/** Columns of eight bytes begin at multiples of eight in their buffer. */
function aligned(bytes: Buffer): Buffer {
  if (bytes.byteOffset % 8 === 0) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
