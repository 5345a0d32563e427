import { readdirSync } from 'node:fs';
import type { FileSystemAdapter } from 'fast-glob';
import type { LookedFiles } from '../known-segments.js';

/** For fast-glob: a folder that has just been listed is not listed once more. */
export function folderReader(looked: LookedFiles): Partial<FileSystemAdapter> {
  function read(path: string, options?: { readonly withFileTypes: true }) {
    return options === undefined ? readdirSync(path) : (looked.folder(path) ?? readdirSync(path, options));
  }
  return { readdirSync: read as FileSystemAdapter['readdirSync'] };
}
