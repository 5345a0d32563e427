import { compareText } from '../core/compare.js';
import { statIfExists } from './safe-path.js';

/** The state of a file in a build: it is right already, or waits in the stage. */
export type FileChange = 'kept' | 'added' | 'changed';

interface FileState {
  /** The last build wrote it. */
  readonly isPrevious: boolean;
  /** Undefined for a file that isn't one of this build. */
  change: FileChange | undefined;
  /** The facts of a file of this build; the size is -1 where they aren't known. */
  size: number;
  modified: number;
}

/** All files of a build and of the one before, by path below the output folder. */
export class FileStates {
  readonly #files = new Map<string, FileState>();

  /** @param previous files that the last build wrote */
  constructor(previous: Iterable<string>) {
    for (const file of previous) {
      this.#files.set(file, { isPrevious: true, change: undefined, size: -1, modified: 0 });
    }
  }

  set(file: string, change: FileChange, [size, modified]: FileStamp = [-1, 0]): void {
    const known = this.#files.get(file);
    if (known === undefined) this.#files.set(file, { isPrevious: false, change, size, modified });
    else Object.assign(known, { change, size, modified });
  }

  factsOf(file: string): FileStamp | undefined {
    const { size = -1, modified = 0 } = this.#files.get(file) ?? {};
    return size < 0 ? undefined : [size, modified];
  }

  changeOf(file: string): FileChange | undefined {
    return this.#files.get(file)?.change;
  }

  isStaged(file: string): boolean {
    const change = this.changeOf(file);
    return change === 'added' || change === 'changed';
  }

  isPrevious(file: string): boolean {
    return this.#files.get(file)?.isPrevious === true;
  }

  /** Files of this build with one kind of change, or with any, ascending. */
  list(change?: FileChange): string[] {
    return this.#select(
      (state) => state.change !== undefined && (change === undefined || state.change === change),
    );
  }

  /** Files of the last build that aren't in this one, ascending. */
  removed(): string[] {
    return this.#select(({ isPrevious, change }) => isPrevious && change === undefined);
  }

  #select(isWanted: (state: FileState) => boolean): string[] {
    const found: string[] = [];
    for (const [file, state] of this.#files) if (isWanted(state)) found.push(file);
    return found.sort(compareText);
  }
}

/** Size in bytes and time of the last change in milliseconds: enough to see that a file is untouched. */
export type FileStamp = readonly [size: number, modified: number];

/** The facts of a file; undefined where there is none, or a link. */
export function fileStamp(path: string): FileStamp | undefined {
  const found = statIfExists(path);
  return found?.isFile() === true ? [found.size, found.mtimeMs] : undefined;
}

/** True when a file is unchanged. */
export function isUntouched(path: string, facts: FileStamp): boolean {
  const found = fileStamp(path);
  return found !== undefined && found[0] === facts[0] && found[1] === facts[1];
}
