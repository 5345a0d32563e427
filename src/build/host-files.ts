import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { settingsHash } from '../config/settings-merge.js';
import { type HostFacts, MARKER } from '../deploy/hosts/host.js';
import { type ReportedLimit, rulesOfHosts } from '../deploy/hosts/table.js';
import type { HeadersManifest } from '../deploy/manifests/neutral.js';
import type { Output } from '../deploy/output.js';
import type { BuildEntry } from './build-entry.js';
import { Digests } from './digests.js';
import { MANIFEST_FILE, packManifest } from './manifest.js';
import type { Run } from './run.js';
import type { Written } from './write-table.js';

/** The hosts' rules. */
export interface HostFiles {
  /** Files for `deploy/`, by name. */
  readonly deploy: ReadonlyMap<string, string>;
  readonly limits: readonly ReportedLimit[];
}

/**
 * Adds the files that hosts read from the published folder to the output; where the site has one of its own, ours
 * is appended to its text. Called after all other files have been added.
 */
export function putHostFiles(
  config: Config,
  manifest: HeadersManifest,
  { output, digests }: { readonly output: Output; readonly digests: Digests },
): HostFiles {
  const { files, limits } = rulesOfHosts(config.hosts, manifest, factsOf(config));
  for (const { name, text, place } of files) {
    if (place !== 'out') continue;
    const whole = ownText(config, name) + text;
    output.put(name, whole);
    digests.add(name, whole);
  }
  const deploy = files
    .filter(({ place }) => place === 'deploy')
    .map(({ name, text }) => [name, text] as const);
  return { deploy: new Map(deploy), limits };
}

function factsOf({ sidecar, sidecarAddress }: Config): HostFacts {
  return {
    sidecar: sidecar === true ? `http://${sidecarAddress}` : sidecar || undefined,
    isElsewhere: typeof sidecar === 'string',
  };
}

/** The site's own text of a file that is ours too; undefined for one that an earlier build wrote. */
function ownText({ publicDir, siteDir }: Config, name: string): string {
  for (const folder of [publicDir, siteDir]) {
    const path = folder === undefined ? undefined : join(folder, name);
    if (path === undefined || !existsSync(path)) continue;
    const text = readFileSync(path, 'utf8');
    if (text === '' || text.includes(MARKER)) return '';
    return `${text.replace(/\n*$/, '')}\n\n`;
  }
  return '';
}

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
