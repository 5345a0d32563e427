import { existsSync } from 'node:fs';
import type { Hooks } from '../config/hooks/hooks.js';

/**
 * Removes the addresses of flagged clients, which the owner no longer wishes to keep: a sidecar that is not running
 * would do so at its next start only.
 * @param address of the database; one that is not there yet has nothing to remove
 * @throws SvcError `SVC_STORAGE` when it cannot be reached
 */
export async function forgetAddresses(address: string, hooks: Pick<Hooks, 'apply'>): Promise<void> {
  const isServer = /^postgres(?:ql)?:\/\//.test(address);
  if (!isServer && !existsSync(address)) return;
  const { openStorage } = await import('../storage/open.js');
  const { pruneFlaggedAddresses } = await import('../insights/activity/record/flagged-addresses.js');
  const storage = await openStorage(address);
  try {
    await pruneFlaggedAddresses(storage, { isKept: false, hooks, now: 0 });
  } finally {
    await storage.close();
  }
}
