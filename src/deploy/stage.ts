import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SvcError } from '../core/errors.js';
import { makeFolder } from '../core/files.js';
import { joinPieces } from '../core/join-pieces.js';
import { jsonList } from '../core/json.js';
import { FolderGuard, joinInside, statIfExists } from './safe-path.js';

/** The last step of a build, written down first, so that a crash in the middle can be repaired. */
export interface Journal {
  /** Files to move from the stage into the output folder, in this order. */
  readonly write: readonly string[];
  /** Files to remove from the output folder. */
  readonly remove: readonly string[];
}

const JOURNAL = 'journal.json';
const FILES = 'files';

/** The stage of an output folder: next to it, so on the same file system unless it is a mount point. */
export function stageOf(out: string): string {
  return join(dirname(out), `.${basename(out)}.svc-stage`);
}

/** Where a staged file waits. */
export function stagedPath(stage: string, file: string): string {
  return joinInside(join(stage, FILES), file);
}

/**
 * Writes the journal and carries it out. After the journal exists, the build counts as done.
 * @returns false when files had to be copied, which changes their times
 */
export function commitStage(stage: string, out: string, journal: Journal): boolean {
  makeFolder(stage);
  const path = join(stage, JOURNAL);
  writePieces(`${path}.tmp`, journalText(journal));
  renameSync(`${path}.tmp`, path);
  return carryOut(stage, out, journal);
}

/**
 * Repairs what a crash left: a complete journal is carried out to its end, anything else is thrown away.
 * @returns true when there was something to carry out
 * @throws SvcError `SVC_OUT_OCCUPIED` for a damaged journal
 */
export function recoverStage(stage: string, out: string): boolean {
  if (!existsSync(stage)) return false;
  const path = join(stage, JOURNAL);
  const isCommitted = existsSync(path);
  if (isCommitted) carryOut(stage, out, readJournal(stage));
  else rmSync(stage, { recursive: true, force: true });
  return isCommitted;
}

function readJournal(stage: string): Journal {
  try {
    return JSON.parse(readFileSync(join(stage, JOURNAL), 'utf8')) as Journal;
  } catch (cause) {
    throw new SvcError(
      'SVC_OUT_OCCUPIED',
      "the list of files that an interrupted build has to move can't be read",
      { file: join(stage, JOURNAL), fix: `Remove the folder "${stage}" and build again.`, cause },
    );
  }
}

function* journalText({ write, remove }: Journal): Iterable<string> {
  yield* jsonList('{"write":[', write);
  yield* jsonList(',"remove":[', remove);
  yield '}';
}

/** Writes a text piece by piece, and flushes it to the disk. */
function writePieces(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, 'w');
  try {
    for (const piece of joinPieces(pieces)) writeFileSync(file, piece);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function carryOut(stage: string, out: string, journal: Journal): boolean {
  const guard = new FolderGuard(out);
  // Removals first: a file may be in the way of a folder of the same name.
  for (const file of journal.remove) removeFile(out, file, guard);
  const isNew = statIfExists(out) === undefined;
  const isMoved = (isNew && moveFolder(join(stage, FILES), out)) || moveFiles(stage, out, journal.write);
  rmSync(stage, { recursive: true, force: true });
  return isMoved;
}

/**
 * Moves files one after the other; those of a new folder are moved with the folder.
 * @returns false when any had to be copied
 */
function moveFiles(stage: string, out: string, files: readonly string[]): boolean {
  const guard = new FolderGuard(out);
  const made = new Set<string>();
  // By new folder: whether it could be moved.
  const moved = new Map<string, boolean>();
  let isMoved = true;
  for (const file of files) {
    guard.check(file);
    const absent = guard.absent(file);
    if (absent !== undefined && !moved.has(absent)) {
      moved.set(absent, moveFolder(stagedPath(stage, absent), joinInside(out, absent)));
    }
    const from = stagedPath(stage, file);
    // Moved already, with its folder or before a crash.
    if ((absent !== undefined && moved.get(absent) === true) || !existsSync(from)) continue;
    const to = joinInside(out, file);
    const folder = dirname(to);
    if (!made.has(folder)) {
      makeFolder(folder);
      made.add(folder);
    }
    if (!moveFile(from, to)) isMoved = false;
  }
  return isMoved;
}

/** Moves a folder to a free path; false where that can't be done atomically, as between two disks. */
function moveFolder(from: string, to: string): boolean {
  try {
    makeFolder(dirname(to));
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/**
 * Renaming is atomic. Across disks and mounts a copy next to the target is made first.
 * @returns false when a copy was made
 */
function moveFile(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const copy = `${dirname(to)}/.svc-${process.pid}.tmp`;
    copyFileSync(from, copy);
    renameSync(copy, to);
    unlinkSync(from);
    return false;
  }
}

function removeFile(out: string, file: string, guard: FolderGuard): void {
  guard.check(file);
  const path = joinInside(out, file);
  // It may have been removed before a crash, and a folder or file of this build may be there now.
  if (statIfExists(path)?.isDirectory() === false) unlinkSync(path);
  removeEmptyFolders(out, dirname(path));
}

function removeEmptyFolders(out: string, folder: string): void {
  for (let at = folder; at.length > out.length && at.startsWith(out); at = dirname(at)) {
    try {
      // Fails for a folder that isn't empty, which is where to stop.
      rmdirSync(at);
    } catch {
      return;
    }
  }
}
