import type { SignedIn } from '../../accounts/sessions.js';
import { signedIn } from '../admin/authenticate.js';
import type { Services } from '../services.js';
import { sendOn } from './page.js';
import type { PageCall } from './page-call.js';

/**
 * Returns the signed-in user of a page. A signed-out user is redirected to the sign-in page, and back afterwards.
 * @param path return address, below the base, with its query
 * @returns undefined after the browser was redirected
 */
export async function requireSession(
  call: Pick<PageCall, 'request' | 'response'>,
  services: Services,
  path: string,
): Promise<SignedIn | undefined> {
  const found = await signedIn(call.request, services, services.now());
  if (found === undefined) {
    const target = `${services.basePath}${path}`;
    sendOn(call.response, `${services.basePath}/svc/login?return_to=${encodeURIComponent(target)}`);
  }
  return found;
}
