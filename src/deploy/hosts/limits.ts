import type { HeadersManifest } from '../manifests/neutral.js';
import type { HostLimit } from './host.js';

/** Limits that several hosts have. */
export const LIMITS = {
  negotiation: {
    what: 'pages are always HTML, even for clients that request Markdown',
    why: "the host doesn't select files by Accept",
    fix: 'Twins are at their own addresses. To get both at one address, add an edge function or your own server in front.',
  },
  preflight: {
    what: "documents don't answer OPTIONS with 204",
    why: 'the host itself answers all methods except GET and HEAD',
    fix: 'Plain GET requests need no preflight. For clients that send one, use your own server or a sidecar.',
  },
  alternate: {
    what: 'pages have no Link header to their twin',
    why: 'all pages get the same headers, and not every page has a twin',
    fix: 'Build with html: augment or render, which writes the link into the head of the page.',
  },
  slashless: {
    what: 'only pages whose addresses end with a slash get headers',
    why: 'the host selects headers by address, and other pages look like files',
    fix: 'End the addresses of pages with a slash, or rely on the same links in the head of each page.',
  },
  canonical: {
    what: 'twins have no Link header to their page',
    why: "a header can't contain a part of the address",
    fix: 'Nothing to do: the front matter of a twin names its page (canonical_url).',
  },
  notFound: {
    what: 'a missing document returns the error page of the site, which caches may keep',
    why: 'the host has one error page for the whole site',
    fix: 'Nothing to do: its status is 404.',
  },
  compression: {
    what: "signed documents may arrive compressed, and their digest then doesn't match",
    why: 'the host may compress despite "no-transform"',
    fix: 'Run "svc verify" after the deployment. If it reports a wrong digest, turn enable_signing off.',
  },
  soft: {
    what: 'a missing page is a plain 404 for all clients, even with soft_404_markdown',
    why: 'the host has one error page for all clients',
    fix: 'Forward these requests to a sidecar, or turn soft_404_markdown off.',
  },
  redirects: {
    what: "earlier addresses of pages, and pages of files, aren't redirected",
    why: 'the host has no rules for redirects that a build can write',
    fix: 'If they have visitors, choose another host, or a CDN that redirects.',
  },
  headers: {
    what: 'only Content-Type and Cache-Control are sent: no CORS, Vary, Link or signatures',
    why: "the host can't store other headers",
    fix: 'Put a CDN that sets response headers in front, or choose another host.',
  },
  sidecar: {
    what: "the host doesn't forward requests to the sidecar",
    why: 'the sidecar has no address of its own',
    fix: 'Run the sidecar at its own address, and set it in the configuration: "sidecar": "https://…".',
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
    redirects: manifest.redirects.some(({ status }) => status === 301),
    soft: manifest.notFound.soft !== null,
  };
  return names.filter((name) => applies[name] !== false).map((name) => LIMITS[name]);
}

/** A site in a folder whose host reads its files at the root only. */
export function misplaced({ basePath }: HeadersManifest, files: string): readonly HostLimit[] {
  if (basePath === '') return [];
  return [
    {
      what: `${files} must be at the root of the published folder, not in ${basePath}/`,
      why: 'the host reads them only at the root',
      fix: `Copy ${files} to the root when you deploy.`,
    },
  ];
}
