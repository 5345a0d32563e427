import { saysNoindex } from '../../../content/html/robots.js';
import type { PathPattern } from './path-pattern.js';

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
