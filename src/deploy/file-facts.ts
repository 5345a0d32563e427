import { statIfExists } from './safe-path.js';

/** Size in bytes and time of the last change in milliseconds: enough to see that a file is untouched. */
export type FileFacts = readonly [size: number, modified: number];

/** The facts of a file; undefined where there is none, or a link. */
export function fileFacts(path: string): FileFacts | undefined {
  const found = statIfExists(path);
  return found?.isFile() === true ? [found.size, found.mtimeMs] : undefined;
}

/** True when a file is unchanged. */
export function isUntouched(path: string, facts: FileFacts): boolean {
  const found = fileFacts(path);
  return found !== undefined && found[0] === facts[0] && found[1] === facts[1];
}
