import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SvcError } from '../core/errors.js';
import { joinInside } from './safe-path.js';

/** Obstacles found while files were added, as paths below the output folder. */
export interface Obstacles {
  /** Folders to create where a file is. */
  readonly folders: Iterable<string>;
  /** Files to write where a folder is. */
  readonly files: Iterable<string>;
  /** What this build removes before it writes. */
  readonly removed: ReadonlySet<string>;
}

/**
 * Makes sure, before the first file is moved, that every obstacle is our own and will be removed.
 * @throws SvcError `SVC_OUT_OCCUPIED` that names the foreign files
 */
export function assertRoom(out: string, { folders, files, removed }: Obstacles): void {
  for (const folder of folders) if (!removed.has(folder)) throw inTheWay(folder, 'file', 'folder');
  for (const file of files) {
    if (!endsBelow(out, file).every((one) => removed.has(one))) throw inTheWay(file, 'folder', 'file');
  }
}

function inTheWay(path: string, found: string, wanted: string): SvcError {
  return new SvcError(
    'SVC_OUT_OCCUPIED',
    `"${path}" in the output folder is a ${found} that no earlier build has written, but a ${wanted} belongs there`,
    { fix: 'Move it away, or choose another output folder.' },
  );
}

/** Files and empty folders, which builds don't leave, as paths below the output folder. */
function endsBelow(out: string, folder: string): readonly string[] {
  const found = readdirSync(joinInside(out, folder), { withFileTypes: true });
  if (found.length === 0) return [folder];
  return found.flatMap((one) => {
    const path = `${folder}/${one.name}`;
    return one.isDirectory() ? endsBelow(out, path) : [path];
  });
}

/** @throws SvcError `SVC_OUT_UNSAFE` */
export function assertOutIsFolder(out: string): void {
  if (statSync(join(out, '..'), { throwIfNoEntry: false })?.isDirectory() !== true) return;
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() ?? true) return;
  throw new SvcError('SVC_OUT_UNSAFE', 'the output folder is a file', {
    file: out,
    field: 'out',
    fix: 'Remove the file, or choose another folder: --out <dir>.',
  });
}
