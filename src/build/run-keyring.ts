import type { Warnings } from '../core/warnings.js';
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
