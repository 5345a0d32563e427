import { stat } from 'node:fs/promises';
import { SvcError } from '../core/errors.js';
import type { OpenOptions } from './port.js';

/** The error for an export that doesn't exist or can't be read. */
export function missingExport(path: string, cause: unknown): SvcError {
  return new SvcError('SVC_SOURCE_MISSING', "the export can't be read", {
    file: path,
    fix: 'Check the path, and that you may read the file.',
    cause,
  });
}

/** The error for an export whose file changed between two readings. */
export function changedExport(path: string): SvcError {
  return new SvcError('SVC_SOURCE_MALFORMED', 'the export changed while it was being read', {
    file: path,
    fix: 'Wait until the file is completely written, then run the command again.',
  });
}

/**
 * The size of an export in bytes.
 * @throws SvcError `SVC_SOURCE_MISSING` if the file doesn't exist or can't be read
 */
export async function sizeOfExport({ path, label = path }: OpenOptions): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (cause) {
    throw missingExport(label, cause);
  }
}
