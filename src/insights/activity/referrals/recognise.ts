/** Recognises the assistant that sent a visitor. */

import { isHttpUrl, isParsableUrl } from '../../../core/parsable-url.js';

/** The origin of a visit, from the browser. */
export interface Arrival {
  /** The `Referer`, or empty. */
  readonly referrer: string;
  /** Value of `utm_source`, or empty. */
  readonly utm: string;
}

/** A visit that an assistant sent, one from another source, or one without an origin. */
export type VisitOrigin =
  | { readonly kind: 'assistant'; readonly label: string }
  | { readonly kind: 'host' | 'utm'; readonly token: string }
  | undefined;

/** Maximum number of characters of a stored unknown source. */
const MAX_HOST = 190;
const MAX_UTM = 60;
/** Maximum number of characters of a path. */
const MAX_PATH = 190;

/**
 * The origin of a visit: the referring host decides, then `utm_source`.
 * @param ownHost host of the site, possibly with a port; it and its subdomains are not referrers
 */
export function recogniseOrigin(
  { referrer, utm }: Arrival,
  sources: readonly ReferralSource[],
  ownHost: string,
): VisitOrigin {
  const host = externalHost(referrer, ownHost);
  const byHost = host === '' ? undefined : sources.find(({ hosts }) => hosts.some((one) => isOf(host, one)));
  if (byHost !== undefined) return { kind: 'assistant', label: byHost.label };
  // PostgreSQL takes no NUL in texts, and the other control characters are invisible.
  const token = utm
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase();
  const plain = plainHost(token);
  const byToken = sources.find(({ hosts, tokens }) => plain !== '' && [...hosts, ...tokens].includes(plain));
  if (byToken !== undefined) return { kind: 'assistant', label: byToken.label };
  if (host !== '') return { kind: 'host', token: host.slice(0, MAX_HOST) };
  return token === '' ? undefined : { kind: 'utm', token: [...token].slice(0, MAX_UTM).join('') };
}

/**
 * The landing page in its stored form: only the path.
 * @param target path or address, possibly with a query
 */
export function landingPath(target: string): string {
  // Browsers percent-encode everything but ASCII; so does this.
  const absolute = target.startsWith('/') ? `http://x${target}` : target;
  const path = isParsableUrl(absolute) ? new URL(absolute).pathname : '/';
  // After `javascript:` there is something else, which must never become a link.
  if (!path.startsWith('/')) return '/';
  // With two leading slashes it would be a host name where it is used as a link.
  return path.replace(/^\/{2,}/, '/').slice(0, MAX_PATH);
}

/** Value of `utm_source` in a query without question mark; empty when there is none. */
export function utmSourceOf(query: string): string {
  return query.includes('utm_source=') ? (new URLSearchParams(query).get('utm_source') ?? '') : '';
}

function externalHost(referrer: string, ownHost: string): string {
  if (!isHttpUrl(referrer)) return '';
  const host = plainHost(new URL(referrer).hostname);
  return isOf(host, plainHost(ownHost.replace(/:\d+$/, ''))) ? '' : host;
}

function isOf(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** An assistant that sends readers. */
export interface ReferralSource {
  /** Shown and stored; at most 40 characters. */
  readonly label: string;
  /** Lower case, without `www.`; subdomains belong to them. */
  readonly hosts: readonly string[];
  /** Bare values of `utm_source`, lower case; hosts match too. */
  readonly tokens: readonly string[];
}

/** Most characters of a label. */
const MAX_LABEL = 40;

/**
 * The known assistants by the address of their pages. Hosts that also serve ordinary search are left out
 * on purpose.
 */
export const REFERRAL_SOURCES: readonly ReferralSource[] = [
  source('ChatGPT', 'chatgpt.com chat.openai.com', 'chatgpt openai'),
  source('Perplexity', 'perplexity.ai', 'perplexity'),
  source('Gemini', 'gemini.google.com bard.google.com', 'gemini'),
  source('Copilot', 'copilot.microsoft.com', 'copilot'),
  source('Claude', 'claude.ai claude.com', 'claude'),
  source('Grok', 'grok.com', 'grok'),
  source('DeepSeek', 'deepseek.com', 'deepseek'),
  source('Meta AI', 'meta.ai'),
  source('Mistral', 'chat.mistral.ai'),
  source('DuckDuckGo AI', 'duck.ai'),
  source('Phind', 'phind.com'),
  source('You.com', 'you.com'),
  source('Poe', 'poe.com'),
];

/** The catalogue in the form of `svc_ai_referral_sources`. */
export function sourcesAsJson(): readonly Readonly<Record<string, unknown>>[] {
  return REFERRAL_SOURCES.map((one) => ({ ...one }));
}

/** Reads the plugins' result for the catalogue; a row without a label or without anything to match is dropped. */
export function sourcesFromJson(
  rows: readonly Readonly<Record<string, unknown>>[],
): readonly ReferralSource[] {
  return rows.flatMap((row) => {
    const label = typeof row['label'] === 'string' ? row['label'].trim().slice(0, MAX_LABEL) : '';
    const hosts = texts(row['hosts']).map(plainHost);
    const tokens = texts(row['tokens']);
    return label === '' || hosts.length + tokens.length === 0 ? [] : [{ label, hosts, tokens }];
  });
}

/** A host in the form of the catalogue. */
function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}

function source(label: string, hosts: string, tokens = ''): ReferralSource {
  return { label, hosts: hosts.split(' '), tokens: tokens === '' ? [] : tokens.split(' ') };
}

function texts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) =>
    typeof one === 'string' && one.trim() !== '' ? [one.trim().toLowerCase()] : [],
  );
}
