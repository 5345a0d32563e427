import { clientKey } from '../../../core/net/client-address.js';
import { mediaTypeOf } from '../../../core/net/media-type.js';
import { parseJson } from '../../../core/parse-json.js';
import type { Storage } from '../../../storage/port.js';
import { SharedLimiter } from '../../../storage/shared-limiter.js';
import { registerClient } from '../../oauth/register.js';
import { answerOauth, readText } from './answer.js';
import type { OauthEndpoint } from './routes.js';

/** Maximum registrations per address and minute. */
const PER_MINUTE = 30;

/**
 * `POST /oauth/register`: registers a client. Errors have the members of RFC 7591 and of the admin API.
 * @see RFC 7591 section 3; spec section 4.1
 */
export function registerEndpoint(database: Storage): OauthEndpoint {
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
    const text = await readText(request);
    if (text === undefined) return refuse(413, 'invalid_client_metadata', 'The body is too long.');
    const isJson = mediaTypeOf(request.headers['content-type']) === 'application/json';
    const result = await registerClient(storage, isJson ? parseJson(text) : undefined, at);
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
