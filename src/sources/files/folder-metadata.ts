import { posix } from 'node:path';
import { foldersAbove } from '../../core/paths.js';
import { readConfigFile } from './config-file.js';
import type { ConfigValues } from './config-values.js';
import type { Inherited } from './inherited.js';

/**
 * What pages inherit from files of one name in the folders above them; the nearest folder decides.
 * @param name undefined where the generator reads no such files
 * @param common what all pages inherit
 */
export function folderMetadata(
  root: string,
  files: readonly string[],
  name: string | undefined,
  common: ConfigValues = {},
): Inherited {
  const byFolder = new Map<string, ConfigValues>();
  for (const folder of name === undefined ? [] : new Set(files.flatMap(foldersAbove)))
    byFolder.set(folder, readConfigFile(root, posix.join(folder, name ?? '')));
  return {
    valuesFor: (path) =>
      Object.assign({}, common, ...foldersAbove(path).map((folder) => byFolder.get(folder))),
    print: () => [common, ...byFolder],
  };
}
