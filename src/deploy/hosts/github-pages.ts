import type { HeadersManifest } from '../manifests/neutral.js';
import { documentAnswers } from './answers.js';
import { type HostFacts, type HostLimit, type HostRules, MARKER } from './host.js';
import { LIMITS, limitsOf } from './limits.js';

/**
 * Rules for GitHub Pages: only the switch that keeps `.well-known` published, and a page that lists what
 * agents will miss.
 */
export function githubPagesRules(manifest: HeadersManifest, facts: HostFacts): HostRules {
  const limits = [
    HEADERS,
    ...limitsOf(manifest, ['negotiation', 'preflight', 'notFound', 'soft', 'redirects']),
    ...typesLost(manifest),
    ...(manifest.basePath === '' ? [] : [ROOT]),
    ...(facts.sidecar === undefined || facts.isElsewhere ? [] : [LIMITS.sidecar]),
  ];
  return {
    files: [
      { name: '.nojekyll', text: '', place: 'out' },
      { name: 'github-pages.md', text: page(manifest, limits), place: 'deploy' },
    ],
    limits,
  };
}

const HEADERS: HostLimit = {
  what: 'no custom headers are sent: no Vary, Link, Cache-Control or signatures',
  why: "the host can't store headers",
  fix: 'Turn enable_signing off, or choose another host. The heads of pages have the same links.',
};

const ROOT: HostLimit = {
  what: "agents don't find /.well-known/ and /robots.txt at the root of the host",
  why: 'a project site is in a folder of its host',
  fix: 'Use a custom domain, or publish from the repository of your user or organization site.',
};

/** Names without an ending are sent as bytes. */
function typesLost(manifest: HeadersManifest): readonly HostLimit[] {
  const names = documentAnswers(manifest).flatMap(({ path }) =>
    path === undefined || /[^/][.][a-z]+$/i.test(path) ? [] : [path],
  );
  if (names.length === 0) return [];
  return [
    {
      what: `these are sent as application/octet-stream, or aren't found: ${names.join(', ')}`,
      why: 'the host derives types from file extensions',
      fix: 'If readers need them, choose another host.',
    },
  ];
}

function page({ baseUrl }: HeadersManifest, limits: readonly HostLimit[]): string {
  const items = limits.map(({ what, why, fix }) => `- ${what}: ${why}. ${fix}`);
  return `<!-- ${MARKER}; changes are lost. -->\n# ${baseUrl} on GitHub Pages\n\n${items.join('\n')}\n`;
}
