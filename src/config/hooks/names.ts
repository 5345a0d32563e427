import { isObject, type JsonObject } from '../../core/json.js';
import type { Settings } from '../settings.js';
import { type ActionRow, action, type FilterRow, filter, type Shape } from './row.js';
import type { YieldKey } from './yield-key.js';

/** Checks whether a hook's result has the required form. */
export type Guard<Value> = (value: unknown) => value is Value;

const isText: Guard<string> = (value) => typeof value === 'string';
const isCount: Guard<number> = (value): value is number => Number.isFinite(value);
const isFlag: Guard<boolean> = (value) => typeof value === 'boolean';
const isJson: Guard<JsonObject> = isObject;

function isListOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

function isMapOf<T>(guard: Guard<T>): Guard<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> => isJson(value) && Object.values(value).every(guard);
}

const text: Shape<string> = { name: 'text', guard: isText };
const count: Shape<number> = { name: 'number', guard: isCount };
const flag: Shape<boolean> = { name: 'true or false', guard: isFlag };
const json: Shape<JsonObject> = { name: 'object', guard: isJson };
const texts: Shape<readonly string[]> = { name: 'list of texts', guard: isListOf(isText) };
const objects: Shape<readonly JsonObject[]> = { name: 'list of objects', guard: isListOf(isJson) };
const textMap: Shape<Readonly<Record<string, string>>> = {
  name: 'map of texts',
  guard: isMapOf(isText),
};
const textListMap: Shape<Readonly<Record<string, readonly string[]>>> = {
  name: 'map of lists of texts',
  guard: isMapOf(isListOf(isText)),
};

const isTextOrCount: Guard<string | number> = (value): value is string | number =>
  isText(value) || isCount(value);
const textsOrNumbers: Shape<readonly (string | number)[]> = {
  name: 'list of texts or numbers',
  guard: isListOf(isTextOrCount),
};

const isJsonOrNull: Guard<JsonObject | null> = (value): value is JsonObject | null =>
  value === null || isJson(value);
const jsonOrNull: Shape<JsonObject | null> = { name: 'object, or null to drop it', guard: isJsonOrNull };

/** Filters of the settings store. Results are made valid like any other input. */
const settingsFilters = {
  svc_default_settings: filter(json, 'Settings of a site that has stored nothing.'),
  svc_settings: filter(
    json,
    'Settings as they are read; never stored. It can hide more than the owner does, but not less.',
  ),
  svc_sanitize_settings: filter<JsonObject, [input: unknown]>(json, 'Settings before they are stored.', [
    'input',
  ]),
};

/** Events in the life of settings. */
const settingsActions = {
  svc_settings_reset: action<[settings: Settings]>('Settings have been reset.', ['settings']),
};

/** Filters of the MCP server and of the access record. */
const mcpFilters = {
  svc_mcp_server_abilities: filter(texts, 'Abilities that the MCP server exposes; the list can only shrink.'),
  svc_mcp_server_resources: filter(texts, 'Documents that the MCP server exposes.'),
  svc_agent_access_enabled: filter(flag, 'Whether calls by machine clients are recorded.'),
  svc_agent_access_event: filter(jsonOrNull, 'One access event before it is recorded; null drops it.'),
  svc_agent_access_retention_days: filter(count, 'Days that access events are kept.'),
};

/** Actions of the MCP server. */
const mcpActions = {
  svc_mcp_server: action<[desk: object]>(
    'The MCP server is about to answer a signed-in request; use `desk` for tools and resources that need more of the protocol than an ability (docs/mcp-server.md).',
    ['desk'],
  ),
};

/** Filters of the discovery documents and of serving as a whole. */
const discoveryFilters = {
  svc_schema_url: filter(text, 'Address of the wire-format schema; anything but a URL is ignored.'),
  svc_documents: filter(textMap, 'The documents map: name to URL. Empty values are removed.'),
  svc_envelope: filter(
    json,
    'The whole discovery document, after all other filters. It is then validated, hidden resources are removed again, and `capabilities` is computed again.',
  ),
  svc_well_known_routed: filter(
    texts,
    'Names below `/.well-known/` that are routed and answer preflight requests.',
  ),
  svc_well_known_specs: filter(textMap, 'Label of the governing standard by well-known name.'),
  svc_yield_surface: filter<boolean, [surface: YieldKey]>(
    flag,
    'True leaves a document to another program: it is neither served nor advertised.',
    ['surface'],
  ),
  svc_signed_surfaces: filter(
    texts,
    'Documents that are signed, by the names of their files; JSON documents only.',
  ),
  svc_resource_types: filter(texts, 'More resource types; the built-in types stay.'),
  svc_rest_discovery: filter(flag, 'False keeps the read API out of the discovery document.'),
  svc_rest_namespaces: filter(texts, 'API namespaces that are published in discovery.'),
  svc_discoverable_ability: filter<boolean, [name: string]>(
    flag,
    'Whether an ability appears in public documents.',
    ['name'],
  ),
  svc_publish_gated_abilities: filter(flag, 'True publishes abilities that need sign-in.'),
  svc_agent_skills: filter(objects, 'Rows of the agent skills index; none left means no index.'),
  svc_mcp: filter(json, 'The MCP descriptor.'),
  svc_mcp_card_server: filter(text, 'Id of the MCP server that the unnumbered server card describes.'),
  svc_sitemap: filter(
    json,
    'A sitemap that another program makes: `{url, source, label}`; empty `url` for none.',
  ),
  svc_security_txt: filter(text, 'The whole text of `security.txt`, for instance to sign it.'),
  svc_security_txt_expires_days: filter(count, 'Days until `security.txt` expires, 1–365.'),
  svc_serve_security_txt: filter(flag, 'Whether `security.txt` is generated.'),
};

