import { encodeSegments } from '../../core/percent.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { absentDocuments, archivesRegex, documentAnswers, documentNames } from './answers.js';
import type { HostFacts, HostLimit, HostRules } from './host.js';
import { LIMITS, limitsOf } from './limits.js';
import { escapeRegex, patternRegex } from './pattern.js';

interface Route {
  readonly src?: string;
  readonly handle?: 'filesystem' | 'error';
  readonly dest?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly methods?: readonly string[];
  readonly has?: readonly { readonly type: 'header'; readonly key: string; readonly value: string }[];
  readonly status?: number;
  readonly continue?: true;
  readonly check?: true;
}

/**
 * Rules for Vercel: `vercel.json` with `routes`, the only form in which a request can be redirected before the
 * files are tried.
 * @see https://vercel.com/docs/project-configuration#routes
 */
export function vercelRules(manifest: HeadersManifest, facts: HostFacts): HostRules {
  const routes: readonly Route[] = [
    ...sidecarRoutes(manifest, facts),
    ...preflightRoutes(manifest),
    {
      src: '^/.*$',
      methods: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      status: 405,
      headers: { Allow: 'GET, HEAD' },
    },
    ...manifest.redirects.map(({ from, to, status, headers }) => ({
      src: `^${escapeRegex(manifest.basePath + decodeURIComponent(from))}$`,
      status,
      headers: { ...headers, Location: to },
    })),
    ...pageRoutes(manifest),
    ...documentRoutes(manifest),
    { handle: 'filesystem' },
    { src: '^(.*[^/])$', dest: '$1.html', check: true },
    { src: '^/.*$', dest: `${manifest.basePath}/404.html`, status: 404, headers: manifest.notFound.headers },
  ];
  const config = { $schema: 'https://openapi.vercel.sh/vercel.json', routes };
  return {
    files: [{ name: 'vercel.json', text: `${JSON.stringify(config, null, 2)}\n`, place: 'deploy' }],
    limits: [
      ...(manifest.pages.negotiation === null ? [] : [WEIGHTS]),
      ...limitsOf(manifest, ['slashless', 'alternate', 'notFound', 'compression', 'soft']),
      ...(facts.sidecar !== undefined && !facts.isElsewhere ? [LIMITS.sidecar] : []),
    ],
  };
}

const WEIGHTS: HostLimit = {
  what: 'a client that names Markdown in Accept gets it, even if it prefers HTML',
  why: "the host doesn't compare the weights in Accept",
  fix: 'Nothing to do: agents name the type that they prefer.',
};

function sidecarRoutes({ sidecar, basePath }: HeadersManifest, facts: HostFacts): readonly Route[] {
  if (facts.sidecar === undefined || !facts.isElsewhere) return [];
  return sidecar.map((pattern) => ({
    src: `^(${escapeRegex(basePath + pattern.replace('{+path}', ''))}.*)$`,
    dest: `${facts.sidecar}$1`,
  }));
}

function preflightRoutes({ preflight, basePath }: HeadersManifest): readonly Route[] {
  const { 'Content-Length': _, ...headers } = preflight.headers;
  const names = preflight.addresses.map((one) =>
    patternRegex(basePath + decodeURIComponent(one)).slice(1, -1),
  );
  return [{ src: `^(?:${names.join('|')})/?$`, methods: ['OPTIONS'], status: preflight.status, headers }];
}

/** Pages, and their replacement for clients that name Markdown. */
function pageRoutes(manifest: HeadersManifest): readonly Route[] {
  const { pages, basePath } = manifest;
  const base = escapeRegex(basePath);
  const headers = { ...pages.headers, Link: pages.links.join(', ') };
  const page = { src: `^${base}/(?:.*/)?$`, headers, continue: true } as const;
  const { negotiation } = pages;
  if (negotiation === null) return [page];
  const named = '(?:^|.*,) *[Tt]ext/(?:x-)?[Mm]arkdown(?!;q=0(?:[.]0*)?(?:,|$)) *(?:[;,].*)?';
  const has = [{ type: 'header', key: 'accept', value: named }] as const;
  const sent = {
    'Content-Type': negotiation.contentType,
    ...negotiation.headers,
    Link: pages.links.join(', '),
  };
  const archives = archivesRegex(negotiation.archives);
  const lists = ['/?', '/index[.]html', ...(archives === undefined ? [] : [archives])];
  const own = documentNames(manifest).map(escapeRegex);
  return [
    page,
    { src: `^${base}(?:${lists.join('|')})$`, has, dest: `${basePath}/${negotiation.front}`, headers: sent },
    {
      src: `^${own.length === 0 ? '' : `(?!(?:${own.join('|')})$)`}(${base}/.*[^/])/*$`,
      has,
      dest: '$1.md',
      headers: sent,
      check: true,
    },
  ];
}

function documentRoutes(manifest: HeadersManifest): readonly Route[] {
  const documents = documentAnswers(manifest).map((answer): Route => {
    const { path, pattern = '', file, contentType, headers, proof } = answer;
    const fields: Record<string, string> = {};
    // A name can occur only once; a list of links is one value too (RFC 8288).
    for (const [name, value] of [...headers, ...proof]) {
      fields[name] = fields[name] === undefined ? value : `${fields[name]}, ${value}`;
    }
    const slash = path?.startsWith(`${manifest.basePath}/.well-known/`) === true ? '/?' : '';
    return {
      src: path === undefined ? patternRegex(pattern) : `^${escapeRegex(path)}${slash}$`,
      headers: { 'Content-Type': contentType, ...fields },
      ...(path === undefined ? { continue: true as const } : { dest: encodeSegments(file) }),
    };
  });
  const { wellKnown, others } = absentDocuments(manifest);
  const absent = [...wellKnown, ...others]
    .filter(({ pattern }) => !pattern.includes('{'))
    .map(({ pattern }) => `${escapeRegex(pattern)}`);
  if (absent.length === 0) return documents;
  const { status, headers } = manifest.notFound;
  return [{ src: `^(?:${absent.join('|')})$`, status, headers }, ...documents];
}
