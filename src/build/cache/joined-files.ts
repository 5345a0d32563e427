import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { FileFacts } from '../../deploy/file-facts.js';
import { firstLine, LinePacker, NEWLINE, type PackedLines, rowStarts, unpackLines } from './packed-lines.js';

/** An entry's part of `/llms-full.txt`. */
export interface FullTextPart {
  /** UTF-8 bytes; 0 for an entry without a body. */
  readonly size: number;
  /** Where it begins in the file; undefined for one that was not chosen. */
  readonly start: number | undefined;
}

/** `/llms-full.txt` as it was written. */
export interface FullTextRecord {
  readonly facts: FileFacts;
  /** By id: every entry that was considered. */
  readonly parts: ReadonlyMap<number, FullTextPart>;
}

/** A list of the read API as it was written. */
export interface ListRecord {
  /** Hash of the ids of its entries. */
  readonly key: string;
  readonly facts: FileFacts;
}

/** A part of a document that has a text of its own for each of many entries. */
export interface LineBlock {
  /** Of everything that it was made from. */
  readonly key: string;
  /** UTF-8 bytes. */
  readonly size: number;
}

/** Such a document as it was written. */
export interface LinesRecord {
  readonly facts: FileFacts;
  /** In their order. */
  readonly blocks: readonly LineBlock[];
  /** Of its bytes, as in `Digests`. */
  readonly digest: string;
}

/** Two halves of 32 bits that nobody can guess. */
type Seed = readonly [high: number, low: number];

type Row =
  | readonly [what: 'seed', ...seed: Seed]
  | readonly [what: 'list', file: string, key: string, ...facts: FileFacts]
  | readonly [
      what: 'lines',
      file: string,
      blocks: readonly (string | number)[],
      digest: string,
      ...facts: FileFacts,
    ]
  | readonly [what: 'full', ...facts: FileFacts]
  | readonly [what: 'part', id: number, size: number, start: number | null];

/** What is known of the last build beside its lists and documents of lines. */
interface Known {
  readonly full: FullTextRecord | undefined;
  readonly seed: Seed | undefined;
}

const VERSION = 4;
const HALF = 2 ** 32;

/**
 * What the last build knew of files that are joined from the documents of many entries: enough to see which of
 * them, and which parts of them, are still right. Losing it costs time and nothing else.
 */
export class JoinedFiles {
  /**
   * With what the fingerprints of this site's blocks begin, from one build to the next: so that nobody who writes pages
   * can find two texts that count as one.
   */
  readonly seed: Seed;
  readonly #lists = new Map<string, ListRecord>();
  readonly #lines = new Map<string, LinesRecord>();
  readonly #full: FullTextRecord | undefined;
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
    const path = join(stateFolder, 'cache', 'joined.json.gz');
    const before = ignore ? undefined : readLines(path);
    const known = before && this.#read(before);
    this.#full = known?.full;
    this.seed = known?.seed ?? [randomInt(HALF), randomInt(HALF)];
    this.#now = forget ? undefined : new LinePacker(path, before);
    this.#now?.add(String(VERSION));
    this.#add(['seed', ...this.seed]);
  }

  /** A list as the last build wrote it. */
  list(file: string): ListRecord | undefined {
    return this.#lists.get(file);
  }

  /** A document of lines as the last build wrote it. */
  lines(file: string): LinesRecord | undefined {
    return this.#lines.get(file);
  }

  /** `/llms-full.txt` as the last build wrote it. */
  get full(): FullTextRecord | undefined {
    return this.#full;
  }

  /** What this build knows of a list. */
  setList(file: string, { key, facts }: ListRecord): void {
    this.#add(['list', file, key, ...facts]);
  }

  /** What this build knows of a document of lines. */
  setLines(file: string, { facts, blocks, digest }: LinesRecord): void {
    this.#add(['lines', file, blocks.flatMap(({ key, size }) => [key, size]), digest, ...facts]);
  }

  /** What this build knows of `/llms-full.txt`. */
  setFull({ facts, parts }: FullTextRecord): void {
    this.#add(['full', ...facts]);
    for (const [id, { size, start = null }] of parts) this.#add(['part', id, size, start]);
  }

  /** Writes what this build knows. */
  save(): void {
    this.#now?.save();
  }

  /** Lets what this build knows go, when it has failed; after `save` there is nothing left to do. */
  discard(): void {
    this.#now?.discard();
  }

  /** Takes the lists of the last build; a damaged file counts as none. */
  #read({ bytes }: PackedLines): Known | undefined {
    let full: FileFacts | undefined;
    let seed: Seed | undefined;
    const parts = new Map<number, FullTextPart>();
    try {
      for (const row of rowsOf(bytes)) {
        if (row[0] === 'list') this.#lists.set(row[1], { key: row[2], facts: [row[3], row[4]] });
        else if (row[0] === 'lines')
          this.#lines.set(row[1], { blocks: toBlocks(row[2]), digest: row[3], facts: [row[4], row[5]] });
        else if (row[0] === 'seed') seed = [row[1], row[2]];
        else if (row[0] === 'part') parts.set(row[1], { size: row[2], start: row[3] ?? undefined });
        else full = [row[1], row[2]];
      }
    } catch {
      this.#lists.clear();
      this.#lines.clear();
      return undefined;
    }
    return { full: full && { facts: full, parts }, seed };
  }

  #add(row: Row): void {
    this.#now?.add(JSON.stringify(row));
  }
}

function toBlocks(flat: readonly (string | number)[]): readonly LineBlock[] {
  return Array.from({ length: flat.length / 2 }, (_, index) => {
    return { key: String(flat[2 * index]), size: Number(flat[2 * index + 1]) };
  });
}

/** Undefined where there is none, or a damaged one: everything is joined again. */
function readLines(path: string): PackedLines | undefined {
  try {
    return unpackLines(path);
  } catch {
    return undefined;
  }
}

function* rowsOf(bytes: Buffer): Generator<Row> {
  if (firstLine(bytes) !== String(VERSION)) return;
  for (const start of rowStarts(bytes)) {
    yield JSON.parse(bytes.toString('utf8', start, bytes.indexOf(NEWLINE, start))) as Row;
  }
}
