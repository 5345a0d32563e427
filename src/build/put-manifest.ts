import { settingsHash } from '../config/settings-merge.js';
import { Digests } from './digests.js';
import type { ListedEntry } from './listed-entry.js';
import { MANIFEST_FILE, packManifest } from './manifest.js';
import type { Run } from './run.js';
import type { Written } from './write-surfaces.js';

/** What a build has made. */
export interface Produced {
  readonly baseUrl: string;
  /** As in `Manifest`; undefined for one that is not there. */
  readonly foreign: readonly (string | undefined)[];
  /** Dated, in the order of their slots. */
  readonly entries: readonly ListedEntry[];
  readonly written: Written;
  /** Files for `deploy/`, by name. */
  readonly deploy: ReadonlyMap<string, string>;
}

/** Hands in the manifest, when all other files have been, and remembers it for the next build. */
export function putManifest(run: Run, { baseUrl, foreign, entries, written, deploy }: Produced): void {
  const { cache, output, loaded, prepared, manifestBefore } = run;
  const canonicals = Object.fromEntries(
    entries.flatMap(({ twin, canonical }) => (canonical === undefined ? [] : [[twin, canonical]])),
  );
  const deployed = new Digests();
  for (const [name, text] of deploy) deployed.add(name, text);
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
      digests: written.digests.list(),
      deploy: deployed.list(),
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
