import type { HeadersManifest } from '../manifests/neutral.js';
import { type AbsentDocuments, absentDocuments, type DocumentAnswer, documentAnswers } from './answers.js';
import { caddyPages } from './caddy-pages.js';
import { caddyBlock, caddyRaw, caddyText, fileServer, headerBlock, notFound } from './caddy-text.js';
import { type HostFacts, type HostFile, type HostRules, headComment } from './host.js';
import { escapeRegex, patternRegex } from './pattern.js';

const SITE_FILE = 'Caddyfile.svc';
const LIVE_FILE = 'Caddyfile.live';

/**
 * Rules for Caddy 2.6 or later, to be imported into the block of the site. With a sidecar there is a second form,
 * which passes agent files on too, so that the sidecar counts and judges who reads them.
 */
export function caddyRules(manifest: HeadersManifest, facts: HostFacts): HostRules {
  const { basePath, baseUrl } = manifest;
  const root =
    basePath === '' ? 'the output folder' : `a folder in which ${basePath.slice(1)}/ is the output folder`;
  const file = (name: string, live: boolean): HostFile => {
    const head = [
      `For ${baseUrl}, inside the block of the site, whose root is ${root}: import /path/to/${name}`,
      ...(live
        ? [`In place of ${SITE_FILE}: agent files come from the sidecar too, which counts who reads them.`]
        : []),
      'Compress with "encode @svc_compressible gzip": the bytes of signed documents must arrive as they are.',
    ];
    const lines = [headComment('#', head), '', ...siteLines({ manifest, facts, live })];
    return { name, text: `${lines.join('\n')}\n`, place: 'deploy' };
  };
  return {
    files: [file(SITE_FILE, false), ...(facts.sidecar === undefined ? [] : [file(LIVE_FILE, true)])],
    limits: [],
  };
}

interface CaddySite {
  readonly manifest: HeadersManifest;
  readonly facts: HostFacts;
  /** True to have the sidecar answer agent files too. */
  readonly live: boolean;
}

function siteLines(site: CaddySite): readonly string[] {
  const { manifest } = site;
  const answers = documentAnswers(manifest);
  const signed = answers.flatMap(({ path, compress }) => (compress || path === undefined ? [] : [path]));
  return [
    ...(signed.length === 0
      ? caddyBlock('@svc_compressible', ['path *'])
      : caddyBlock('@svc_compressible', [`not path ${signed.map((path) => caddyText(path)).join(' ')}`])),
    '',
    ...caddyBlock('route', [
      '# A trailing slash after a well-known name is tolerated.',
      `@svc_slash path_regexp svc_slash ${caddyRaw(`^(${escapeRegex(manifest.basePath)}/[.]well-known/.*[^/])/+$`)}`,
      'rewrite @svc_slash {re.svc_slash.1}',
      ...sidecarRoutes(site),
      ...preflightRoute(manifest),
      '',
      '# Everything but GET and HEAD is refused.',
      '@svc_refused not method GET HEAD',
      ...caddyBlock('route @svc_refused', ['header Allow "GET, HEAD"', 'respond 405']),
      '',
      ...hiddenRoute(manifest),
      ...redirectRoutes(manifest),
      ...absentRoute(manifest, 'wellKnown'),
      ...answers.flatMap((answer, index) => ['', ...documentRoute(answer, index + 1, site)]),
      ...absentRoute(manifest, 'others'),
      '',
      ...caddyPages(manifest, site.live ? passOn('@svc_negotiated', site) : undefined),
    ]),
  ];
}

function sidecarRoutes(site: CaddySite): readonly string[] {
  if (site.facts.sidecar === undefined) return [];
  const { sidecar, basePath } = site.manifest;
  const paths = sidecar.map((pattern) => caddyText(basePath + pattern.replace('{+path}', '*')));
  return ['', `@svc_sidecar path ${paths.join(' ')}`, ...passOn('@svc_sidecar', site)];
}

