import { sentValues } from '../../oauth/authorize-request.js';
import { redeemCode } from '../../oauth/redeem-code.js';
import { refresh } from '../../oauth/refresh.js';
import { ACCESS_LIFETIME } from '../../oauth/secrets.js';
import { refusedToken, type TokenAnswer } from '../../oauth/token-answer.js';
import type { Services } from '../services.js';
import { answerError, answerOauth, answerUnknownClient, readParameters } from './answer.js';
import type { OauthCall } from './routes.js';

/**
 * `POST /oauth/token`: redeems codes and refresh tokens.
 * @see RFC 6749 section 5; spec section 4.1
 */
export async function tokenEndpoint({ request, response }: OauthCall, services: Services): Promise<void> {
  const body = await readParameters(request);
  if (body.kind === 'unreadable') {
    answerError(response, body.status, { error: 'invalid_request', description: body.description });
    return;
  }
  const answer = await answerTo(body.parameters, services);
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
