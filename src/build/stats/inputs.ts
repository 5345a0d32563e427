import { type Dirent, readdirSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Config } from '../../config/config.js';
import { joinPieces, type Piece } from '../../core/join-pieces.js';
import { lastChange, STAT_NUMBERS, statFile } from '../../sources/file-stat.js';
import { hashTexts } from '../manifest.js';
import { FileStats } from './file-stats.js';

/** Everything that a run may read, by name. */
export interface InputList {
  /** What the configuration names, and whether it is a folder. */
  readonly heads: readonly string[];
  /** Absolute paths of all files. */
  readonly paths: readonly string[];
  /** What is in each folder, by its absolute path. */
  readonly folders: ReadonlyMap<string, Dirent[]>;
}

/** What the inputs of a run looked like, without reading any. */
export interface InputsState {
  readonly hash: string;
  /** Time of the youngest file in milliseconds: one younger than the run itself may have changed unseen. */
  readonly youngest: number;
  /** The stats of each file and the entries of each folder, for reuse. */
  readonly looked: FileStats;
}

/** The same while it is made. */
interface ListState {
  readonly paths: string[];
  readonly folders: Map<string, Dirent[]>;
}

const NOT_CONTENT = new Set(['node_modules', '.git', '.svc']);

/**
 * Lists every file that a run may read: the sources, the files beside them in which generators are configured, and the
 * site's own folders.
 */
export function listInputs({ source, siteDir, publicDir }: Config): InputList {
  const state: ListState = { paths: [], folders: new Map() };
  const named = [...source.map(({ path }) => path), siteDir, publicDir].filter((path) => path !== undefined);
  const heads = named.map((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() === true) state.paths.push(path);
    if (found?.isDirectory() !== true) return `${path}\0`;
    listBelow(path, state, true);
    // Generators are configured in the folder above the content.
    listBelow(dirname(path), state, false);
    return `${path}/\0`;
  });
  return { heads, ...state };
}

function listBelow(folder: string, state: ListState, deep: boolean): void {
  const start = join(folder, sep);
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  state.folders.set(folder, entries);
  for (const entry of entries) {
    if (entry.isFile()) state.paths.push(start + entry.name);
    else if (deep && entry.isDirectory() && !NOT_CONTENT.has(entry.name))
      listBelow(start + entry.name, state, true);
  }
}

/**
 * Reads size and times of all inputs. Many tools set the modification time to that of a commit, or to a constant, so the
 * change time and the inode count too.
 */
export function statInputs({ heads, paths, folders }: InputList): InputsState {
  const numbers = new Float64Array(paths.length * STAT_NUMBERS);
  for (const [place, path] of paths.entries()) {
    const found = statFile(path);
    if (found !== undefined) numbers.set(found, place * STAT_NUMBERS);
  }
  let youngest = 0;
  for (let at = 0; at < numbers.length; at += STAT_NUMBERS)
    youngest = Math.max(youngest, lastChange(numbers, at));
  const looked = new FileStats({ paths, numbers, folders });
  return { hash: hashTexts(joinPieces(facts())), youngest, looked };

  function* facts(): Iterable<Piece> {
    yield* heads;
    for (const path of paths) yield `${path}\0`;
    yield new Uint8Array(numbers.buffer);
  }
}