function passOn(matcher: string, { facts }: CaddySite): readonly string[] {
  const host = facts.isElsewhere ? ['header_up Host {upstream_hostport}'] : [];
  return caddyBlock(`reverse_proxy ${matcher} ${facts.sidecar}`, [...host, 'flush_interval -1']);
}

/** All names whose preflights are answered, in one expression: the answer is the same. */
function preflightRoute({ preflight, basePath }: HeadersManifest): readonly string[] {
  const names = preflight.addresses.map((one) =>
    patternRegex(basePath + decodeURIComponent(one)).slice(1, -1),
  );
  return [
    '',
    ...caddyBlock('@svc_preflight', [
      'method OPTIONS',
      `path_regexp ${caddyRaw(`^(?:${names.join('|')})$`)}`,
    ]),
    ...caddyBlock('route @svc_preflight', [
      ...headerBlock(Object.entries(preflight.headers)),
      `respond ${preflight.status}`,
    ]),
  ];
}

/** Documents that are not there now. */
function absentRoute(manifest: HeadersManifest, which: keyof AbsentDocuments): readonly string[] {
  const names = absentDocuments(manifest)[which].map(({ pattern }) => patternRegex(pattern).slice(1, -1));
  if (names.length === 0) return [];
  return [
    '',
    `@svc_absent_${which} path_regexp ${caddyRaw(`^(?:${names.join('|')})$`)}`,
    ...caddyBlock(`route @svc_absent_${which}`, notFound(manifest)),
  ];
}

function addressRegex({ path, pattern = '' }: DocumentAnswer): string {
  return path === undefined ? patternRegex(pattern) : `^${escapeRegex(path)}$`;
}

function hiddenRoute(manifest: HeadersManifest): readonly string[] {
  return [
    '# Hidden files are not published.',
    '@svc_hidden not path_regexp ^(?:/[.]well-known|/[^./][^/]*)*(?:/|/[.]md)?$',
    ...caddyBlock('route @svc_hidden', notFound(manifest)),
  ];
}

function redirectRoutes({ redirects, basePath }: HeadersManifest): readonly string[] {
  return redirects.flatMap(({ from, to, status, headers }, index) => [
    `@svc_redirect_${index + 1} path_regexp ${caddyRaw(`^${escapeRegex(basePath + decodeURIComponent(from))}$`)}`,
    ...caddyBlock(`route @svc_redirect_${index + 1}`, [
      ...headerBlock(Object.entries(headers)),
      `redir ${caddyText(to)} ${status}`,
    ]),
  ]);
}

/** The page of a twin, at the address that was asked for. */
function canonicalLink({ canonical }: DocumentAnswer, { basePath }: HeadersManifest): readonly string[] {
  if (canonical === undefined) return [];
  const address = `^${escapeRegex(basePath)}/*([^?#<>"]*)[.]md(?:[?].*)?$`;
  return [
    `@twin vars_regexp svc_canonical {http.request.uri} ${caddyRaw(address)}`,
    `header @twin +Link ${caddyText(canonical).replace('\\{+path}', '{re.svc_canonical.1}')}`,
  ];
}

function documentRoute(answer: DocumentAnswer, number: number, site: CaddySite): readonly string[] {
  const { path, file, contentType, headers } = answer;
  const name = `@svc_${number}`;
  const at = `${name} path_regexp ${caddyRaw(addressRegex(answer))}`;
  if (site.live) return [at, ...passOn(name, site)];
  const target = path === undefined || path === file ? '{path}' : caddyText(file);
  return [
    at,
    ...caddyBlock(`route ${name}`, [
      `@there file ${target}`,
      ...caddyBlock('route @there', [
        ...headerBlock([['Content-Type', contentType], ...headers]),
        ...canonicalLink(answer, site.manifest),
        ...(target === '{path}' ? [] : [`rewrite * ${target}`]),
        ...fileServer(),
      ]),
      ...notFound(site.manifest),
    ]),
  ];
}
