import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Router } from 'express';
import { isObject } from '../../../core/json.js';
import { clientKey } from '../../../core/net/client-address.js';
import type { Storage } from '../../../storage/port.js';
import { SharedLimiter } from '../../../storage/shared-limiter.js';
import { sentValues } from '../../oauth/authorize-request.js';
import { registerClient } from '../../oauth/register.js';
import { ACCESS_LIFETIME } from '../../oauth/secrets.js';
import { redeemCode, refresh, refusedToken, revokeToken, type TokenAnswer } from '../../oauth/tokens.js';
import { problemResponse } from '../admin/problem.js';
import { answerPreflight, parseBody, readBody, sendBody } from '../http/request.js';
import type { Services } from '../services.js';

/** A request to one of the endpoints. */
interface OauthCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Client address, as reported by trusted proxies. */
  readonly address: string;
}

/** Answers a `POST`. */
type OauthEndpoint = (call: OauthCall, services: Services) => Promise<void>;

/**
 * Creates the authorization server's endpoints for programs, below `{admin_api}/oauth`: open to everyone and without
 * cookies. When the MCP server is off, and for other methods, the request passes to the next handler, as if the route
 * didn't exist.
 */
export function oauthRouter(services: Services): Router {
  const router = express.Router();
  const endpoints = new Map<string, OauthEndpoint>([
    ['/register', registerEndpoint(services.storage)],
    ['/token', tokenEndpoint],
    ['/revoke', revokeEndpoint],
  ]);
  // A single handler instead of one route each: with routes, Express answers OPTIONS by itself.
  router.use(async (request, response, next) => {
    const { method, path } = request;
    const answer = endpoints.get(path.replace(/\/$/, ''));
    const isKnown = answer !== undefined && (method === 'POST' || method === 'OPTIONS');
    if (!isKnown || !(await services.site.settings()).enable_mcp_server) next();
    else if (method === 'OPTIONS') answerPreflight(response);
    else await answered(answer, { request, response, address: services.addressOf(request) }, services);
  });
  return router;
}

/**
 * Runs an endpoint. Reports a failure as an OAuth error that other origins can read; otherwise, a client would discard
 * its tokens during a short database outage.
 */
async function answered(endpoint: OauthEndpoint, call: OauthCall, services: Services): Promise<void> {
  try {
    await endpoint(call, services);
  } catch (error) {
    services.logError(error, 'oauth');
    const { response } = call;
    if (response.destroyed || response.headersSent) return;
    const problem = problemResponse(error);
    const { status, message, headers } = problem;
    const code = status === 503 ? 'temporarily_unavailable' : 'server_error';
    answerOauth(response, status, { error: code, error_description: message, ...problem.toBody() }, headers);
  }
}

/** Maximum registrations per address and minute. */
const PER_MINUTE = 30;

/**
 * `POST /oauth/register`: registers a client. Errors have the members of RFC 7591 and of the admin API.
 * @see RFC 7591 section 3; spec section 4.1
 */
