import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../core/compare.js';
import type { Warnings } from '../core/warnings.js';
import { DEPLOY_FOLDER } from '../deploy/deploy.js';
import { KEY_FILE, KEY_VARIABLE, RETIRED_FILE } from '../documents/signing/key-file.js';
import type { KeyPlace, Keyring } from '../documents/signing/keys.js';
import { hasLastingKey, warnOfNoKey } from '../documents/signing/lasting-key.js';
import type { BuildOptions } from './build.js';
import type { Prepared } from './prepare.js';

/** The signing keys of a run. */
export interface RunKeyring {
  /** Opens the keys when the first document is signed; undefined where nothing is signed. */
  open(): Promise<Keyring | undefined>;
  /** Keeps a key that was created for this run. */
  keep(): Promise<void>;
}

/**
 * The keys are loaded on first use: a run that stops before needs none.
 * @param isForgotten a new key is for this run only
 */
export function runKeyring(
  place: KeyPlace,
  {
    signs,
    isForgotten,
    now,
  }: { readonly signs: boolean; readonly isForgotten: boolean; readonly now: number },
): RunKeyring {
  const load = () => import('../documents/signing/keys.js');
  let keyring: Keyring | undefined;
  return {
    async open() {
      if (!signs) return undefined;
      keyring ??= await (await load()).openKeyring(place, { now, isForgotten });
      return keyring;
    },
    async keep() {
      if (keyring !== undefined && !isForgotten) await (await load()).keepKeyring(place, keyring);
    },
  };
}

/**
 * In CI, where no key is provided or kept, a build acts as if signing were off: each run would sign with another key. A
 * long-running program keeps the key that it creates.
 */
export function withLastingKey(
  prepared: Prepared,
  { loaded, env = {}, onLive }: Pick<BuildOptions, 'loaded' | 'env' | 'onLive'>,
  { state, warnings }: { readonly state: string; readonly warnings: Warnings },
): Prepared {
  const { settings } = prepared;
  const isServed = onLive !== undefined && !loaded.run.dryRun;
  if (!settings.enable_signing || isServed || hasLastingKey(state, env)) return prepared;
  warnOfNoKey(warnings);
  return { ...prepared, settings: { ...settings, enable_signing: false } };
}

/** The origin of a run's keys. */
interface KeySources {
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
