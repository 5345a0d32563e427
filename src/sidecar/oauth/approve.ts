import type { Storage } from '../../storage/port.js';
import { approveClient } from '../../storage/tables/oauth-clients.js';
import { addCode, deleteExpiredCodes } from '../../storage/tables/oauth-codes.js';
import { secretHash } from '../accounts/secret.js';
import type { AuthorizeRequest } from './authorize-request.js';
import type { Scope } from './port.js';
import { CODE_LIFETIME, newCode, REFRESH_LIFETIME } from './secrets.js';

/** The owner's decision. */
export interface Approval {
  readonly request: AuthorizeRequest;
  /** The approving account; the client acts as this account. */
  readonly userId: number;
  readonly scope: Scope;
  /** Address of the MCP endpoint. */
  readonly resource: string;
}

/**
 * Stores an approval and issues a code for it.
 * @param now Unix seconds
 * @returns the code, stored only as a hash; undefined when the client no longer exists
 */
export async function approve(
  { write }: Storage,
  { request, userId, scope, resource }: Approval,
  now: number,
): Promise<string | undefined> {
  const code = newCode();
  const { client, redirectUri, challenge } = request;
  const isDone = await write(async (db) => {
    await deleteExpiredCodes(db, now);
    if (!(await approveClient(db, client.id, { scope, userId, now }))) return false;
    const hash = secretHash(code);
    const facts = { hash, clientId: client.id, userId, redirectUri, challenge, scope, resource };
    // Reuse must be detectable for as long as the tokens issued for the code may live.
    const expires = now + CODE_LIFETIME;
    await addCode(db, { ...facts, expires }, expires + REFRESH_LIFETIME);
    return true;
  });
  return isDone ? code : undefined;
}
