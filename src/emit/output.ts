import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { compareText } from '../core/compare.js';
import { joinPieces } from '../core/join-pieces.js';
import type { Body } from '../surfaces/surface.js';
import { compareFile, type FileState, sameFiles } from './compare-file.js';
import { type FileFacts, fileFacts, isUntouched } from './file-facts.js';
import { assertOutIsFolder, assertRoom } from './room.js';
import { FolderGuard, joinInside, lookAt } from './safe-path.js';
import { commitStage, stagedPath } from './stage.js';

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
  /** Folder of texts that a build needs and nobody else, absolute. */
  readonly aside: string;
  /** Where such texts of earlier builds are, when not in `aside`. */
  readonly asideBefore?: string;
}

/** Room for the texts of all but the longest entries. */
const SCRATCH = 1 << 18;

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
  readonly #aside: string;
  readonly #asideBefore: string;
  readonly #asideFiles = new Set<string>();
  readonly #scratch = Buffer.allocUnsafeSlow(SCRATCH);
  /** Files in whose place a folder was found. */
  readonly #onFolders = new Set<string>();

  /** @throws SvcError `SVC_OUT_UNSAFE` when the output folder is a file */
  constructor({ out, stage, previous, aside, asideBefore = aside }: OutputOptions) {
    this.#aside = aside;
    this.#asideBefore = asideBefore;
    assertOutIsFolder(out);
    this.#out = out;
    this.#stage = stage;
    this.#previous = new Set(previous);
    this.#guard = new FolderGuard(out);
  }

  /**
   * Hands in a file of this build.
   * @param file path below the output folder, decoded, with `/`
   * @returns facts by which a later build sees that the file is still as it was
   * @throws SvcError `SVC_OUT_UNSAFE` for a path that would leave the folder
   */
  put(file: string, body: Body | Uint8Array): FileFacts | undefined {
    this.#guard.check(file);
    const target = joinInside(this.#out, file);
    if (typeof body === 'string' || body instanceof Uint8Array) {
      const bytes = typeof body === 'string' ? this.#encode(body) : body;
      const state = compareFile(target, bytes);
      if (state === 'same') this.#keep(file);
      else this.#stageFile(file, state, (path) => writeFileSync(path, bytes));
    } else this.#putPieces(file, target, body);
    // Moving a staged file keeps its time.
    return fileFacts(this.#staged.has(file) ? stagedPath(this.#stage, file) : target);
  }

  /**
   * Keeps a file of the last build without reading it, as long as nobody has touched it since.
   * @param facts what `put` returned when it was handed in
   * @returns false when it has to be handed in again
   */
  keep(file: string, facts: FileFacts): boolean {
    this.#guard.check(file);
    if (!isUntouched(joinInside(this.#out, file), facts)) return false;
    this.#kept.add(file);
    return true;
  }

  /** Keeps a text for `readAside` without putting it into the output folder. */
  putAside(file: string, text: string): FileFacts {
    const path = joinInside(this.#aside, file);
    mkdirSync(this.#aside, { recursive: true });
    const bytes = this.#encode(text);
    if (compareFile(path, bytes) !== 'same') writeFileSync(path, bytes);
    this.#asideFiles.add(file);
    return fileFacts(path) ?? [bytes.length, 0];
  }

  /** The same as `keep` for a text that was put aside. */
  keepAside(file: string, facts: FileFacts): boolean {
    if (!isUntouched(joinInside(this.#asideBefore, file), facts)) return false;
    this.#asideFiles.add(file);
    return true;
  }

  /** A text that was put or kept aside. */
  readAside(file: string): string {
    const path = joinInside(this.#aside, file);
    return readFileSync(existsSync(path) ? path : joinInside(this.#asideBefore, file), 'utf8');
  }

  /** Removes the texts of earlier builds that this one has neither put nor kept. */
  tidyAside(): void {
    if (!existsSync(this.#aside)) return;
    for (const file of readdirSync(this.#aside)) {
      if (!this.#asideFiles.has(file)) rmSync(joinInside(this.#aside, file), { force: true });
    }
    if (this.#asideFiles.size === 0) rmSync(this.#aside, { recursive: true, force: true });
  }

  /** True for a file that an earlier build has written. */
  isOwn(file: string): boolean {
    return this.#previous.has(file);
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
   * @throws SvcError `SVC_OUT_UNSAFE` when something that is not ours is in the way; nothing has changed then
   */
  commit(last: string): void {
    const { added, changed, removed } = this.changes();
    if (added.length + changed.length + removed.length === 0) {
      this.discard();
      return;
    }
    assertRoom(this.#out, {
      folders: this.#guard.blocked(),
      files: this.#onFolders,
      removed: new Set(removed),
    });
    const write = [...added, ...changed].filter((file) => file !== last);
    if (this.#staged.has(last)) write.push(last);
    commitStage(this.#stage, this.#out, { write, remove: removed });
  }

  /** Throws the stage away; the output folder stays as it is. */
  discard(): void {
    rmSync(this.#stage, { recursive: true, force: true });
  }

  /** UTF-8 in a buffer that the next text is written over: a build encodes some hundred thousand texts. */
  #encode(text: string): Uint8Array {
    // No character takes more than three bytes for each of its UTF-16 units.
    if (text.length * 3 > SCRATCH) return Buffer.from(text, 'utf8');
    return this.#scratch.subarray(0, this.#scratch.write(text, 'utf8'));
  }

  /** A file may be handed in more than once: the last time counts. */
  #keep(file: string): void {
    if (this.#staged.delete(file)) rmSync(stagedPath(this.#stage, file));
    this.#kept.add(file);
  }

  #stageFile(file: string, state: FileState, write: (path: string) => void): void {
    const path = stagedPath(this.#stage, file);
    const folder = dirname(path);
    if (!this.#made.has(folder)) {
      mkdirSync(folder, { recursive: true });
      this.#made.add(folder);
    }
    write(path);
    this.#kept.delete(file);
    if (state === 'folder') this.#onFolders.add(file);
    this.#staged.set(file, state === 'other' ? 'changed' : 'added');
  }

  /** A text too long to hold is written first and compared then. */
  #putPieces(file: string, target: string, pieces: Iterable<string>): void {
    const found = lookAt(target);
    const state = found === undefined ? 'new' : found.isDirectory() ? 'folder' : 'other';
    this.#stageFile(file, state, (path) => {
      const handle = openSync(path, 'w');
      try {
        // In contrast to writeSync it goes on until everything is written.
        for (const piece of joinPieces(pieces)) writeFileSync(handle, piece);
      } finally {
        closeSync(handle);
      }
    });
    if (state === 'other' && sameFiles(target, stagedPath(this.#stage, file))) this.#keep(file);
  }
}
