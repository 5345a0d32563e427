import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOY_FOLDER, type DeployPlace, HEADERS_FILE, removeDeploy, writeDeploy } from '../emit/deploy.js';
import { staleDeployFiles } from '../emit/hosts/table.js';

/**
 * Writes the files of a build to `deploy/`, and removes those for hosts that are no longer asked for. What anybody
 * else has put there stays.
 * @throws SvcError `SVC_OUT_UNSAFE` when `deploy/` lies in the output folder, `SVC_OUT_OCCUPIED` when a folder stands in
 * a file's place
 */
export async function writeDeployFiles(
  place: DeployPlace,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const before = hostsBefore(join(place.folder, DEPLOY_FOLDER, HEADERS_FILE));
  for (const [name, text] of files) await writeDeploy(place, name, text);
  for (const name of staleDeployFiles(before, files.keys())) await removeDeploy(place, name);
}

/** The hosts of the last build; none when its manifest is gone or is not readable. */
function hostsBefore(path: string): readonly string[] {
  try {
    const { hosts } = JSON.parse(readFileSync(path, 'utf8')) as { readonly hosts?: unknown };
    return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
  } catch {
    return [];
  }
}
