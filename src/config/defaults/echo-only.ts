import { isObject } from '../../core/json.js';
import { bool, emailText, field, idList, int, ofFeature, urlList } from '../fields.js';
import { asText, cleanBlock, cleanSlug, MAX_URL } from '../text.js';

/** The data of a connection to a messaging service. */
type Integration = Readonly<Record<string, string | number | boolean>>;

/** Settings of the platform without effect on static files: kept for a lossless round trip. */
export const echoOnly = {
  ...ofFeature('none', {
    hide_user_enumeration: bool(false, 'Hide user names from the platform.'),
    disable_author_archives: bool(false, 'Switch author archives off.'),
    hide_wp_version: bool(false, 'Hide the version of the platform.'),
    tidy_head_links: bool(false, "Remove the platform's head links."),
    disable_xmlrpc: bool(false, 'Switch XML-RPC off.'),
    enable_share_copy: bool(true, 'Offer texts for sharing.'),
    search_ignored: idList('Pages left out of search reports.'),
    search_ignored_urls: urlList('Addresses left out of search reports.'),
    cf_purge_on_change: bool(true, "Purge through the platform's CDN extension."),
    digest_enabled: bool(true, 'Send a weekly summary.'),
    digest_recipient: emailText('Recipient of the summary.'),
    digest_day: int(1, { min: 1, max: 7 }, 'Weekday of the summary, 1 is Monday.'),
    digest_hour: int(8, { min: 0, max: 23 }, 'Hour of the summary.'),
    integrations: field<Readonly<Record<string, Integration>>>(
      {},
      'map',
      'at most 20 connections of at most 20 texts, numbers or switches each',
      'Connections to messaging services.',
      readIntegrations,
    ),
  }),
};

/** Merged one level deep by connection; `null` for a connection means that it is not mentioned. */
function readIntegrations(
  input: unknown,
  stored: Readonly<Record<string, Integration>>,
): Readonly<Record<string, Integration>> {
  if (!isObject(input)) return stored;
  const merged = new Map(Object.entries(stored));
  for (const [name, value] of Object.entries(input)) {
    const key = safeKey(name);
    if (key !== '' && isObject(value) && (merged.has(key) || merged.size < 20))
      merged.set(key, readIntegration(value));
  }
  return Object.fromEntries(merged);
}

function readIntegration(value: Readonly<Record<string, unknown>>): Integration {
  const kept = new Map<string, string | number | boolean>();
  for (const [name, item] of Object.entries(value)) {
    const key = safeKey(name);
    const clean = typeof item === 'boolean' || typeof item === 'number' ? finite(item) : asText(item);
    if (key === '' || clean === undefined || (kept.size >= 20 && !kept.has(key))) continue;
    kept.set(key, typeof clean === 'string' ? cleanBlock(clean, MAX_URL) : clean);
  }
  return Object.fromEntries(kept);
}

function finite(value: boolean | number): boolean | number | undefined {
  return typeof value === 'boolean' || Number.isFinite(value) ? value : undefined;
}

/** `__proto__` keeps its letters but not its place: Object.fromEntries makes it an own key, never a prototype. */
function safeKey(name: string): string {
  const key = cleanSlug(name).slice(0, 60);
  return key === '__proto__' ? '' : key;
}
