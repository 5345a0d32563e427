import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Column } from '../../core/column.js';
import { TextIndex } from '../../core/text-index.js';
import type { Asked, KnownEntries, KnownEntry, RawAuthor, RawEntry } from '../../sources/port.js';
import { firstLine, LinePacker, NEWLINE, type PackedLines, rowStarts, unpackLines } from './packed-lines.js';

/** What the survey needs to know of an entry: everything but what only converting it asks for. */
export interface SurveyedEntry
  extends Pick<
    RawEntry,
    | 'key'
    | 'id'
    | 'type'
    | 'status'
    | 'protected'
    | 'noindex'
    | 'url'
    | 'published'
    | 'modified'
    | 'expires'
    | 'terms'
    | 'menuOrder'
    | 'lang'
    | 'translationKey'
    | 'llms'
    | 'authors'
  > {
  /** Plain text. */
  readonly title: string;
  /** Of everything that the source says of the entry. */
  readonly stamp: string;
  /** Its author named topics. */
  readonly hasTopics: boolean;
}

/** What its source knows of an entry beside the entry itself. */
interface Beside {
  readonly authors?: readonly RawAuthor[] | undefined;
  readonly asked?: readonly Asked[] | undefined;
}

type Row = readonly [
  mark: string,
  entry: SurveyedEntry,
  authors?: readonly RawAuthor[],
  asked?: readonly Asked[],
];

/**
 * Public entries as the last build's survey saw them, by the marks that their sources gave: a source need not read
 * again what still has its mark. Losing the file costs time and nothing else.
 */
export class SurveyCache implements KnownEntries {
  readonly sureBefore: number;
  /** A name of what this build remembers. */
  readonly name = randomBytes(8).toString('hex');
  readonly #version: string;
  #before: string | undefined;
  readonly #marks = new TextIndex();
  /** By number of the mark. */
  readonly #starts = new Column(Uint32Array);
  #bytes: Buffer = Buffer.alloc(0);
  /** What `find` found last, and the line that holds it. */
  #found: { readonly row: Row; readonly start: number; readonly end: number } | undefined;
  /** Number of the mark behind the one that was found last. */
  #next = 0;
  readonly #now: LinePacker | undefined;

  /**
   * @param stateFolder `.svc`
   * @param options `version`: changes with the program; `sureBefore`: see `KnownEntries`; `ignore`: `--full`, start
   * with nothing; `forget`: `--dry-run`, remember nothing
   */
  constructor(
    stateFolder: string,
    {
      version,
      sureBefore,
      ignore,
      forget,
    }: {
      readonly version: string;
      readonly sureBefore: number;
      readonly ignore: boolean;
      readonly forget: boolean;
    },
  ) {
    const path = join(stateFolder, 'cache', 'survey.json.gz');
    this.sureBefore = sureBefore;
    this.#version = version;
    const lines = ignore ? undefined : this.#read(path);
    this.#now = forget ? undefined : new LinePacker(path, lines);
    this.#now?.add(JSON.stringify([version, this.name]));
  }

  /** The name of what the last build remembered. */
  get before(): string | undefined {
    return this.#before;
  }

  find(mark: string): KnownEntry | undefined {
    this.#found = undefined;
    const number = this.#marks.find(mark);
    if (number === -1) return undefined;
    this.#next = number + 1;
    const start = this.#starts.get(number);
    const end = this.#bytes.indexOf(NEWLINE, start);
    try {
      this.#found = { row: JSON.parse(this.#bytes.toString('utf8', start, end)) as Row, start, end };
    } catch {
      // Damaged: this entry is read again.
      return undefined;
    }
    const [, entry, authors = [], asked = []] = this.#found.row;
    return { entry, authors, asked };
  }

  expected(): string | undefined {
    return this.#next < this.#marks.size ? this.#marks.at(this.#next) : undefined;
  }

  /** The entry that `find` found last, which is remembered once more. */
  take(mark: string): SurveyedEntry | undefined {
    if (this.#found?.row[0] !== mark) this.find(mark);
    if (this.#found === undefined) return undefined;
    this.#now?.addFrom(this.#bytes, this.#found.start, this.#found.end);
    return this.#found.row[1];
  }

  /** Remembers a public entry. */
  add(mark: string, entry: SurveyedEntry, { authors = [], asked = [] }: Beside): void {
    const row: Row =
      asked.length > 0
        ? [mark, entry, authors, asked]
        : authors.length > 0
          ? [mark, entry, authors]
          : [mark, entry];
    this.#now?.add(JSON.stringify(row));
  }

  /** Writes what this build knows. */
  save(): void {
    this.#now?.save();
  }

  /** Lets what this build knows go, when it has failed; after `save` there is nothing left to do. */
  discard(): void {
    this.#now?.discard();
  }

  #read(path: string): PackedLines | undefined {
    try {
      const lines = unpackLines(path);
      const { bytes } = lines;
      const [version, name] = JSON.parse(firstLine(bytes) ?? '[]') as readonly string[];
      if (version !== this.#version) return undefined;
      this.#before = name;
      this.#bytes = bytes;
      for (const start of rowStarts(bytes)) this.#starts.set(this.#marks.add(this.#markAt(start)), start);
      return lines;
    } catch {
      // Missing or damaged: everything is read again.
      return undefined;
    }
  }

  /** A row begins with `["`, the mark and a quotation mark; only names of files can hold one themselves. */
  #markAt(start: number): string {
    const end = this.#bytes.indexOf('",{', start);
    return JSON.parse(this.#bytes.toString('utf8', start + 1, end + 1)) as string;
  }
}
