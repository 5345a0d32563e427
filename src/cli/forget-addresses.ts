import { existsSync } from 'node:fs';
import type { Hooks } from '../config/hooks/hooks.js';

/**
 * Removes the addresses of flagged clients when the owner switches their storage off: a stopped sidecar
 * would only do so at its next start.
 * @param address of the database; a missing one has nothing to remove
 * @throws SvcError `SVC_STORAGE` when it can't be reached
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
