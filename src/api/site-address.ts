import { SvcError } from '../core/errors.js';
import { isParsableUrl } from '../core/parsable-url.js';

/**
 * The address of a site as a user types it.
 * @param given `https://` where it has no scheme
 * @throws SvcError `SVC_USAGE` for anything but an http or https address without user name and password
 */
export function siteAddress(given: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`;
  const fix = 'Give the address of the site, such as https://example.org.';
  if (!isParsableUrl(url)) throw new SvcError('SVC_USAGE', `"${given}" isn't an address`, { fix });
  const { protocol, username, password, href } = new URL(url);
  if (!/^https?:$/.test(protocol)) {
    throw new SvcError('SVC_USAGE', `"${given}" must begin with http:// or https://`, { fix });
  }
  if (username !== '' || password !== '') {
    const fix = 'Remove them: svc requests the site anonymously.';
    throw new SvcError('SVC_USAGE', 'the address contains a user name or a password', { fix });
  }
  return href;
}
