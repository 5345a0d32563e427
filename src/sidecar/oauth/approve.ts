import type { Storage } from '../../storage/port.js';
import { approveClient } from '../../storage/tables/oauth-clients.js';
import { addCode, tidyCodes } from '../../storage/tables/oauth-codes.js';
import { secretHash } from '../accounts/secret.js';
import type { AuthorizeRequest } from './authorize-request.js';
import type { Scope } from './port.js';
import { CODE_LIFETIME, newCode, REFRESH_LIFETIME } from './secrets.js';

/** What the owner has decided. */
export interface Approval {
  readonly request: AuthorizeRequest;
  /** Account that approves: the client acts as it. */
  readonly userId: number;
  readonly scope: Scope;
  /** Address of our MCP endpoint. */
  readonly resource: string;
}

/**
 * Notes an approval and gives out a code for it.
 * @param now Unix seconds
 * @returns the code, of which only a hash is kept; undefined when the client is gone
 */
export async function approve(
  { write }: Storage,
  { request, userId, scope, resource }: Approval,
  now: number,
): Promise<string | undefined> {
  const code = newCode();
  const { client, redirectUri, challenge } = request;
  const isDone = await write(async (db) => {
    await tidyCodes(db, now);
    if (!(await approveClient(db, client.id, { scope, userId, now }))) return false;
    const hash = secretHash(code);
    const facts = { hash, clientId: client.id, userId, redirectUri, challenge, scope, resource };
    // A second use has to be seen as long as the tokens may live that the code is redeemed for.
    const expires = now + CODE_LIFETIME;
    await addCode(db, { ...facts, expires }, expires + REFRESH_LIFETIME);
    return true;
  });
  return isDone ? code : undefined;
}
