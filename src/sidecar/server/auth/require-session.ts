import { basePathOf } from '../../../core/base-path.js';
import type { SignedIn } from '../../accounts/sessions.js';
import { signedIn } from '../admin/authenticate.js';
import type { Services } from '../services.js';
import { sendOn } from './page.js';
import type { PageCall } from './page-call.js';

/**
 * Finds the user who looks at a page. A signed-out one is sent to the sign-in page, and back from there.
 * @param path where to come back to, below the base, with its query
 * @returns undefined once the browser has been sent on
 */
export async function requireSession(
  call: Pick<PageCall, 'request' | 'response'>,
  services: Services,
  path: string,
): Promise<SignedIn | undefined> {
  const found = await signedIn(call.request, services, services.now());
  if (found === undefined) {
    const target = `${basePathOf(services.base)}${path}`;
    sendOn(call.response, `${services.base}/svc/login?return_to=${encodeURIComponent(target)}`);
  }
  return found;
}
