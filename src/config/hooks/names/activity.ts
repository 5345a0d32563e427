import { count, flag, objects, textListMap, textMap, texts } from '../guards.js';
import { action, filter } from '../row.js';

/** Filters of the visit log, of verification and of blocking. */
export const activityFilters = {
  svc_agent_map: filter(textMap, 'Label by User-Agent token.'),
  svc_known_agents: filter(textListMap, 'Name, operator, kind and URL by User-Agent token.'),
  svc_generic_ua_tokens: filter(texts, 'Words of User-Agents that identify no client.'),
  svc_spoof_signatures: filter(texts, 'Patterns of devices so old that the User-Agent must be false.'),
  svc_activity_skip_self: filter(flag, "Whether the owner's own visits are left out."),
  svc_activity_retention_days: filter(count, 'Days that visits are kept, at least 1.'),
  svc_activity_max_rows: filter(count, 'Maximum number of stored visits; 0 for no limit.'),
  svc_activity_clients_limit: filter(count, 'Clients listed in the overview, 1–200.'),
  svc_activity_endpoints_limit: filter(count, 'Endpoints listed in the overview, 1–200.'),
  svc_flagged_ips_max_rows: filter(count, 'Maximum number of stored addresses of flagged clients.'),
  svc_flagged_ip_retention_days: filter(count, 'Days that addresses of flagged clients are kept.'),
  svc_verify_bots: filter(flag, 'Whether the sidecar verifies bots.'),
  svc_verifier_registry: filter(objects, 'Bots that can be verified.'),
  svc_verify_slow_ms: filter(count, 'Milliseconds after which a DNS answer is too slow.'),
  svc_verify_trip_strikes: filter(
    count,
    'Slow answers of the name servers of a zone that pause its verification.',
  ),
  svc_verify_lookup_budget: filter(count, 'New DNS look-ups per minute.'),
  svc_wba_fetch_budget: filter(count, 'New key directories fetched per minute.'),
  svc_known_signature_agents: filter(textMap, 'Label by origin of a recognised signer.'),
  svc_new_agent_seconds: filter(count, 'Seconds that a client counts as new.'),
  svc_burst_min_hits: filter(count, 'Visits within an hour that make a burst.'),
  svc_heavy_min_hits: filter(count, 'Visits within the window that make a heavy client.'),
  svc_threats_limit: filter(count, 'Rows of the review queue.'),
  svc_block_allowlist: filter(texts, 'Clients that are never refused.'),
  svc_engine_signatures: filter(texts, 'Patterns of search engines that are never refused.'),
  svc_deny_request: filter<boolean, [userAgent: string]>(flag, 'The final decision on refusing a request.', [
    'userAgent',
  ]),
  svc_ai_referral_sources: filter(objects, 'Assistants that readers come from.'),
  svc_referrals_max_rows: filter(count, 'Maximum number of stored referral rows; the busiest stay.'),
  svc_referral_beacon: filter(flag, 'Whether referrals are counted in the browser.'),
  svc_referral_beacon_rate: filter(count, 'Beacons accepted per minute; 0 for no limit.'),
  svc_unknown_sources_max_rows: filter(
    count,
    'Maximum number of stored unknown referrers; the busiest stay.',
  ),
};

/** Actions of the visit log. */
export const activityActions = {
  svc_impostor_flagged: action<[agent: string, userAgent: string]>(
    'Visits of a proven impostor have been recorded: its label and its User-Agent, never an address.',
    ['agent', 'userAgent'],
  ),
};
