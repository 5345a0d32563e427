import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SvcError } from '../core/errors.js';
import type { Piece } from '../core/join-pieces.js';
import type { Body } from '../documents/document-row.js';
import { type FileStamp, FileStates, fileStamp, isUntouched } from './file-states.js';
import { FileWriter, IntermediateFiles, type WrittenFile } from './file-writer.js';
import { FolderGuard, joinInside } from './safe-path.js';
import { commitStage, stagedPath } from './stage.js';

/**
 * The only writer of the output folder. Files are compared with the existing ones; those that differ wait in the
 * stage until `commit` moves them all, so that a failed build leaves the last complete output.
 */
export class Output {
  readonly #out: string;
  readonly #stage: string;
  readonly #guard: FolderGuard;
  readonly #files: FileStates;
  #changes: OutputChanges | undefined;
  /** Texts that only a build needs. */
  readonly aside: IntermediateFiles;
  readonly #writer: FileWriter;
  /** Staged files have been moved into place without a copy. */
  #isMoved = false;
  /** Files that have a folder in their place. */
  readonly #onFolders = new Set<string>();

  /** @throws SvcError `SVC_OUT_UNSAFE` when the output folder is a file */
  constructor({ out, stage, previous, aside, asideBefore = aside }: OutputOptions) {
    this.aside = new IntermediateFiles(aside, asideBefore);
    assertOutIsFolder(out);
    this.#out = out;
    this.#stage = stage;
    this.#files = new FileStates(previous);
    this.#guard = new FolderGuard(out);
    this.#writer = new FileWriter(out, stage);
  }

