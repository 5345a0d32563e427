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
    ...limitsOf(manifest, ['negotiation', 'preflight', 'notFound', 'soft']),
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
  what: 'no header of the service is sent: no Vary, Link, signatures, no Cache-Control of its own',
  why: 'the host has no place for them',
  fix: 'The heads of pages have the same links; turn enable_signing off, or choose another host.',
};

const ROOT: HostLimit = {
  what: 'what agents look for at the root of the host, /.well-known/ and /robots.txt, is not found',
  why: 'a project site is in a folder',
  fix: 'Use a domain of its own, or the repository of the user’s or organisation’s site.',
};

/** Names without an ending are sent as bytes. */
function typesLost(manifest: HeadersManifest): readonly HostLimit[] {
  const names = documentAnswers(manifest).flatMap(({ path }) =>
    path === undefined || /[^/][.][a-z]+$/i.test(path) ? [] : [path],
  );
  if (names.length === 0) return [];
  return [
    {
      what: `these are sent as application/octet-stream, or not found: ${names.join(', ')}`,
      why: 'the host derives types from the ending of a name',
      fix: 'Choose another host if readers need them.',
    },
  ];
}

function page({ baseUrl }: HeadersManifest, limits: readonly HostLimit[]): string {
  const items = limits.map(({ what, why, fix }) => `- ${what}: ${why}. ${fix}`);
  return `<!-- ${MARKER}; changes are lost. -->\n# ${baseUrl} on GitHub Pages\n\n${items.join('\n')}\n`;
}
