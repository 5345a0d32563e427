import { readdirSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
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
  const hash = hashTexts(lines([...sources, ...folders], state));
  return { hash, ...state };
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
  const { size, mtimeMs, ctimeMs, ino } = found;
  if (found.isFile()) {
    state.youngest = Math.max(state.youngest, mtimeMs, ctimeMs);
    state.looked.add(path, found);
  }
  // Many tools give what they write the time of a commit, or always the same.
  return `${path} ${found.isFile() ? `${size} ${mtimeMs} ${ctimeMs} ${ino}` : 'folder'}\n`;
}