  /**
   * Adds a file of this build.
   * @param file path below the output folder, decoded, with `/`
   * @returns a stamp by which a later build sees that the file is unchanged
   * @throws SvcError `SVC_ENTRY_INVALID` for a path that would leave the folder
   */
  put(file: string, body: Body | Uint8Array | Iterable<Piece>): FileStamp | undefined {
    return this.take(this.#writer.write(file, body));
  }

  /** Takes a file that a `FileWriter` of this output has written. If a file comes again, the last time counts. */
  take({ file, change, facts, isOnFolder }: WrittenFile): FileStamp | undefined {
    this.#guard.check(file);
    if (change === 'kept' && this.#files.isStaged(file)) rmSync(stagedPath(this.#stage, file));
    if (isOnFolder) this.#onFolders.add(file);
    this.#files.set(file, change, facts);
    this.#changes = undefined;
    return facts;
  }

  /**
   * Keeps a file of the last build without reading it, as long as it hasn't changed since.
   * @param facts result of `put` for it
   * @returns false when it must be added again
   */
  keep(file: string, facts: FileStamp): boolean {
    this.#guard.check(file);
    if (!isUntouched(joinInside(this.#out, file), facts)) return false;
    this.#files.set(file, 'kept', facts);
    this.#changes = undefined;
    return true;
  }

  /** Stamps of a file of this build, when all are in place. */
  factsOf(file: string): FileStamp {
    // Moving a staged file keeps its time, copying it doesn't.
    const isSame = this.#isMoved || !this.#files.isStaged(file);
    const known = isSame ? this.#files.factsOf(file) : undefined;
    return known ?? fileStamp(joinInside(this.#out, file)) ?? [0, 0];
  }

  /**
   * Adds a copy of a file. The copy keeps the time, by which a later build recognises it without reading it.
   * @param from absolute path of a regular file
   * @throws SvcError `SVC_ENTRY_INVALID` for a path that would leave the folder
   */
  copy(file: string, from: string): void {
    this.take(this.#writer.copy(file, from));
  }

  /** True for a file of this build that has been added. */
  has(file: string): boolean {
    return this.#files.changeOf(file) !== undefined;
  }

  /** Where a `FileWriter` of this output works. */
  get places(): OutputPlaces {
    return { out: this.#out, stage: this.#stage, aside: this.aside.folder };
  }

  /** True for a file that an earlier build has written. */
  isOwn(file: string): boolean {
    return this.#files.isPrevious(file);
  }

  /** Where a file is: in the stage, else in the output folder. */
  pathOf(file: string): string {
    return this.#files.isStaged(file) ? stagedPath(this.#stage, file) : joinInside(this.#out, file);
  }

  /** The current text of a file. */
  read(file: string): string {
    return readFileSync(this.pathOf(file), 'utf8');
  }

  /** Every file of this build, in ascending order. */
  files(): readonly string[] {
    return this.#files.list();
  }

  /** The result for all files, once they have been added. */
  changes(): OutputChanges {
    this.#changes ??= {
      added: this.#files.list('added'),
      changed: this.#files.list('changed'),
      removed: this.#files.removed(),
      unchanged: this.#files.list('kept').length,
    };
    return this.#changes;
  }

  /**
   * Makes sure that no foreign file is in the way of `commit`.
   * @throws SvcError `SVC_OUT_OCCUPIED` that names it
   */
  assertRoom(): void {
    assertRoom(this.#out, {
      folders: this.#guard.blocked(),
      files: this.#onFolders,
      removed: new Set(this.changes().removed),
    });
  }

  /**
   * Moves everything into place.
   * @param last the file that comes last, when all others are there: the manifest
   * @throws SvcError `SVC_OUT_OCCUPIED` when a foreign file is in the way; nothing has changed then
   */
  commit(last: string): void {
    const { added, changed, removed } = this.changes();
    if (added.length + changed.length + removed.length === 0) {
      this.discard();
      return;
    }
    this.assertRoom();
    const write = [...added, ...changed].filter((file) => file !== last);
    if (this.#files.isStaged(last)) write.push(last);
    this.#isMoved = commitStage(this.#stage, this.#out, { write, remove: removed });
  }

  /** Discards the stage; the output folder stays as it is. */
  discard(): void {
    rmSync(this.#stage, { recursive: true, force: true });
  }
}

/** Obstacles found while files were added, as paths below the output folder. */
interface Obstacles {
  /** Folders to create where a file is. */
  readonly folders: Iterable<string>;
  /** Files to write where a folder is. */
  readonly files: Iterable<string>;
  /** What this build removes before it writes. */
  readonly removed: ReadonlySet<string>;
}

/**
 * Makes sure, before the first file is moved, that every obstacle is our own and will be removed.
 * @throws SvcError `SVC_OUT_OCCUPIED` that names the foreign files
 */
function assertRoom(out: string, { folders, files, removed }: Obstacles): void {
  for (const folder of folders) if (!removed.has(folder)) throw inTheWay(folder, 'file', 'folder');
  for (const file of files) {
    if (!endsBelow(out, file).every((one) => removed.has(one))) throw inTheWay(file, 'folder', 'file');
  }
}

function inTheWay(path: string, found: string, wanted: string): SvcError {
  return new SvcError(
    'SVC_OUT_OCCUPIED',
    `"${path}" in the output folder is a ${found} that no earlier build has written, but a ${wanted} belongs there`,
    { fix: 'Move it away, or choose another output folder.' },
  );
}

/** Files and empty folders, which builds don't leave, as paths below the output folder. */
function endsBelow(out: string, folder: string): readonly string[] {
  const found = readdirSync(joinInside(out, folder), { withFileTypes: true });
  if (found.length === 0) return [folder];
  return found.flatMap((one) => {
    const path = `${folder}/${one.name}`;
    return one.isDirectory() ? endsBelow(out, path) : [path];
  });
}

/** @throws SvcError `SVC_OUT_UNSAFE` */
function assertOutIsFolder(out: string): void {
  if (statSync(join(out, '..'), { throwIfNoEntry: false })?.isDirectory() !== true) return;
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() ?? true) return;
  throw new SvcError('SVC_OUT_UNSAFE', 'the output folder is a file', {
    file: out,
    field: 'out',
    fix: 'Remove the file, or choose another folder: --out <dir>.',
  });
}

/** The result for the files of a build, each list in ascending order. */
export interface OutputChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** How many files had the right bytes already. */
  readonly unchanged: number;
}

/** Absolute folders. */
export interface OutputPlaces {
  /** The output folder. */
  readonly out: string;
  /** Where new files wait until all are there. */
  readonly stage: string;
  /** Texts that only a build needs. */
  readonly aside: string;
}

interface OutputOptions extends OutputPlaces {
  /** Paths of the previous build below `out`: only these may ever be removed. */
  readonly previous: Iterable<string>;
  /** Where such texts of earlier builds are, when not in `aside`. */
  readonly asideBefore?: string;
}
