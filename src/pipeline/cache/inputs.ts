import { readdirSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import { joinPieces, type Piece } from '../../core/join-pieces.js';
import { lastChange, lookOf } from '../../sources/file-look.js';
import { hashTexts } from '../manifest.js';
import { FileLooks } from './file-looks.js';

/** What the inputs of a run looked like, without reading any. */
export interface InputsState {
  readonly hash: string;
  /** Time of the youngest file in milliseconds: one younger than the run itself may have changed unseen. */
  readonly youngest: number;
  /** What was seen of each file and folder: whoever asks next need not look again. */
  readonly looked: FileLooks;
}

/** The same while it is made. */
interface LookState {
  youngest: number;
  readonly looked: FileLooks;
}

const NOT_CONTENT = new Set(['node_modules', '.git', '.svc']);

/**
 * Looks at the name, size and times of every file that a run may read: the sources, the files beside them in which
 * generators are configured, and the site's own folders.
 */
export function lookAtInputs({ config }: LoadedConfig): InputsState {
  const state: LookState = { youngest: 0, looked: new FileLooks() };
  const sources = config.source.map((source) => source.path);
  const folders = [config.siteDir, config.publicDir].filter((path) => path !== undefined);
  const hash = hashTexts(joinPieces(facts([...sources, ...folders], state)));
  return { hash, ...state };
}

/** All names, and then what was seen of the files. */
function* facts(paths: readonly string[], state: LookState): Iterable<Piece> {
  yield* lines(paths, state);
  yield state.looked.bytes();
}

function* lines(paths: readonly string[], state: LookState): Iterable<string> {
  for (const path of paths) {
    yield `${path}\n${lineOf(path, state)}`;
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    yield* below(path, state, true);
    // Generators are configured in the folder above the content.
    yield* below(dirname(path), state, false);
  }
}

function* below(folder: string, state: LookState, deep: boolean): Iterable<string> {
  const start = join(folder, sep);
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  state.looked.addFolder(folder, entries);
  for (const entry of entries) {
    const path = start + entry.name;
    if (entry.isFile()) yield lineOf(path, state);
    else if (deep && entry.isDirectory() && !NOT_CONTENT.has(entry.name)) yield* below(path, state, true);
  }
}

function lineOf(path: string, state: LookState): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return '';
  if (!found.isFile()) return `${path}/\n`;
  const look = lookOf(found);
  state.youngest = Math.max(state.youngest, lastChange(look));
  state.looked.add(path, look);
  return `${path}\n`;
}
