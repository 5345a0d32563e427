import { closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../core/compare.js';

/** True for a file or folder that this user may not read. */
export function isAccessDenied(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() || stats?.isDirectory()) closeSync(openSync(path, 'r'));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

/** The file, the folder or the first thing in the folder that this user may not read; empty for the path itself. */
export function findAccessDenied(path: string): string | undefined {
  if (isAccessDenied(path)) return '';
  if (!statSync(path).isDirectory()) return undefined;
  return readdirSync(path)
    .sort(compareText)
    .find((name) => !name.startsWith('.') && isAccessDenied(join(path, name)));
}
