import type { HeadersManifest } from '../manifests/neutral.js';
import { globRules, headersText, redirectsText } from './glob-rules.js';
import type { HostFacts, HostRules } from './host.js';
import { GLOB_LIMITS, LIMITS, limitsOf, misplaced } from './limits.js';

/**
 * Rules for Netlify: `_headers` and `_redirects`.
 * @see https://docs.netlify.com/routing/headers/, https://docs.netlify.com/routing/redirects/
 */
export function netlifyRules(manifest: HeadersManifest, facts: HostFacts): HostRules {
  const sidecar = facts.isElsewhere ? facts.sidecar : undefined;
  // All rules that match an address apply, and headers can't be removed.
  const headers = headersText(globRules(manifest), (rule) => {
    const sent = new Set(rule.wider.flatMap((one) => one.headers.map(([name]) => name)));
    return rule.headers.filter(([name]) => !sent.has(name)).map(([name, value]) => `${name}: ${value}`);
  });
  return {
    files: [
      { name: '_headers', text: headers, place: 'out' },
      { name: '_redirects', text: redirectsText(manifest, sidecar), place: 'out' },
    ],
    limits: [
      ...limitsOf(manifest, GLOB_LIMITS),
      ...(facts.sidecar !== undefined && sidecar === undefined ? [LIMITS.sidecar] : []),
      ...misplaced(manifest, '_headers and _redirects'),
    ],
  };
}
