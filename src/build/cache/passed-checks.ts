import { join } from 'node:path';
import { shortHash } from '../../core/hash.js';
import { codeVersion } from './code-version.js';
import { LinePacker, lineRanges, unpackLines } from './packed-lines.js';

/**
 * Checks that the last build passed without a finding: of what has not changed since, the same is true. What has
 * findings is checked, and told, each time.
 */
export class PassedChecks {
  readonly #before: ReadonlySet<string>;
  readonly #passed = new Set<string>();
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
    const path = join(stateFolder, 'cache', 'passed.gz');
    this.#before = ignore ? new Set() : readHashes(path);
    this.#now = forget ? undefined : new LinePacker(path);
    this.#now?.add(codeVersion());
  }

  /**
   * The findings of a check, which is made unless it has passed before.
   * @param subject everything that the findings depend on beside this program
   */
  run<T>(subject: string, check: () => readonly T[]): readonly T[] {
    const hash = shortHash(subject);
    if (this.#passed.has(hash)) return [];
    const findings = this.#before.has(hash) ? [] : check();
    if (findings.length === 0) {
      this.#passed.add(hash);
      this.#now?.add(hash);
    }
    return findings;
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
    const { bytes } = unpackLines(path);
    const [version, ...hashes] = Array.from(lineRanges(bytes), (range) => bytes.toString('latin1', ...range));
    return new Set(version === codeVersion() ? hashes : []);
  } catch {
    // Missing or damaged: everything is checked again.
    return new Set();
  }
}
