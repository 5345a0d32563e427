import { revokeToken } from '../../oauth/revoke.js';
import type { Services } from '../services.js';
import { answerError, answerOauth, readParameters } from './answer.js';
import type { OauthCall } from './routes.js';

/**
 * `POST /oauth/revoke`: revokes a token at the request of its client. Unknown tokens get the same response as known
 * ones.
 * @see RFC 7009 section 2.2
 */
export async function revokeEndpoint({ request, response }: OauthCall, { storage }: Services): Promise<void> {
  const body = await readParameters(request);
  if (body.kind === 'unreadable') {
    answerError(response, body.status, { error: 'invalid_request', description: body.description });
    return;
  }
  const [token = '', clientId = ''] = ['token', 'client_id'].map((name) => body.parameters.get(name) ?? '');
  if (token === '') {
    answerError(response, 400, { error: 'invalid_request', description: 'The parameter token is missing.' });
  } else if (await revokeToken(storage, { token, clientId })) {
    answerOauth(response, 200, undefined);
  } else {
    const description = 'The token was given to another client.';
    answerError(response, 400, { error: 'invalid_client', description });
  }
}
