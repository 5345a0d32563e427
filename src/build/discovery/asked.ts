import type { Hooks } from '../../config/hooks/hooks.js';
import { routedNames } from '../../documents/routed.js';
import type { AskedFilters } from '../../documents/surface.js';
import { surfaces } from '../../documents/table.js';

/** Minimum and maximum validity of `security.txt` in days (RFC 9116 section 2.5.5 recommends under a year). */
const MIN_DAYS = 1;
const MAX_DAYS = 365;

/** A flat name below `/.well-known/`. */
const NAME = /^(?!\.)[\w.~-]+$/;

/** The filters that run before the first condition, each called only here. */
export async function askDiscovery(hooks: Hooks): Promise<AskedFilters> {
  const routed = await hooks.apply('svc_well_known_routed', routedNames(surfaces));
  const schemaUrl = await hooks.apply('svc_schema_url', '');
  return {
    schemaUrl: isWebAddress(schemaUrl) ? schemaUrl : undefined,
    specs: await hooks.apply('svc_well_known_specs', {}),
    cardServer: await hooks.apply('svc_mcp_card_server', ''),
    securityTxt: await hooks.apply('svc_serve_security_txt', true),
    routed: new Set(routed.filter((name) => NAME.test(name))),
  };
}

/**
 * Days until `security.txt` expires.
 * @param configured the setting
 */
export async function askSecurityDays(hooks: Hooks, configured: number): Promise<number> {
  const days = Math.trunc(await hooks.apply('svc_security_txt_expires_days', configured));
  return Math.min(MAX_DAYS, Math.max(MIN_DAYS, days));
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
