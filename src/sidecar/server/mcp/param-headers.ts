/** Checks the headers of MCP requests. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import {
  localhostAllowedHostnames,
  SUPPORTED_PROTOCOL_VERSIONS,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { attempt } from '../../../core/attempt.js';
import { isObject } from '../../../core/json.js';
import type { AbilityCaller, JsonSchema } from '../../abilities/ability.js';
import { challenge } from '../../oauth/port.js';
import { authenticate } from '../admin/dispatch.js';
import { AdminProblem } from '../admin/problem.js';
import type { Services } from '../services.js';
import { extend } from './catalog.js';
import { type Message, messageProblem } from './messages.js';
import type { McpSession } from './sdk-server.js';

/** JSON-RPC code for header fields that contradict the message. */
const MISMATCH = -32_020;
const ENCODED = /^=\?base64\?(.*)\?=$/s;
const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Checks calls of the protocol version whose tools may repeat arguments in header fields: every argument whose schema
 * names an `x-mcp-header` must also be sent as `Mcp-Param-<name>`, with the same value. The SDK checks `Mcp-Name`.
 * @throws AdminProblem 400 with code -32020
 * @see MCP 2026-07-28, Streamable HTTP, "Custom headers"; SEP-2243
 */
export async function checkParamHeaders(
  message: Message,
  headers: IncomingHttpHeaders,
  session: McpSession,
): Promise<void> {
  if (!message.isModern || message.method !== 'tools/call') return;
  const bad = Object.keys(headers).find((name) => isParam(name) && decoded(headers[name]) === undefined);
  if (bad !== undefined) throw mismatch(message, `The field ${bad} isn't valid base64 of UTF-8 text.`);
  const schema = await schemaOf(message.name ?? '', session);
  if (schema === undefined) return;
  for (const { field, value } of declared(schema, argumentsOf(message))) {
    const given = decoded(headers[field]);
    if (headers[field] === undefined) throw mismatch(message, `The field ${field} is missing.`);
    if (given === undefined || !isSame(given, value)) {
      throw mismatch(message, `The field ${field} and the argument of the message differ.`);
    }
  }
}

function mismatch({ id }: Message, text: string): AdminProblem {
  return messageProblem(400, MISMATCH, text, { id });
}

function isParam(name: string): boolean {
  return name.startsWith('mcp-param-');
}

async function schemaOf(name: string, session: McpSession): Promise<JsonSchema | undefined> {
  const ability = session.catalog.tools.get(name);
  if (ability !== undefined || !session.catalog.streams) return ability?.input;
  const { tools } = await extend(session);
  return tools.get(name)?.tool.inputSchema as JsonSchema | undefined;
}

function argumentsOf({ json }: Message): unknown {
  const params = isObject(json) ? json['params'] : undefined;
  return isObject(params) ? params['arguments'] : undefined;
}

interface Declared {
  readonly field: string;
  readonly value: string | number | boolean;
}

/** Returns the given arguments whose schema names a field, including those of nested objects. */
function declared(schema: JsonSchema, given: unknown): readonly Declared[] {
  const { properties } = schema;
  if (!isObject(properties) || !isObject(given)) return [];
  return Object.entries(properties).flatMap(([name, part]) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (!isObject(part) || value === undefined || value === null) return [];
    const header = part['x-mcp-header'];
    if (typeof header !== 'string') return declared(part, value);
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isPlain ? [{ field: `mcp-param-${header.toLowerCase()}`, value }] : [];
  });
}

/** Decodes the value of a field; undefined where the field is missing or not encoded correctly. */
function decoded(given: string | readonly string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  const field = String(given);
  const text = ENCODED.exec(field)?.[1];
  if (text === undefined) return field;
  if (!CANONICAL.test(text)) return undefined;
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64')));
}

/** Compares a field with an argument; numbers by value, so that `42.0` equals 42. */
function isSame(given: string, value: Declared['value']): boolean {
  if (typeof value === 'number' && /^-?\d+(?:\.\d+)?$/.test(given)) return Number(given) === value;
  return given === String(value);
}

/** The host and origin of a request, as reported by trusted proxies. */
export interface Origins {
  /** Requested host name. */
  readonly host: string;
  readonly origin: string | undefined;
}

