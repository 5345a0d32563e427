import type { User } from '../../../storage/tables/users.js';
import { secretHash } from '../../accounts/secret.js';
import { SESSION_LIFETIME, startSession } from '../../accounts/sessions.js';
import { SESSION_COOKIE } from '../admin/authenticate.js';
import { formatCookie } from '../http/request.js';
import type { Services } from '../services.js';
import { cookiePath } from './form-guard.js';
import type { PageCall } from './page.js';

/** Starts a session for an account in the requesting browser. */
export async function openSession(
  { request, address }: PageCall,
  { storage, base, now }: Services,
  user: Pick<User, 'id'>,
): Promise<{ readonly cookie: string; readonly session: string }> {
  const visitor = { userAgent: request.headers['user-agent'] ?? '', address };
  const secret = await startSession(storage, user.id, visitor, now());
  const options = { maxAge: SESSION_LIFETIME, path: cookiePath(base), secure: base.startsWith('https:') };
  return {
    cookie: formatCookie(SESSION_COOKIE, secret, { ...options, sameSite: 'Lax' }),
    session: secretHash(secret),
  };
}
