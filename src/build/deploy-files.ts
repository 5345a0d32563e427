import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../core/compare.js';
import {
  DEPLOY_FOLDER,
  type DeployPlace,
  HEADERS_FILE,
  removeDeploy,
  writeDeploy,
} from '../deploy/deploy.js';
import { staleDeployFiles } from '../deploy/hosts/table.js';

/**
 * Writes the files of a build to `deploy/`, and removes those for hosts that are no longer configured. Foreign files
 * stay.
 * @throws SvcError `SVC_OUT_UNSAFE` when `deploy/` is in the output folder, `SVC_OUT_OCCUPIED` when there is a folder
 * in a file's place
 * @returns the hosts' rules that have changed, by name
 */
export async function writeDeployFiles(
  place: DeployPlace,
  files: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const before = hostsBefore(join(place.folder, DEPLOY_FOLDER, HEADERS_FILE));
  const changed: string[] = [];
  for (const [name, text] of files) {
    const state = await writeDeploy(place, name, text);
    if (state !== 'same' && name !== HEADERS_FILE) changed.push(name);
  }
  const gone = staleDeployFiles(before, files.keys()).filter((name) => isThere(place, name));
  for (const name of gone) await removeDeploy(place, name);
  return [...changed, ...gone].sort(compareText);
}

function isThere({ folder }: DeployPlace, name: string): boolean {
  return existsSync(join(folder, DEPLOY_FOLDER, name));
}

/** The hosts of the last build; none when its manifest is missing or unreadable. */
function hostsBefore(path: string): readonly string[] {
  try {
    const { hosts } = JSON.parse(readFileSync(path, 'utf8')) as { readonly hosts?: unknown };
    return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
  } catch {
    return [];
  }
}
