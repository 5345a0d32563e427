import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { SvcError } from './errors.js';
import { isFolder } from './stat-if-there.js';

/**
 * Creates a folder and those above it. Node's own recursive `mkdir` never ends below folders such as `/proc`, whose
 * file system answers that the parent is missing.
 * @throws SvcError `SVC_OUT_UNSAFE` where the file system doesn't allow new folders, and the system's errors
 */
export function makeFolder(path: string): void {
  if (isMade(path)) return;
  const parent = dirname(path);
  if (!isFolder(parent)) makeFolder(parent);
  if (!isMade(path)) throw refused(path);
}

/** False where the file system says that the parent is missing. */
function isMade(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && isFolder(path)) return true;
    if (code === 'ENOENT') return false;
    throw error;
  }
}

function refused(path: string): SvcError {
  return new SvcError('SVC_OUT_UNSAFE', `the folder ${path} can't be created`, {
    field: 'out',
    fix: 'Choose a folder in which you can create folders.',
  });
}
