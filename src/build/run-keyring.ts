import type { Warnings } from '../core/warnings.js';
import type { Keyring } from '../documents/signing/keys.js';

/** The signing keys of a run. */
export interface RunKeyring {
  /** Opens the keys when the first document is signed; undefined where nothing is. */
  open(): Promise<Keyring | undefined>;
  /** Keeps a key that was made for this run. */
  keep(): Promise<void>;
}

/** Where keys are, and what is told of them. */
export interface KeyringPlace {
  readonly state: string;
  readonly out: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warnings: Warnings;
}

/**
 * What signs is loaded and opened when it is first needed: whatever stops a run before needs no key.
 * @param isForgotten a key that is made is for this run alone
 */
export function runKeyring(
  place: KeyringPlace,
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
