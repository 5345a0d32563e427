import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { joinPieces, type Piece } from '../core/join-pieces.js';
import type { Body } from '../documents/surface.js';
import { compareCopy, compareFile, copyWithTime, type FileState } from './compare-file.js';
import { samePart, writeFrom } from './compare-pieces.js';
import { type FileFacts, fileFacts, isUntouched } from './file-facts.js';
import { type Fate, FileStates } from './file-states.js';
import { IntermediateFiles } from './intermediate-files.js';
import type { OutputChanges, OutputOptions } from './output-options.js';
import { assertOutIsFolder, assertRoom } from './room.js';
import { FolderGuard, joinInside, statIfExists } from './safe-path.js';
import { commitStage, stagedPath } from './stage.js';
import { TextRoom } from './text-room.js';

/**
 * The only writer of the output folder. Files are compared with what is there; those that differ wait in the
 * stage until `commit` moves them all, so that a failed build leaves the last complete output.
 */
export class Output {
  readonly #out: string;
  readonly #stage: string;
  readonly #guard: FolderGuard;
  readonly #files: FileStates;
  #changes: OutputChanges | undefined;
  readonly #made = new Set<string>();
  readonly #aside: IntermediateFiles;
  readonly #room = new TextRoom();
  /** Staged files have been put in place without being copied. */
  #isMoved = false;
  /** Files in whose place a folder was found. */
  readonly #onFolders = new Set<string>();

  /** @throws SvcError `SVC_OUT_UNSAFE` when the output folder is a file */
  constructor({ out, stage, previous, aside, asideBefore = aside }: OutputOptions) {
    this.#aside = new IntermediateFiles(aside, asideBefore);
    assertOutIsFolder(out);
    this.#out = out;
    this.#stage = stage;
    this.#files = new FileStates(previous);
    this.#guard = new FolderGuard(out);
  }

  /**
   * Hands in a file of this build.
   * @param file path below the output folder, decoded, with `/`
   * @returns facts by which a later build sees that the file is still as it was
   * @throws SvcError `SVC_ENTRY_INVALID` for a path that would leave the folder
   */
  put(file: string, body: Body | Uint8Array | Iterable<Piece>): FileFacts | undefined {
    this.#guard.check(file);
    const target = joinInside(this.#out, file);
    if (typeof body === 'string' || body instanceof Uint8Array) {
      const bytes = typeof body === 'string' ? this.#room.encode(body) : body;
      const state = this.#guard.absent(file) === undefined ? compareFile(target, bytes) : 'new';
      if (state === 'same') this.#keep(file);
      else this.#stageFile(file, state, (path) => writeFileSync(path, bytes));
    } else this.#putPieces(file, target, body);
    return this.#takeFacts(file);
  }

  /**
   * Keeps a file of the last build without reading it, as long as nobody has touched it since.
   * @param facts what `put` returned when it was handed in
   * @returns false when it has to be handed in again
   */
  keep(file: string, facts: FileFacts): boolean {
    this.#guard.check(file);
    if (!isUntouched(joinInside(this.#out, file), facts)) return false;
    this.#files.set(file, 'kept', facts);
    this.#changes = undefined;
    return true;
  }

  /** Facts of a file of this build, when all are in place. */
  factsOf(file: string): FileFacts {
    // Moving a staged file keeps its time, but not copying it.
    const isSame = this.#isMoved || !this.#files.isStaged(file);
    const known = isSame ? this.#files.factsOf(file) : undefined;
    return known ?? fileFacts(joinInside(this.#out, file)) ?? [0, 0];
  }

  /**
   * Hands in a copy of a file. The copy keeps the time, by which a later build knows it again without reading it.
   * @param from absolute path of a regular file
   * @throws SvcError `SVC_ENTRY_INVALID` for a path that would leave the folder
   */
  copy(file: string, from: string): void {
    this.#guard.check(file);
    const state = compareCopy(joinInside(this.#out, file), from);
    if (state === 'same') this.#keep(file);
    else this.#stageFile(file, state, (path) => copyWithTime(from, path));
  }

  /** True for a file of this build that has been handed in. */
  has(file: string): boolean {
    return this.#files.fateOf(file) !== undefined;
  }

  /** Keeps a text for `readAside` without putting it into the output folder. */
  putAside(file: string, text: string | Uint8Array): FileFacts {
    return this.#aside.put(file, typeof text === 'string' ? this.#room.encode(text) : text);
  }

  /** The same as `keep` for a text that was put aside. */
  keepAside(file: string, facts: FileFacts): boolean {
    return this.#aside.keep(file, facts);
  }

  /** A text that was put or kept aside. */
  readAside(file: string): string {
    return this.#aside.read(file);
  }

  /** Removes the texts of earlier builds that this one has neither put nor kept. */
  tidyAside(): void {
    this.#aside.tidy();
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

  /** What became of all files; asked when they have been handed in. */
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
   * Makes sure that `commit` will find nothing in its way that is not ours.
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
   * @throws SvcError `SVC_OUT_OCCUPIED` when something that is not ours is in the way; nothing has changed then
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

  /** Throws the stage away; the output folder stays as it is. */
  discard(): void {
    rmSync(this.#stage, { recursive: true, force: true });
  }

  /** A file may be handed in more than once: the last time counts. */
  #keep(file: string): void {
    if (this.#files.isStaged(file)) rmSync(stagedPath(this.#stage, file));
    this.#note(file, 'kept');
  }

  #stageFile(file: string, state: FileState, write: (path: string) => void): void {
    const path = stagedPath(this.#stage, file);
    const folder = dirname(path);
    if (!this.#made.has(folder)) {
      mkdirSync(folder, { recursive: true });
      this.#made.add(folder);
    }
    write(path);
    if (state === 'folder') this.#onFolders.add(file);
    this.#note(file, state === 'other' ? 'changed' : 'added');
  }

  #takeFacts(file: string): FileFacts | undefined {
    const facts = fileFacts(this.pathOf(file));
    if (facts !== undefined) this.#files.setFacts(file, facts);
    return facts;
  }

  #note(file: string, fate: Fate): void {
    this.#files.set(file, fate);
    this.#changes = undefined;
  }

  /** A text too long to hold is compared piece by piece, and written from the first one on that differs. */
  #putPieces(file: string, target: string, pieces: Iterable<Piece>): void {
    const found = statIfExists(target);
    const state = found === undefined ? 'new' : found.isDirectory() ? 'folder' : 'other';
    const rest = joinPieces(pieces)[Symbol.iterator]();
    const { size, next } = samePart(found?.isFile() === true ? target : undefined, rest);
    if (next === undefined && size === found?.size) {
      this.#keep(file);
      return;
    }
    this.#stageFile(file, state, (path) => writeFrom(path, { target, size, next, rest }));
  }
}
