import type { GuardedFetch } from '../../core/net/guarded-fetch.js';
import type { Storage } from '../../storage/port.js';
import {
  approveClient,
  findClient as findStored,
  type OauthClient,
  putClient,
} from '../../storage/tables/oauth-clients.js';
import { addCode, deleteExpiredCodes } from '../../storage/tables/oauth-tokens.js';
import { secretHash } from '../accounts/sessions.js';
import { fetchClientDocument, isDocumentAddress } from './client-document.js';
import { meansResource, type Scope } from './port.js';
import { isRegistered } from './register.js';
import { CODE_LIFETIME, newCode, REFRESH_LIFETIME } from './secrets.js';

/** The parameters of an authorize request that count; all others are ignored. */
export const AUTHORIZE_PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
] as const;

/** A valid request, ready for the owner's decision. */
export interface AuthorizeRequest {
  readonly client: OauthClient;
  readonly redirectUri: string;
  readonly challenge: string;
  /** False when only the read scope was requested. */
  readonly wantsWrite: boolean;
  readonly state: string;
}

/** A valid request, or a sentence that describes the problem. */
type AuthorizeCheck =
  | { readonly kind: 'valid'; readonly request: AuthorizeRequest }
  | { readonly kind: 'refused'; readonly problem: string };

/** The inputs of the check. */
interface AuthorizeFacts {
  readonly storage: Storage;
  readonly fetch: GuardedFetch;
  /** Address of the MCP endpoint. */
  readonly resource: string;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * Checks an authorize request. Problems are shown to the owner and never sent to the redirect URI.
 * @param parameters from the query or the form, unchanged
 * @see RFC 6749 section 4.1.2.1
 */
export async function checkAuthorizeRequest(
  parameters: URLSearchParams,
  { storage, fetch, resource, now }: AuthorizeFacts,
): Promise<AuthorizeCheck> {
  const repeated = AUTHORIZE_PARAMETERS.find(
    (name) => name !== 'resource' && sentValues(parameters, name).length > 1,
  );
  if (repeated !== undefined) return refused(`The request contains ${repeated} more than once.`);
  const get = (name: (typeof AUTHORIZE_PARAMETERS)[number]) => sentValues(parameters, name)[0] ?? '';
  const found = await findClient({ storage, fetch }, get('client_id'), now);
  if (found.kind === 'unknown') return refused(found.problem);
  const { client } = found;
  const redirectUri = get('redirect_uri');
  if (!isRegistered(redirectUri, client.redirectUris)) {
    return refused("The redirect_uri of the request isn't registered for this client.");
  }
  const problem = protocolProblem(get, sentValues(parameters, 'resource'), resource);
  if (problem !== undefined) return refused(problem);
  const wantsWrite = asksForWrite(get('scope'));
  const challenge = get('code_challenge');
  return { kind: 'valid', request: { client, redirectUri, challenge, wantsWrite, state: get('state') } };
}

/** The values of a parameter; an empty one counts as not sent (RFC 6749 section 3.1). */
export function sentValues(parameters: URLSearchParams, name: string): readonly string[] {
  return parameters.getAll(name).filter((value) => value !== '');
}

function protocolProblem(
  get: (name: (typeof AUTHORIZE_PARAMETERS)[number]) => string,
  resources: readonly string[],
  resource: string,
): string | undefined {
  if (get('response_type') !== 'code') return 'The response_type of the request must be "code".';
  if (!['', 'query'].includes(get('response_mode')))
    return 'The response_mode of the request must be "query".';
  if (get('code_challenge_method') !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(get('code_challenge'))) {
    return 'The request needs a PKCE code_challenge with the method S256.';
  }
  if (!resources.every((one) => meansResource(one, resource))) {
    return `The request is for a server other than ${resource}.`;
  }
  return undefined;
}

/** Checks whether write access is requested. A missing scope requests everything; unknown scopes are ignored. */
function asksForWrite(scope: string): boolean {
  const scopes = scope.split(' ').filter((one) => one !== '');
  return scopes.length === 0 || scopes.includes('write') || scopes.includes('mcp');
}

function refused(problem: string): AuthorizeCheck {
  return { kind: 'refused', problem };
}

/** A client, or a sentence for the owner that describes why it is unknown. */
type FoundClient =
  | { readonly kind: 'client'; readonly client: OauthClient }
  | { readonly kind: 'unknown'; readonly problem: string };

const UNKNOWN =
  "This client isn't registered here. Start again from the assistant, so that it registers again.";

/**
 * Finds the client of an authorize request: a registered one, or one whose id is the address of its metadata document.
 * The document is fetched and cached for as long as its headers allow, at most a day.
 * @param now Unix seconds
 */
async function findClient(
  { storage, fetch }: { readonly storage: Storage; readonly fetch: GuardedFetch },
  id: string,
  now: number,
): Promise<FoundClient> {
  const stored = await findStored(storage.db, id);
  if (!isDocumentAddress(id)) {
    return stored === undefined ? { kind: 'unknown', problem: UNKNOWN } : { kind: 'client', client: stored };
  }
  if (stored !== undefined && stored.freshUntil > now) return { kind: 'client', client: stored };
  const result = await fetchClientDocument(fetch, id, now);
  if (result.kind === 'problem') return { kind: 'unknown', problem: result.problem };
  await putClient(storage.db, { id, created: now, ...result.document });
  const client = await findStored(storage.db, id);
  return client === undefined ? { kind: 'unknown', problem: UNKNOWN } : { kind: 'client', client };
}

/** The owner's decision. */
interface Approval {
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
