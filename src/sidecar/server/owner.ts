import type { IncomingMessage } from 'node:http';
import type { Storage } from '../../storage/port.js';
import { can } from '../accounts/can.js';
import { signedIn } from './admin/authenticate.js';

/**
 * Checks whether a request comes from a browser in which an administrator is signed in: the owner's own views aren't
 * visits. The cookie alone is enough, since it changes nothing here.
 * @param now Unix seconds
 */
export async function isOwner(
  request: Pick<IncomingMessage, 'headers'>,
  storage: Storage,
  now: number,
): Promise<boolean> {
  const found = await signedIn(request, { storage }, now);
  if (found === undefined) return false;
  const { id, name, role } = found.user;
  return can({ id, name, role }, 'manage_options');
}
