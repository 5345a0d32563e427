import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import {
  localhostAllowedHostnames,
  SUPPORTED_PROTOCOL_VERSIONS,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { AbilityCaller } from '../../abilities/ability.js';
import { challenge } from '../../oauth/port.js';
import { authenticate } from '../admin/authenticate.js';
import { AdminProblem } from '../admin/problem.js';
import type { Services } from '../services.js';
import { type Message, messageProblem } from './messages.js';

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
export const MODERN = '2026-07-28';
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
