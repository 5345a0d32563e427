import { isPublicAddress, readAddress } from '../../../core/net/address.js';

/** What `NODE_ENV` may say of a site; anything else says nothing. */
const DECLARED = ['production', 'staging', 'development', 'local'];
/** Names that no site on the web has. `.dev` is one of the web's. */
const LOCAL_NAMES = /(?:^localhost|\.(?:test|localhost|local|example|invalid|ddev\.site|lndo\.site))$/;

/**
 * Where a site runs: as declared, else `local` for an address that is unreachable from outside, else `production`.
 * @param declared of `NODE_ENV`
 */
export function environmentOf(siteUrl: string, declared: string | undefined): string {
  if (declared !== undefined && DECLARED.includes(declared)) return declared;
  const host = URL.canParse(siteUrl) ? new URL(siteUrl).hostname.replace(/^\[|\]$/g, '') : '';
  if (readAddress(host) !== undefined) return isPublicAddress(host) ? 'production' : 'local';
  return LOCAL_NAMES.test(host.toLowerCase().replace(/\.$/, '')) ? 'local' : 'production';
}
