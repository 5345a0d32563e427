/** Writes the rules of the chosen hosts next to the configuration. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin, realPathOf } from '../config/out-safety.js';
import { SvcError } from '../core/errors.js';
import { replaceFile } from '../core/files.js';
import { compareFile } from './compare-file.js';

/** Folder next to the configuration for the hosts' rules, never for published files. */
export const DEPLOY_FOLDER = 'deploy';

/** Name of the neutral manifest in it. */
export const HEADERS_FILE = 'headers.json';

/** Where files for hosts are written. */
export interface DeployPlace {
  /** The folder of the configuration, absolute. */
  readonly folder: string;
  /** The output folder, absolute: it is published, so rules are never written to it. */
  readonly out: string;
}

/**
 * Makes sure that `deploy/` is not published. Called before anything is written.
 * @throws SvcError `SVC_OUT_UNSAFE` when it is in the output folder, also through a link
 */
export async function assertDeployApart({ folder, out }: DeployPlace): Promise<void> {
  const deploy = await realPathOf(join(folder, DEPLOY_FOLDER));
  if (!isWithin(deploy, await realPathOf(out))) return;
  throw new SvcError('SVC_OUT_UNSAFE', `the folder ${DEPLOY_FOLDER} is in the output folder`, {
    field: 'out',
    fix: `Choose another output folder: ${DEPLOY_FOLDER} is for rules of hosts, which aren't published.`,
  });
}

/**
 * Writes a file to `deploy/` when its bytes differ, atomically: readers see the old one or the new one.
 * @param name without folders
 * @param mode `compare` only returns what would be done
 * @throws SvcError `SVC_OUT_UNSAFE` when `deploy/` is in the output folder, `SVC_OUT_OCCUPIED` when there is a folder
 * in its place
 */
export async function writeDeploy(
  place: DeployPlace,
  name: string,
  text: string,
  mode: 'write' | 'compare' = 'write',
): Promise<'added' | 'changed' | 'same'> {
  await assertDeployApart(place);
  const path = join(place.folder, DEPLOY_FOLDER, name);
  const bytes = Buffer.from(text, 'utf8');
  const state = compareFile(path, bytes);
  if (state === 'same') return 'same';
  if (state === 'folder') {
    throw new SvcError('SVC_OUT_OCCUPIED', `there is a folder where ${DEPLOY_FOLDER}/${name} belongs`, {
      file: path,
      fix: 'Move it away.',
    });
  }
  if (mode === 'write') await replaceFile(path, bytes);
  return state === 'new' ? 'added' : 'changed';
}

/** Removes a file of an earlier build from `deploy/`; a missing one is not an error. */
export async function removeDeploy({ folder }: DeployPlace, name: string): Promise<void> {
  await rm(join(folder, DEPLOY_FOLDER, name), { force: true });
}
