import { settingsHash } from '../config/settings-merge.js';
import type { ListedEntry } from './listed-entry.js';
import { MANIFEST_FILE, packManifest } from './manifest.js';
import type { Run } from './produce.js';
import type { Written } from './write-surfaces.js';

/** What a build has made. */
export interface Produced {
  readonly baseUrl: string;
  /** As in `Manifest`; undefined for one that is not there. */
  readonly foreign: readonly (string | undefined)[];
  /** Dated, in the order of their slots. */
  readonly entries: readonly ListedEntry[];
  readonly written: Written;
}

/** Hands in the manifest, when all other files have been, and remembers it for the next build. */
export function putManifest(run: Run, { baseUrl, foreign, entries, written }: Produced): void {
  const { cache, output, loaded, prepared, manifestBefore } = run;
  const canonicals = Object.fromEntries(
    entries.flatMap(({ twin, canonical }) => (canonical === undefined ? [] : [[twin, canonical]])),
  );
  const others = foreign.filter((url) => url !== undefined);
  const { bytes, kept } = packManifest(
    {
      settings: settingsHash(prepared.settings),
      sidecar: loaded.config.sidecar,
      baseUrl,
      ...(others.length > 0 && { foreign: others }),
      ...(Object.keys(canonicals).length > 0 && { canonicals }),
      feed: written.feed,
      signatures: written.signed.map(({ record }) => record),
      security: written.security,
      entries: {
        size: entries.length,
        at: (slot) => entries[slot] as ListedEntry,
        before: (slot) => cache.sameBefore(slot),
      },
      tombstones: written.tombstones,
      files: output.fileList(MANIFEST_FILE),
    },
    manifestBefore,
  );
  output.put(MANIFEST_FILE, bytes);
  cache.keepManifest(kept);
}