/** Filters of content scope, texts, checks and score. */
const contentFilters = {
  svc_post_types: filter(texts, "Content types that agents may see; the owner's veto comes after it."),
  svc_checkable_post_types: filter(texts, 'Content types that are checked.'),
  svc_citability_post_types: filter(texts, 'Content types that count as articles in the checks.'),
  svc_commerce_post_types: filter(texts, "Content types of shops, which aren't graded."),
  svc_gradeable_post: filter<boolean, [id: number]>(flag, 'Whether a page is graded.', ['id']),
  svc_evergreen_categories: filter(textsOrNumbers, 'Categories that the freshness check ignores.'),
  svc_changes_max: filter(count, 'Maximum number of items of the change feed, 1–2000.'),
  svc_tombstone_retain_days: filter(count, 'Days that deleted pages stay in the change feed, 1–3650.'),
  svc_topic_exclude: filter(texts, 'Slugs that never become topics.'),
  svc_video_hosts: filter(texts, 'Hosts whose frames are videos.'),
  svc_media_key_skip_segments: filter(texts, 'Path segments to ignore when media files are compared.'),
  svc_transcript_label_pattern: filter(text, 'Pattern of headings that announce a transcript.'),
  svc_entity_types: filter(texts, 'More kinds of entity for `identity.entity_type`.', [], 'pending'),
  svc_entity_image: filter(text, 'Address of the image of the person or organisation.'),
  svc_defer_schema: filter(flag, 'True leaves structured data to another program.'),
  svc_readiness_checks: filter(objects, 'Readiness rows: `{id, label, status, detail, fix, action}`.'),
  svc_page_checks: filter<readonly Readonly<Record<string, unknown>>[], [id: number]>(
    objects,
    'Rows of the content checks of one page.',
    ['id'],
  ),
  svc_page_ruleset: filter(text, 'A text that changes when added content checks change.'),
  svc_findings: filter(json, 'What the findings screen shows.'),
  svc_worklist: filter(objects, 'Rows of the content worklist.'),
  svc_coverage: filter<Readonly<Record<string, unknown>>, [id: number]>(
    json,
    'How well a page answers its focus keyword.',
    ['id'],
  ),
  svc_coverage_stopwords: filter(texts, 'Words to ignore when coverage is measured.'),
  svc_cited_stale_days: filter(count, 'Days until citation results are stale; 0 for never.'),
  svc_exposed_paths: filter(texts, 'Paths that must stay private, for the exposed-files check.'),
  svc_internal_links_enabled: filter(flag, 'Whether internal links are suggested.'),
  svc_visibility_max_checks_per_run: filter(count, 'Maximum number of citation checks in a run.'),
  svc_assist_rate_max: filter(count, 'Paid suggestions per user and minute; 0 for no limit.'),
};

/** Events in the life of content. */
const contentActions = {
  svc_warm_llms_full: action('Content has changed: `llms-full.txt` has been rebuilt.'),
  svc_agent_wrote_content: action<[id: number, change: 'create' | 'update']>(
    'An assistant has written content.',
    ['id', 'change'],
  ),
};

/** Filters of the visit log, of verification and of blocking. */
const activityFilters = {
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
const activityActions = {
  svc_impostor_flagged: action<[agent: string, userAgent: string]>(
    'Visits of a proven impostor have been recorded: its label and its User-Agent, never an address.',
    ['agent', 'userAgent'],
  ),
};

/** Every filter, by name. */
export const filters = {
  ...discoveryFilters,
  ...contentFilters,
  ...settingsFilters,
  ...mcpFilters,
  ...activityFilters,
};

/** Every action, by name. */
export const actions = { ...contentActions, ...settingsActions, ...mcpActions, ...activityActions };

/** All hooks by topic, for the reference. */
export const hookGroups: readonly {
  readonly title: string;
  readonly rows: Readonly<Record<string, FilterRow<unknown> | ActionRow>>;
}[] = [
  { title: 'Discovery', rows: discoveryFilters },
  { title: 'Content, checks and score', rows: { ...contentFilters, ...contentActions } },
  { title: 'Settings', rows: { ...settingsFilters, ...settingsActions } },
  { title: 'MCP server', rows: { ...mcpFilters, ...mcpActions } },
  { title: 'Visits, verification and blocking', rows: { ...activityFilters, ...activityActions } },
];

export type FilterName = keyof typeof filters;
export type ActionName = keyof typeof actions;

/** The type of the value that a filter is given and returns. */
export type FilterValue<N extends FilterName> =
  (typeof filters)[N] extends FilterRow<infer V, infer _A> ? V : never;

/** The further arguments of a filter. */
export type FilterArgs<N extends FilterName> =
  (typeof filters)[N] extends FilterRow<infer _V, infer A> ? A : never;

/** The arguments of an action. */
export type ActionArgs<N extends ActionName> = (typeof actions)[N] extends ActionRow<infer A> ? A : never;

/** A plugin's filter: it returns the value, changed or not. */
export type FilterFunction<N extends FilterName> = (
  value: FilterValue<N>,
  ...args: FilterArgs<N>
) => FilterValue<N> | Promise<FilterValue<N>>;

/** A plugin's action. */
export type ActionFunction<N extends ActionName> = (...args: ActionArgs<N>) => unknown;
