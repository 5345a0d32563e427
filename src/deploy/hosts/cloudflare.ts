import type { HeadersManifest } from '../manifests/neutral.js';
import { type GlobRule, globRules, headersText, redirectsText } from './glob-rules.js';
import type { HostFacts, HostLimit, HostRules } from './host.js';
import { GLOB_LIMITS, limitsOf, misplaced } from './limits.js';

/** Cloudflare's limits for `_headers`. */
const MAX_RULES = 100;
const MAX_LINE = 2000;

/**
 * Rules for Cloudflare Pages: `_headers` and `_redirects`.
 * @see https://developers.cloudflare.com/pages/configuration/headers/
 */
export function cloudflareRules(manifest: HeadersManifest, facts: HostFacts): HostRules {
  const rules = globRules(manifest);
  // Values of all rules that match an address are joined, unless a later one removes the header first.
  const headers = headersText(rules, (rule) => [
    ...[...new Set(rule.wider.flatMap((one) => one.headers.map(([name]) => name)))].map(
      (name) => `! ${name}`,
    ),
    ...rule.headers.map(([name, value]) => `${name}: ${value}`),
  ]);
  return {
    files: [
      { name: '_headers', text: headers, place: 'out' },
      // It passes nothing on to other hosts.
      { name: '_redirects', text: redirectsText(manifest, undefined), place: 'out' },
    ],
    limits: [
      ...limitsOf(manifest, GLOB_LIMITS),
      ...tooMuch(rules),
      ...(facts.sidecar === undefined ? [] : [SIDECAR]),
      ...misplaced(manifest, '_headers and _redirects'),
    ],
  };
}

const SIDECAR: HostLimit = {
  what: "the host doesn't forward requests to the sidecar",
  why: '_redirects only leads to addresses of the same site',
  fix: 'Route them to the sidecar with a Worker or a tunnel on the same host name.',
};

function tooMuch(rules: readonly GlobRule[]): readonly HostLimit[] {
  const long = rules
    .flatMap(({ headers }) => headers)
    .filter(([name, value]) => name.length + value.length + 4 > MAX_LINE);
  return [
    ...(rules.length <= MAX_RULES
      ? []
      : [
          {
            what: `${rules.length - MAX_RULES} of ${rules.length} addresses get no headers`,
            why: `the host reads at most ${MAX_RULES} rules of _headers`,
            fix: 'Set the headers with a Worker.',
          },
        ]),
    ...long.map(([name]) => ({
      what: `a header ${name} isn't sent`,
      why: `the host reads at most ${MAX_LINE} characters of a line of _headers`,
      fix: 'Shorten it.',
    })),
  ];
}
