/** Rules of hosts by which some pages aren't for every reader. */

import { saysNoindex } from '../../../content/html/robots.js';
import { type PathPattern, starPattern } from './path-pattern.js';

/** A rule in the configuration of a host by which some pages aren't for every reader. */
export interface HostRule {
  readonly about: 'noindex' | 'protected';
  readonly pattern: PathPattern;
  /** As written: `X-Robots-Tag: noindex`. */
  readonly text: string;
  readonly line?: number | undefined;
}

/** A rule that keeps readers out. */
export function closed(pattern: PathPattern, text: string, line?: number): HostRule {
  return { about: 'protected', pattern, text, line };
}

/** The rule that a response header is; undefined for one that restricts nothing. */
export function headerRule(
  name: string,
  value: unknown,
  pattern: PathPattern,
  line?: number,
): HostRule | undefined {
  // Netlify asks for a password.
  if (/^basic-auth$/i.test(name)) return closed(pattern, 'Basic-Auth', line);
  if (!/^x-robots-tag$/i.test(name) || !saysNoindex(String(value))) return undefined;
  return { about: 'noindex', pattern, text: `X-Robots-Tag: ${String(value).slice(0, 80)}`, line };
}

/** The rule of a host that answers every request for some pages with this status; undefined if they're served. */
export function statusRule(status: number, pattern: PathPattern, line?: number): HostRule | undefined {
  return [401, 403, 404, 410].includes(status) ? closed(pattern, `status ${status}`, line) : undefined;
}

/** Pages on which readers sign in or pay. */
const SIGN_IN =
  /(?:^|[/_.?=-])(?:log-?_?in|log-?on|sign-?_?in|auth|authorize|oauth2?|sso|account|password|unlock|paywall|subscribe|restricted|forbidden|access-denied)(?:$|[/_.?#&=-])/i;

/** A rule that redirects readers to a sign-in page; undefined for other targets. */
export function signInRule(target: string, pattern: PathPattern, line?: number): HostRule | undefined {
  return SIGN_IN.test(target) ? closed(pattern, `a redirect to ${target.slice(0, 80)}`, line) : undefined;
}

/** A redirect or rewrite of Netlify. */
interface HostRedirect {
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
  return closed(pattern, 'Role', line);
}
