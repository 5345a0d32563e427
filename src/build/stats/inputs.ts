import { readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Config } from '../../config/config.js';
import { hashTexts } from '../../core/hash.js';
import { joinPieces, type Piece } from '../../core/join-pieces.js';
import { statIfThere } from '../../core/stat-if-there.js';
import { lastChange, STAT_NUMBERS, statFile } from '../../sources/file-stat.js';

/** Everything that a run may read, by name. */
export interface InputList {
  /** The configured paths, and whether each is a folder. */
  readonly heads: readonly string[];
  /** Absolute paths of all files. */
  readonly paths: readonly string[];
}

/** The stamps of a run's inputs, without reading any. */
export interface InputsState {
  readonly hash: string;
  /** Time of the newest file in milliseconds: one newer than the run itself may have changed unseen. */
  readonly youngest: number;
}

const NOT_CONTENT = new Set(['node_modules', '.git', '.svc']);

/**
 * Lists every file that a run may read: the sources, the generators' configuration files next to them, and the
 * site's own folders.
 */
export function listInputs({ source, siteDir, publicDir, out }: Config): InputList {
  const paths: string[] = [];
  const named = [...source.map(({ path }) => path), siteDir, publicDir].filter((path) => path !== undefined);
  const heads = named.map((path) => {
    const found = statIfThere(path);
    if (found?.isFile() === true) paths.push(path);
    if (found?.isDirectory() !== true) return `${path}\0`;
    listBelow(path, paths, out);
    // Generators are configured in the folder above the content.
    listBelow(dirname(path), paths);
    return `${path}/\0`;
  });
  return { heads, paths };
}

/** @param out the output folder, which isn't entered; left out, no folder is */
function listBelow(folder: string, paths: string[], out?: string): void {
  const start = join(folder, sep);
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isFile()) paths.push(start + entry.name);
    else if (out !== undefined && entry.isDirectory() && !NOT_CONTENT.has(entry.name)) {
      if (start + entry.name !== out) listBelow(start + entry.name, paths, out);
    }
  }
}

/**
 * Reads size and times of all inputs. Many tools set the modification time to that of a commit, or to a constant, so
 * the change time and the inode count too.
 */
export function statInputs({ heads, paths }: InputList): InputsState {
  const numbers = new Float64Array(paths.length * STAT_NUMBERS);
  for (const [place, path] of paths.entries()) {
    const found = statFile(path);
    if (found !== undefined) numbers.set(found, place * STAT_NUMBERS);
  }
  let youngest = 0;
  for (let at = 0; at < numbers.length; at += STAT_NUMBERS)
    youngest = Math.max(youngest, lastChange(numbers, at));
  return { hash: hashTexts(joinPieces(facts())), youngest };

  function* facts(): Iterable<Piece> {
    yield* heads;
    for (const path of paths) yield `${path}\0`;
    yield new Uint8Array(numbers.buffer);
  }
}
