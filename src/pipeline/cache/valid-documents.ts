import { join } from 'node:path';
import { shortHash } from '../../core/hash.js';
import { codeVersion } from './code-version.js';
import { LinePacker, lineRanges, unpackLines } from './packed-lines.js';

/** What is wrong with a value by a schema; empty when it is valid. */
export type SchemaCheck = (schema: string, value: unknown) => readonly string[];

/**
 * Documents that the last build found to be as their schemas say: of one that has not changed since, the same is
 * true, and no schema has to be compiled. What a schema refused is checked, and told, each time.
 */
export class ValidDocuments {
  readonly #check: SchemaCheck;
  readonly #before: ReadonlySet<string>;
  readonly #seen = new Set<string>();
  readonly #now: LinePacker | undefined;

  /**
   * @param stateFolder `.svc`
   * @param check asked for what has changed
   * @param ignore `--full`: start with nothing
   * @param forget `--dry-run`: remember nothing
   */
  constructor(
    stateFolder: string,
    check: SchemaCheck,
    { ignore, forget }: { readonly ignore: boolean; readonly forget: boolean },
  ) {
    const path = join(stateFolder, 'cache', 'valid.gz');
    this.#check = check;
    this.#before = ignore ? new Set() : readHashes(path);
    this.#now = forget ? undefined : new LinePacker(path);
    this.#now?.add(codeVersion());
  }

  /** What is wrong with a value by a schema; empty when it is valid. */
  check(schema: string, value: unknown): readonly string[] {
    const hash = shortHash(`${schema}\n${JSON.stringify(value)}`);
    if (this.#seen.has(hash)) return [];
    const errors = this.#before.has(hash) ? [] : this.#check(schema, value);
    if (errors.length === 0) {
      this.#seen.add(hash);
      this.#now?.add(hash);
    }
    return errors;
  }

  /** Writes what this build knows. */
  save(): void {
    this.#now?.save();
  }

  /** Lets what this build knows go, when it has failed; after `save` there is nothing left to do. */
  discard(): void {
    this.#now?.discard();
  }
}

function readHashes(path: string): ReadonlySet<string> {
  try {
    const bytes = unpackLines(path);
    const [version, ...hashes] = Array.from(lineRanges(bytes), (range) => bytes.toString('latin1', ...range));
    return new Set(version === codeVersion() ? hashes : []);
  } catch {
    // Missing or damaged: everything is checked again.
    return new Set();
  }
}
