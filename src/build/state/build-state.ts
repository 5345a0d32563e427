import { createHash, hash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { writeTo } from '../../core/errors.js';
import { addTo } from '../../core/multimap.js';
import { codeVersion } from './last-run.js';

/**
 * The subject of a row: the last run, a unit of a source, a converted entry, a list of the read API, a file of the
 * output, the verdict of a page.
 */
type StateTable = 'run' | 'unit' | 'entry' | 'list' | 'file' | 'verdict';

const TAB = 0x09;
const NEWLINE = 0x0a;
const BLOCK = 1 << 18;

/**
 * The last build's state for the next one, in one file: a line for each row, with table, key and value between tabs.
 * Keys and values are JSON, which contains no tab and no newline. A row is parsed on demand. Losing the file costs
 * time and nothing else.
 */
export class LastState {
  /** Where the lines of each table start. */
  readonly #lines = new Map<string, number[]>();
  /** Rows by key as written in the file, for tables in which a key was looked up. */
  readonly #keys = new Map<string, ReadonlyMap<string, number>>();

  private constructor(private readonly bytes: Buffer) {}

  /**
   * Reads the file of the last build.
   * @param stateFolder `.svc`
   * @returns an empty state when there is none, it is damaged, or another version of the program wrote it
   */
  static read(stateFolder: string): LastState {
    try {
      const state = new LastState(readFileSync(statePath(stateFolder)));
      state.#findLines();
      return state;
    } catch {
      return LastState.empty();
    }
  }

  /** A state for a build that reuses nothing. */
  static empty(): LastState {
    return new LastState(Buffer.alloc(0));
  }

  get<Value>(table: StateTable, key: string | number): Value | undefined {
    const line = this.#find(table, key);
    return line === undefined ? undefined : this.#valueAt<Value>(line);
  }

  /** The rows of a table in the order of the file. */
  *rows<Value>(table: StateTable): Iterable<readonly [key: string | number, value: Value]> {
    for (const line of this.#lines.get(table) ?? []) {
      yield [JSON.parse(this.#keyAt(line)) as string | number, this.#valueAt<Value>(line)];
    }
  }

  /** The line of a row with its newline, to be copied. */
  lineOf(table: StateTable, key: string | number): Buffer | undefined {
    const line = this.#find(table, key);
    return line === undefined ? undefined : this.bytes.subarray(line, this.#endOf(line) + 1);
  }

  #find(table: StateTable, key: string | number): number | undefined {
    let keys = this.#keys.get(table);
    if (keys === undefined) {
      keys = new Map(this.#lines.get(table)?.map((line) => [this.#keyAt(line), line]));
      this.#keys.set(table, keys);
    }
    return keys.get(JSON.stringify(key));
  }

  /** @throws Error when the file is damaged or another version of the program wrote it */
  #findLines(): void {
    const bytes = this.bytes;
    const last = bytes.lastIndexOf(NEWLINE, -2) + 1;
    const sum = hash('sha256', bytes.subarray(0, last), 'hex');
    if (bytes.toString('utf8', last) !== endLine(sum)) throw new Error('the state file is damaged');
    for (let line = 0; line < last; line = this.#endOf(line) + 1) {
      const table = bytes.toString('latin1', line, bytes.indexOf(TAB, line));
      addTo(this.#lines, table, line);
    }
    if (this.get<{ version: string }>('run', 'version')?.version !== codeVersion()) {
      throw new Error('another version of the program wrote the state file');
    }
  }

  #keyAt(line: number): string {
    const start = this.bytes.indexOf(TAB, line) + 1;
    return this.bytes.toString('utf8', start, this.bytes.indexOf(TAB, start));
  }

  #valueAt<Value>(line: number): Value {
    const start = this.bytes.indexOf(TAB, this.bytes.indexOf(TAB, line) + 1) + 1;
    return JSON.parse(this.bytes.toString('utf8', start, this.#endOf(line))) as Value;
  }

  #endOf(line: number): number {
    return this.bytes.indexOf(NEWLINE, line);
  }
}

/** Writes the state of a build. The file replaces the last one when it is complete. */
export class NewState {
  readonly #file: UnfinishedFile | undefined;
  readonly #hash = createHash('sha256');
  readonly #block = Buffer.allocUnsafe(BLOCK);
  #used = 0;

  /**
   * @param stateFolder `.svc`
   * @param last rows that `keep` copies
   * @param isForgotten true for a dry run, which writes nothing
   */
  constructor(
    stateFolder: string,
    private readonly last: LastState,
    isForgotten: boolean,
  ) {
    this.#file = isForgotten ? undefined : new UnfinishedFile(statePath(stateFolder));
    this.add('run', 'version', { version: codeVersion() });
  }

  add(table: StateTable, key: string | number, value: unknown): void {
    if (this.#file === undefined) return;
    const line = `${table}\t${JSON.stringify(key)}\t${JSON.stringify(value)}\n`;
    // A UTF-16 unit takes three bytes at most.
    if (line.length * 3 <= BLOCK - this.#used) this.#used += this.#block.write(line, this.#used);
    else this.#write(Buffer.from(line));
  }

  /** Copies a row of the last build. */
  keep(table: StateTable, key: string | number): void {
    const line = this.last.lineOf(table, key);
    if (line === undefined || this.#file === undefined) return;
    if (line.length <= BLOCK - this.#used) this.#used += line.copy(this.#block, this.#used);
    else this.#write(line);
  }

  /** Puts the file in its place. */
  save(): void {
    if (this.#file === undefined) return;
    this.#flush();
    this.#file.write(Buffer.from(endLine(this.#hash.digest('hex'))));
    this.#file.save();
  }

  /** Removes the written part, after a failure; after `save` it does nothing. */
  discard(): void {
    this.#file?.discard();
  }

  #write(line: Buffer): void {
    this.#flush();
    this.#hash.update(line);
    this.#file?.write(line);
  }

  #flush(): void {
    const bytes = this.#block.subarray(0, this.#used);
    this.#hash.update(bytes);
    this.#file?.write(bytes);
    this.#used = 0;
  }
}

/** The last line of the file. */
function endLine(sum: string): string {
  return `end\tsha256\t${sum}\n`;
}

function statePath(stateFolder: string): string {
  return join(stateFolder, 'cache', 'state.jsonl');
}

/** A file with a temporary name until it is complete. Only its owner may read it, since it contains content. */
class UnfinishedFile {
  #file: number | undefined;

  /** @param path absolute; its folder is created with the first bytes */
  constructor(private readonly path: string) {}

  write(bytes: Uint8Array): void {
    // Unlike writeSync it continues until everything is written.
    writeTo(this.path, () => writeFileSync(this.#opened(), bytes));
  }

  /** Puts the file in its place. */
  save(): void {
    closeSync(this.#opened());
    this.#file = undefined;
    renameSync(this.#name, this.path);
  }

  /** Removes the file, after a failure; after `save` it does nothing. */
  discard(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    rmSync(this.#name, { force: true });
    try {
      rmdirSync(dirname(this.path));
    } catch {
      // There are other files in it.
    }
  }

  get #name(): string {
    return `${this.path}.tmp`;
  }

  #opened(): number {
    if (this.#file === undefined) {
      mkdirSync(dirname(this.path), { recursive: true });
      this.#file = openSync(this.#name, 'w', 0o600);
    }
    return this.#file;
  }
}
