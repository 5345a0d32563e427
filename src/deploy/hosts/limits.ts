import type { HeadersManifest } from '../manifests/neutral.js';
import type { HostLimit } from './host.js';

/** Limits that several hosts have. */
export const LIMITS = {
  negotiation: {
    what: 'the address of a page answers with HTML only, even to clients that request Markdown',
    why: 'the host does not choose files by Accept',
    fix: 'The twins are at their own addresses; put an edge function or a server of your own in front to have both.',
  },
  preflight: {
    what: 'OPTIONS is not answered with 204 at the names of the service',
    why: 'the host answers other methods than GET and HEAD by itself',
    fix: 'Plain GET requests need no preflight; use a server of your own or a sidecar for clients that send one.',
  },
  alternate: {
    what: 'pages are sent without a Link to their twin',
    why: 'headers are the same for all pages, and not every page has a twin',
    fix: 'The head of the page has the same link; build with html: augment or render.',
  },
  slashless: {
    what: 'the headers of pages are sent at addresses with a slash at their end only',
    why: "other pages can't be distinguished from other files by their addresses",
    fix: 'Give pages such addresses; the head of a page has the same links.',
  },
  canonical: {
    what: 'twins are sent without a Link to their page',
    why: 'a header cannot have a part of the address in it',
    fix: 'The front matter of a twin names its page (canonical_url).',
  },
  notFound: {
    what: 'a missing document gets the page of the site for that, and may be kept by caches',
    why: 'the whole site has one error page',
    fix: 'Nothing to do: its status is 404.',
  },
  compression: {
    what: 'signed documents may arrive compressed, and then their digest does not fit',
    why: 'the host compresses by itself; "no-transform" asks it not to',
    fix: 'Check with "svc verify" after the deployment; turn enable_signing off if it does.',
  },
  soft: {
    what: 'a missing page is a plain 404 for all clients, also for agents that request Markdown (soft_404_markdown)',
    why: 'the host has no other answer for it',
    fix: 'Pass these requests on to a sidecar, or leave it.',
  },
  headers: {
    what: 'headers other than Content-Type and Cache-Control are not sent: no CORS, Vary, Link, signatures',
    why: 'the host has no place for them',
    fix: 'Put a CDN with rules for response headers in front, or choose another host.',
  },
  sidecar: {
    what: 'requests for the sidecar are not passed on',
    why: 'the host does not reach a server at its own address',
    fix: 'Give the sidecar an address of its own and name it in the configuration: "sidecar": "https://…".',
  },
} as const satisfies Readonly<Record<string, HostLimit>>;

/** Limits of hosts that choose headers by address alone. */
export const GLOB_LIMITS = [
  'negotiation',
  'preflight',
  'slashless',
  'alternate',
  'canonical',
  'notFound',
  'compression',
  'soft',
] as const satisfies readonly (keyof typeof LIMITS)[];

/** The limits that depend on the site's settings. */
export function limitsOf(
  manifest: HeadersManifest,
  names: readonly (keyof typeof LIMITS)[],
): readonly HostLimit[] {
  const applies: Partial<Record<keyof typeof LIMITS, boolean>> = {
    negotiation: manifest.pages.negotiation !== null,
    alternate: manifest.pages.alternate !== null,
    canonical: manifest.rules.some(({ canonical }) => canonical !== undefined),
    compression: manifest.signed.length > 0,
    soft: manifest.notFound.soft !== null,
  };
  return names.filter((name) => applies[name] !== false).map((name) => LIMITS[name]);
}

/** A site in a folder whose host reads its files at the root only. */
export function misplaced({ basePath }: HeadersManifest, files: string): readonly HostLimit[] {
  if (basePath === '') return [];
  return [
    {
      what: `${files} must be at the root of the published folder, with the output folder in ${basePath}/`,
      why: 'the host reads it there and nowhere else',
      fix: `Copy ${files} to the root when you deploy.`,
    },
  ];
}
