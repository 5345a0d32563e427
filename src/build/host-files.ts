import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { type HostFacts, MARKER } from '../deploy/hosts/host.js';
import { type ReportedLimit, rulesOfHosts } from '../deploy/hosts/table.js';
import type { HeadersManifest } from '../deploy/manifests/neutral.js';
import type { Output } from '../deploy/output.js';
import type { Digests } from './digests.js';

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
