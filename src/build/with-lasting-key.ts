import type { Warnings } from '../core/warnings.js';
import { hasLastingKey, warnOfNoKey } from '../documents/signing/lasting-key.js';
import type { BuildOptions } from './build.js';
import type { Prepared } from './prepare.js';

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
