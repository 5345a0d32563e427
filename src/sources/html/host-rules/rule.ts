import { saysNoindex } from '../../../content/html/robots.js';
import { type PathPattern, starPattern } from './path-pattern.js';

/** A rule in the configuration of a host by which some pages aren't for every reader. */
export interface HostRule {
  readonly about: 'noindex' | 'protected';
  readonly pattern: PathPattern;
  /** As written: `X-Robots-Tag: noindex`. */
  readonly text: string;
  readonly line?: number;
}

/** The rule that a response header is; undefined for one that restricts nothing. */
export function headerRule(
  name: string,
  value: unknown,
  pattern: PathPattern,
  line?: number,
): HostRule | undefined {
  const about = /^x-robots-tag$/i.test(name)
    ? 'noindex'
    : // Netlify asks for a password.
      /^basic-auth$/i.test(name)
      ? 'protected'
      : undefined;
  if (about === undefined || (about === 'noindex' && !saysNoindex(String(value)))) return undefined;
  const text = about === 'noindex' ? `X-Robots-Tag: ${String(value).slice(0, 80)}` : 'Basic-Auth';
  return { about, pattern, text, ...(line === undefined ? {} : { line }) };
}

/** The rule of a host that answers every request for some pages with this status; undefined if they're served. */
export function statusRule(status: number, pattern: PathPattern, line?: number): HostRule | undefined {
  if (![401, 403, 404, 410].includes(status)) return undefined;
  return { about: 'protected', pattern, text: `status ${status}`, ...(line === undefined ? {} : { line }) };
}

/** Pages on which readers sign in or pay. */
const SIGN_IN =
  /(?:^|[/_.?=-])(?:log-?_?in|log-?on|sign-?_?in|auth|authorize|oauth2?|sso|account|password|unlock|paywall|subscribe|restricted|forbidden|access-denied)(?:$|[/_.?#&=-])/i;

/** A rule that redirects readers to a sign-in page; undefined for other targets. */
export function signInRule(target: string, pattern: PathPattern, line?: number): HostRule | undefined {
  if (!SIGN_IN.test(target)) return undefined;
  const text = `a redirect to ${target.slice(0, 80)}`;
  return { about: 'protected', pattern, text, ...(line === undefined ? {} : { line }) };
}

/** A redirect or rewrite of Netlify. */
export interface HostRedirect {
  readonly from: string;
  readonly to?: string;
  readonly status: number;
  /** It applies although a file has the address. */
  readonly isForced: boolean;
  /** Names of what it depends on: `Role`, `Country`. */
  readonly conditions: readonly string[];
  readonly line?: number;
}

/** The rule that such a line is: a page that it serves only to a role, or that it refuses to everyone. */
export function redirectRule(redirect: HostRedirect): HostRule | undefined {
  const { from, to = '', status, isForced, conditions, line } = redirect;
  if (!from.startsWith('/')) return undefined;
  const pattern = starPattern(from);
  if (conditions.length === 0)
    return isForced ? (statusRule(status, pattern, line) ?? signInRule(to, pattern, line)) : undefined;
  // Readers without a cookie or a role are sent away.
  if (isForced && status !== 200 && conditions.every((name) => /^(?:role|cookie)$/i.test(name)))
    return signInRule(to, pattern, line);
  if (status !== 200 || !conditions.some((name) => /^role$/i.test(name))) return undefined;
  return { about: 'protected', pattern, text: 'Role', ...(line === undefined ? {} : { line }) };
}
