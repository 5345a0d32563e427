import { join } from 'node:path';
import { sha256 } from '../core/hash.js';
import type { EntryCache } from './cache/entry-cache.js';
import {
  type LastDeployment,
  MANIFEST_FILE,
  type ManifestBefore,
  readManifestFile,
  unpackManifest,
} from './manifest.js';

/** The manifest in the output folder. */
export interface LocalManifest {
  readonly past: LastDeployment;
  /** The files that it lists, and maybe itself. */
  readonly files: Iterable<string>;
  /** Where it was written by the last build here: what the next one need not pack again. */
  readonly before: ManifestBefore | undefined;
}

/**
 * Reads the manifest of an output folder. One that the last build here has written is known, and not even unpacked.
 * @returns undefined where there is none
 * @throws SvcError `SVC_PREVIOUS_UNREADABLE`
 */
export async function readLocalManifest(out: string, cache: EntryCache): Promise<LocalManifest | undefined> {
  const path = join(out, MANIFEST_FILE);
  const bytes = await readManifestFile(path);
  if (bytes === undefined) return undefined;
  const { manifest, last, lastFiles } = cache;
  if (manifest !== undefined && last !== undefined && lastFiles !== undefined) {
    const { hash, rest, blocks } = manifest;
    if (hash === sha256(bytes)) {
      return { past: { ...rest, entries: last }, files: lastFiles, before: { bytes, blocks } };
    }
  }
  const past = unpackManifest(bytes, path);
  return { past, files: past.files, before: undefined };
}
