import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { compareText } from '../core/compare.js';
import type { Body } from '../surfaces/surface.js';
import { FolderGuard, joinInside } from './safe-path.js';
import { asidePath, commitStage, stagedPath } from './stage.js';

/** What became of the files of a build, each list in ascending order. */
export interface OutputChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** How many files had the right bytes already. */
  readonly unchanged: number;
}

export interface OutputOptions {
  /** The output folder, absolute. */
  readonly out: string;
  /** Where new files wait until all are there, absolute. */
  readonly stage: string;
  /** Paths of the previous build below `out`: only these may ever be removed. */
  readonly previous: Iterable<string>;
}

/**
 * The only writer of the output folder. Files are compared with what is there; those that differ wait in the
 * stage until `commit` moves them all, so that a failed build leaves the last complete output.
 */
export class Output {
  readonly #out: string;
  readonly #stage: string;
  readonly #previous: ReadonlySet<string>;
  readonly #guard: FolderGuard;
  readonly #kept = new Set<string>();
  readonly #staged = new Map<string, 'added' | 'changed'>();
  readonly #made = new Set<string>();

  constructor({ out, stage, previous }: OutputOptions) {
    this.#out = out;
    this.#stage = stage;
    this.#previous = new Set(previous);
    this.#guard = new FolderGuard(out);
  }

  /**
   * Hands in a file of this build.
   * @param file path below the output folder, decoded, with `/`
   * @throws SvcError `SVC_OUT_UNSAFE` for a path that would leave the folder
   */
  put(file: string, body: Body | Uint8Array): void {
    this.#guard.check(file);
    const target = joinInside(this.#out, file);
    if (typeof body === 'string' || body instanceof Uint8Array) {
      const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
      const state = compareFile(target, bytes);
      if (state === 'same') this.#kept.add(file);
      else this.#stageFile(file, state, (path) => writeFileSync(path, bytes));
    } else this.#putPieces(file, target, body);
  }

  /** Keeps a text for `readAside` during this build without ever putting it into the output folder. */
  keepAside(file: string, text: string): void {
    const path = asidePath(this.#stage, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** A text that was kept aside. */
  readAside(file: string): string {
    return readFileSync(asidePath(this.#stage, file), 'utf8');
  }

  /** The current text of a file: the staged one, else what the output folder holds. */
  read(file: string): string {
    const path = this.#staged.has(file) ? stagedPath(this.#stage, file) : joinInside(this.#out, file);
    return readFileSync(path, 'utf8');
  }

  /** Every file of this build, in ascending order. */
  files(): readonly string[] {
    return [...this.#kept, ...this.#staged.keys()].sort(compareText);
  }

  changes(): OutputChanges {
    const staged = [...this.#staged.keys()].sort(compareText);
    return {
      added: staged.filter((file) => this.#staged.get(file) === 'added'),
      changed: staged.filter((file) => this.#staged.get(file) === 'changed'),
      removed: [...this.#previous]
        .filter((file) => !this.#kept.has(file) && !this.#staged.has(file))
        .sort(compareText),
      unchanged: this.#kept.size,
    };
  }

  /**
   * Moves everything into place.
   * @param last the file that comes last, when all others are there: the manifest
   */
  commit(last: string): void {
    const { added, changed, removed } = this.changes();
    if (added.length + changed.length + removed.length === 0) {
      this.discard();
      return;
    }
    const write = [...added, ...changed].filter((file) => file !== last);
    if (this.#staged.has(last)) write.push(last);
    commitStage(this.#stage, this.#out, { write, remove: removed });
  }

  /** Throws the stage away; the output folder stays as it is. */
  discard(): void {
    rmSync(this.#stage, { recursive: true, force: true });
  }

  #stageFile(file: string, state: 'new' | 'other', write: (path: string) => void): void {
    const path = stagedPath(this.#stage, file);
    const folder = dirname(path);
    if (!this.#made.has(folder)) {
      mkdirSync(folder, { recursive: true });
      this.#made.add(folder);
    }
    write(path);
    this.#kept.delete(file);
    this.#staged.set(file, state === 'new' ? 'added' : 'changed');
  }

  /** A text too long to hold is written first and compared then. */
  #putPieces(file: string, target: string, pieces: Iterable<string>): void {
    this.#stageFile(
      file,
      statSync(target, { throwIfNoEntry: false }) === undefined ? 'new' : 'other',
      (path) => {
        const handle = openSync(path, 'w');
        try {
          for (const piece of joined(pieces)) writeSync(handle, piece);
        } finally {
          closeSync(handle);
        }
      },
    );
    const path = stagedPath(this.#stage, file);
    if (this.#staged.get(file) === 'changed' && sameFiles(target, path)) {
      rmSync(path);
      this.#staged.delete(file);
      this.#kept.add(file);
    }
  }
}

/** Small pieces are joined to larger ones, since each costs a system call. */
function* joined(pieces: Iterable<string>): Iterable<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < 1 << 16) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function compareFile(path: string, bytes: Uint8Array): 'new' | 'same' | 'other' {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'new';
  if (!found.isFile() || found.size !== bytes.length) return 'other';
  return readFileSync(path).equals(bytes) ? 'same' : 'other';
}

const BLOCK = 1 << 20;

function sameFiles(a: string, b: string): boolean {
  if (statSync(a).size !== statSync(b).size) return false;
  const [left, right] = [openSync(a, 'r'), openSync(b, 'r')];
  try {
    return sameContents(left, right);
  } finally {
    closeSync(left);
    closeSync(right);
  }
}

function sameContents(left: number, right: number): boolean {
  const [one, two] = [Buffer.allocUnsafe(BLOCK), Buffer.allocUnsafe(BLOCK)];
  for (;;) {
    const size = readSync(left, one);
    if (size !== readSync(right, two)) return false;
    if (size === 0) return true;
    if (!one.subarray(0, size).equals(two.subarray(0, size))) return false;
  }
}