function registerEndpoint(database: Storage): OauthEndpoint {
  const limiter = new SharedLimiter(database, { name: 'registration', seconds: 60 });
  return async function register({ request, response, address }, { storage, now }) {
    const refuse = (status: number, error: string, message: string, headers: Record<string, string> = {}) =>
      answerOauth(
        response,
        status,
        { error, error_description: message, code: error, message, data: { status } },
        headers,
      );
    const at = now();
    const wait = await limiter.take(clientKey(address), PER_MINUTE, at);
    if (wait > 0) {
      const message = `An address may register ${PER_MINUTE} clients per minute.`;
      return refuse(429, 'temporarily_unavailable', message, { 'Retry-After': String(wait) });
    }
    const body = await readBody(request, MAX_BODY);
    if (body.kind === 'refused') return refuse(body.status, 'invalid_client_metadata', body.message);
    const sent = parseBody(body.bytes, request.headers['content-type']);
    const result = await registerClient(storage, sent.kind === 'json' ? sent.value : undefined, at);
    if (result.kind === 'refused') return refuse(400, result.error, result.description);
    const { id, name, redirectUris, created } = result.client;
    answerOauth(response, 201, {
      client_id: id,
      client_id_issued_at: created,
      redirect_uris: redirectUris,
      client_name: name,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
  };
}

/**
 * `POST /oauth/revoke`: revokes a token at the request of its client. Unknown tokens get the same response as known
 * ones.
 * @see RFC 7009 section 2.2
 */
async function revokeEndpoint({ request, response }: OauthCall, { storage }: Services): Promise<void> {
  const parameters = await readParameters(request, response);
  if (parameters === undefined) return;
  const [token = '', clientId = ''] = ['token', 'client_id'].map((name) => parameters.get(name) ?? '');
  if (token === '') {
    answerError(response, 400, { error: 'invalid_request', description: 'The parameter token is missing.' });
  } else if (await revokeToken(storage, { token, clientId })) {
    answerOauth(response, 200, undefined);
  } else {
    const description = 'The token was given to another client.';
    answerError(response, 400, { error: 'invalid_client', description });
  }
}

/**
 * `POST /oauth/token`: redeems codes and refresh tokens.
 * @see RFC 6749 section 5; spec section 4.1
 */
async function tokenEndpoint({ request, response }: OauthCall, services: Services): Promise<void> {
  const parameters = await readParameters(request, response);
  if (parameters === undefined) return;
  const answer = await answerTo(parameters, services);
  if (answer.kind === 'refused') {
    if (answer.error === 'invalid_client') answerUnknownClient(request, response, answer);
    else answerError(response, 400, answer);
    return;
  }
  const { access, refresh: refreshToken, scope } = answer;
  answerOauth(response, 200, {
    access_token: access,
    token_type: 'Bearer',
    expires_in: ACCESS_LIFETIME,
    refresh_token: refreshToken,
    scope,
  });
}

function answerTo(
  parameters: URLSearchParams,
  { storage, now }: Services,
): TokenAnswer | Promise<TokenAnswer> {
  const get = (name: string) => sentValues(parameters, name)[0] ?? '';
  const repeated = [...new Set(parameters.keys())].find(
    (name) => name !== 'resource' && sentValues(parameters, name).length > 1,
  );
  if (repeated !== undefined) return refusedToken('invalid_request', 'A parameter occurs more than once.');
  const common = { clientId: get('client_id'), resources: sentValues(parameters, 'resource') };
  switch (get('grant_type')) {
    case 'authorization_code': {
      const proof = { redirectUri: get('redirect_uri'), verifier: get('code_verifier') };
      return redeemCode(storage, { ...common, ...proof, code: get('code') }, now());
    }
    case 'refresh_token':
      return refresh(storage, { ...common, refreshToken: get('refresh_token') }, now());
    default:
      return refusedToken('unsupported_grant_type', 'Use authorization_code or refresh_token.');
  }
}

/** Maximum size of a request body in bytes. */
const MAX_BODY = 64 * 1024;

/** Headers of every response. Pages of any origin may use the endpoints, since these use no cookies. */
const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Access-Control-Allow-Origin': '*',
} as const;

/** Sends uncacheable JSON, or an empty body when the value is undefined. */
function answerOauth(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendBody(response, status, value === undefined ? '' : JSON.stringify(value), {
    ...HEADERS,
    ...headers,
  });
}

/** Sends an error as defined in RFC 6749 section 5.2. */
function answerError(
  response: ServerResponse,
  status: number,
  { error, description }: { readonly error: string; readonly description: string },
): void {
  answerOauth(response, status, { error, error_description: description });
}

/** Reports an unknown client. If it sent Basic credentials, the answer names that scheme (RFC 6749 section 5.2). */
function answerUnknownClient(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { error, description }: { readonly error: string; readonly description: string },
): void {
  const challenge = { 'WWW-Authenticate': 'Basic realm="OAuth"' };
  const body = { error, error_description: description };
  answerOauth(response, 401, body, headers.authorization === undefined ? {} : challenge);
}

/**
 * Reads the parameters of a request: those of its body, and the client id that many libraries send as Basic
 * credentials with an empty secret. The query is never read, since addresses end up in logs.
 * @returns undefined after an error was sent
 */
async function readParameters(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<URLSearchParams | undefined> {
  const parameters = await readBodyParameters(request, response);
  const client = basicClient(request.headers.authorization);
  if (client !== undefined && !parameters?.get('client_id')) parameters?.set('client_id', client);
  return parameters;
}

/** Name and secret are form-encoded before they are joined (RFC 6749 section 2.3.1). */
function basicClient(authorization = ''): string | undefined {
  const encoded = /^basic\s+([A-Za-z0-9+/=]+)$/i.exec(authorization.trim())?.[1];
  const [name = ''] = Buffer.from(encoded ?? '', 'base64')
    .toString('utf8')
    .split(':', 1);
  return name === ''
    ? undefined
    : (new URLSearchParams(`name=${name.replace(/&/g, '%26')}`).get('name') ?? name);
}

/** Reads a form, or a flat JSON object, which many clients send. */
async function readBodyParameters(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<URLSearchParams | undefined> {
  const unreadable = (description: string, status = 400): void =>
    answerError(response, status, { error: 'invalid_request', description });
  const body = await readBody(request, MAX_BODY);
  if (body.kind === 'refused') return void unreadable(body.message, body.status);
  const sent = parseBody(body.bytes, request.headers['content-type']);
  if (sent.kind === 'form') return sent.fields;
  if (sent.kind === 'other') return void unreadable('The body must be a form or a JSON object.');
  if (!isObject(sent.value)) return void unreadable("The body isn't a JSON object.");
  const parameters = new URLSearchParams();
  for (const [name, member] of Object.entries(sent.value)) {
    for (const one of [member].flat()) if (typeof one === 'string') parameters.append(name, one);
  }
  return parameters;
}