/**
 * Refuses requests that a page of another site may have triggered in a browser: to a foreign host name that resolves
 * to this server (DNS rebinding), or with a foreign `Origin` and credentials that the browser adds by itself. Browsers
 * don't add tokens, so assistants in web pages may send theirs from any origin. A numeric address can't be rebound.
 * @param isAmbient whether the request has credentials that a browser adds by itself
 * @throws AdminProblem 403
 * @see MCP, Streamable HTTP, "Security warning"
 */
export function checkOrigins({ host, origin }: Origins, own: readonly string[], isAmbient: boolean): void {
  const names = [...new Set([...own, ...localhostAllowedHostnames()])];
  const plain = host.replace(/^\[|\]$/g, '');
  if (isIP(plain) === 0 && !names.includes(host.toLowerCase())) {
    const message = `"${host}" isn't a host name of this site. Let the reverse proxy pass on the Host field, or list it in trustedProxies.`;
    throw new AdminProblem(403, 'rest_forbidden_host', message);
  }
  if (isAmbient && !validateOriginHeader(origin, names).ok) {
    const message = "Pages of other sites aren't allowed to call this server.";
    throw new AdminProblem(403, 'rest_forbidden_origin', message);
  }
}

/** Checks for credentials that a browser adds by itself. A request with a token has none: only the token counts. */
export function hasAmbientCredentials({ headers }: IncomingMessage): boolean {
  return headers.authorization === undefined && headers.cookie !== undefined;
}

/** Returns the host names of the site and its sidecar. */
export function ownNames({ base, config }: Pick<Services, 'base' | 'config'>): readonly string[] {
  const addresses = [base, config.site?.url].filter((address) => address !== undefined);
  return addresses.map((address) => new URL(address).hostname);
}

/**
 * Identifies the caller of the MCP server by a token, or by a browser session with its nonce. A token takes
 * precedence, since its permissions are narrower.
 * @throws AdminProblem 401 with the challenge that points to the sign-in metadata
 */
export async function identify(request: IncomingMessage, services: Services): Promise<AbilityCaller> {
  const now = services.now();
  const { authorization, 'user-agent': userAgent = '' } = request.headers;
  if (authorization !== undefined) {
    const bearer = await services.credentials.authenticateBearer(authorization, { now, userAgent });
    if (bearer === undefined) throw unauthorized(services, /^bearer(?:\s|$)/i.test(authorization.trim()));
    return bearer;
  }
  const caller = await authenticate(request, {}, services, now).catch((error: unknown) => {
    if (error instanceof AdminProblem) return undefined;
    throw error;
  });
  if (caller === undefined) throw unauthorized(services);
  return { actor: caller.actor, scope: 'write', credential: { kind: 'session' } };
}

/** Returns the key for rate limiting. */
export function rateKey({ actor, credential }: AbilityCaller): string {
  switch (credential.kind) {
    case 'oauth':
      return `oauth ${credential.clientId} ${actor.id}`;
    case 'shared':
      return 'shared';
    case 'session':
      return `session ${actor.id}`;
  }
}

function unauthorized({ base }: Pick<Services, 'base'>, sent = false): AdminProblem {
  return new AdminProblem(401, 'rest_forbidden', 'Connect with OAuth, or send the connection token.', {
    headers: {
      'WWW-Authenticate': challenge(base, sent),
      'Access-Control-Expose-Headers': 'WWW-Authenticate',
    },
  });
}

/** The version without `initialize`; the message itself names it. */
const MODERN = '2026-07-28';
/** JSON-RPC code for an unsupported version. */
const UNSUPPORTED = -32_022;

/**
 * Refuses an unsupported version in the header field and lists the supported ones, so that a client can continue with
 * one of them. `initialize` determines the version by its body, and the SDK checks messages that name one themselves.
 * @throws AdminProblem 400
 */
export function checkVersion({ id, method, isModern }: Message, headers: IncomingHttpHeaders): void {
  const requested = headers['mcp-protocol-version'];
  if (requested === undefined || requested === '' || isModern || method === 'initialize') return;
  const supported = [MODERN, ...SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version !== MODERN)];
  if (supported.includes(String(requested))) return;
  const text = `Protocol version ${String(requested)} isn't supported. Use one of: ${supported.join(', ')}.`;
  throw messageProblem(400, UNSUPPORTED, text, { id, data: { supported, requested } });
}
