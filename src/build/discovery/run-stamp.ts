import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../../core/compare.js';
import { DEPLOY_FOLDER } from '../../deploy/deploy.js';
import { KEY_FILE, KEY_VARIABLE, RETIRED_FILE } from '../../documents/signing/key-file.js';

/** The origin of a run's keys. */
export interface KeySources {
  /** `.svc` */
  readonly state: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * A text that changes with the keys and with the files in `deploy/`, made without reading any file, since a run that
 * repeats another must be quick.
 * @param keys undefined while signing is off
 * @param folder the configuration's
 */
export function runStamp(keys: KeySources | undefined, folder: string): string {
  const hash = createHash('sha256').update(keys?.env[KEY_VARIABLE] ?? '');
  const keyFiles = keys === undefined ? [] : [KEY_FILE, RETIRED_FILE].map((file) => join(keys.state, file));
  for (const path of [...keyFiles, ...deployFiles(join(folder, DEPLOY_FOLDER))]) {
    const found = statSync(path, { throwIfNoEntry: false });
    hash.update(found === undefined ? '\n-' : `\n${path} ${found.size} ${found.mtimeMs} ${found.ino}`);
  }
  return hash.digest('hex');
}

function deployFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort(compareText)
    .map((name) => join(folder, name));
}
