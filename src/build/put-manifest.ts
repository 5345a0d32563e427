import { settingsHash } from '../config/settings-merge.js';
import type { BuildEntry } from './build-entry.js';
import { Digests } from './digests.js';
import { MANIFEST_FILE, packManifest } from './manifest.js';
import type { Run } from './run.js';
import type { Written } from './write-surfaces.js';

/** The results of a build. */
export interface Produced {
  readonly baseUrl: string;
  /** As in `Manifest`; undefined for one that is missing. */
  readonly foreign: readonly (string | undefined)[];
  /** Dated, ascending by id. */
  readonly entries: readonly BuildEntry[];
  readonly written: Written;
  /** Files for `deploy/`, by name. */
  readonly deploy: ReadonlyMap<string, string>;
}

/** Adds the manifest, when all other files have been added. */
export function putManifest(run: Run, { baseUrl, foreign, entries, written, deploy }: Produced): void {
  const { output, loaded, prepared } = run;
  const canonicals = Object.fromEntries(
    entries.flatMap(({ twin, canonical }) => (canonical === undefined ? [] : [[twin, canonical]])),
  );
  const deployed = new Digests();
  for (const [name, text] of deploy) deployed.add(name, text);
  const others = foreign.filter((url) => url !== undefined);
  const bytes = packManifest({
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
    entries,
    tombstones: written.tombstones,
    files: output.files().filter((file) => file !== MANIFEST_FILE),
  });
  output.put(MANIFEST_FILE, bytes);
}
