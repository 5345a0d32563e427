import type { HeadersManifest } from '../manifests/neutral.js';
import {
  type AbsentDocuments,
  absentDocuments,
  type DocumentAnswer,
  documentAnswers,
  isBeside,
} from './answers.js';
import {
  caddyBeside,
  caddyBlock,
  caddyPages,
  caddyRaw,
  caddyText,
  fileServer,
  headerBlock,
  notFound,
} from './caddy-pages.js';
import { type HostFacts, type HostFile, type HostRules, headComment } from './host.js';
import { escapeRegex, patternRegex, TWIN_ENDING } from './pattern.js';

const SITE_FILE = 'Caddyfile.svc';
const LIVE_FILE = 'Caddyfile.live';

/**
 * Rules for Caddy 2.6 or later, for import into the block of the site. With a sidecar at the address of the site,
 * it answers everything that the rules would otherwise have to know in advance. With one elsewhere there is a second
 * form, which passes agent files on too, so that the sidecar counts and judges who reads them.
 */
export function caddyRules(manifest: HeadersManifest, facts: HostFacts): HostRules {
  const { basePath, baseUrl } = manifest;
  const root =
    basePath === '' ? 'the output folder' : `a folder in which ${basePath.slice(1)}/ is the output folder`;
  const file = (name: string, live: boolean): HostFile => {
    const head = [
      `For ${baseUrl}, inside the block of the site, whose root is ${root}: import /path/to/${name}`,
      ...(live
        ? [
            isBeside(facts)
              ? `The same as ${SITE_FILE}.`
              : `In place of ${SITE_FILE}: agent files come from the sidecar too, which counts who reads them.`,
          ]
        : []),
      'Compress with "encode @svc_compressible gzip": the bytes of signed documents must arrive as they are.',
    ];
    const lines = [headComment(head), '', ...siteLines({ manifest, facts, live })];
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
  const { manifest, facts } = site;
  if (facts.sidecar !== undefined && isBeside(facts)) return caddyBeside(manifest, facts.sidecar);
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
      ...baseRedirect(manifest),
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

/** A site in a folder: the address without the slash leads to the front page. */
function baseRedirect({ basePath }: HeadersManifest): readonly string[] {
  if (basePath === '') return [];
  return [
    ...caddyBlock('@svc_base', [
      'method GET HEAD',
      `vars_regexp svc_base {http.request.uri} ${caddyRaw(`^/*${escapeRegex(basePath.slice(1))}([?].*)?$`)}`,
    ]),
    `redir @svc_base ${basePath}/{re.svc_base.1} 301`,
  ];
}

function sidecarRoutes(site: CaddySite): readonly string[] {
  if (site.facts.sidecar === undefined) return [];
  const { sidecar, basePath } = site.manifest;
  const paths = sidecar.flatMap((pattern) => {
    const folder = basePath + pattern.replace('{+path}', '');
    return [`${folder}*`, folder.replace(/\/$/, '')].map(caddyText);
  });
  return ['', `@svc_sidecar path ${paths.join(' ')}`, ...passOn('@svc_sidecar', site)];
}

function passOn(matcher: string, { facts }: CaddySite): readonly string[] {
  const host = facts.isElsewhere ? ['header_up Host {upstream_hostport}'] : [];
  return caddyBlock(`reverse_proxy ${matcher} ${facts.sidecar}`, [...host, 'flush_interval -1']);
}

/** All names whose preflights are answered, in one expression, since the answer is the same. */
function preflightRoute(manifest: HeadersManifest): readonly string[] {
  const { preflight, basePath } = manifest;
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
    ...missingPreflights(manifest),
  ];
}

/** Addresses of documents with many instances: a missing one has no preflight. */
function missingPreflights(manifest: HeadersManifest): readonly string[] {
  const names = manifest.preflight.missing.map((one) => patternRegex(manifest.basePath + one).slice(1, -1));
  if (names.length === 0) return [];
  return [
    ...caddyBlock('@svc_no_preflight', [
      'method OPTIONS',
      `path_regexp ${caddyRaw(`^(?:${names.join('|')})$`)}`,
    ]),
    ...caddyBlock('route @svc_no_preflight', notFound(manifest)),
  ];
}

/** Documents that are not there now. */
function absentRoute(manifest: HeadersManifest, which: keyof AbsentDocuments): readonly string[] {
  // A pattern below `/.well-known/` has existing documents: its others are missing as files.
  const absent = absentDocuments(manifest)[which].filter(
    ({ pattern }) => which === 'others' || !pattern.includes('{'),
  );
  const names = absent.map(({ pattern }) => patternRegex(pattern).slice(1, -1));
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

/** The page of a twin, at the requested address. */
function canonicalLink({ canonical }: DocumentAnswer, { basePath }: HeadersManifest): readonly string[] {
  if (canonical === undefined) return [];
  const address = `^${escapeRegex(basePath)}/*([^?#<>"]*)${TWIN_ENDING}(?:[?].*)?$`;
  return [
    `@twin vars_regexp svc_canonical {http.request.uri} ${caddyRaw(address)}`,
    `header @twin +Link ${caddyText(canonical).replace('\\{+path}', '{re.svc_canonical.1}')}`,
  ];
}

/** A signed document is sent whole, or not at all to a client that has it: a 304 can't prove a body. */
function wholeBody({ tag, headers }: DocumentAnswer): readonly string[] {
  if (tag === '') return [];
  const known = `(?:^|,)[ \\t]*(?:W/)?${escapeRegex(tag)}[ \\t]*(?:,|$)|^[ \\t]*[*][ \\t]*$`;
  return [
    `@known header_regexp If-None-Match ${caddyRaw(known)}`,
    ...caddyBlock('route @known', [...headerBlock([['ETag', tag], ...headers]), 'respond 304']),
    ...['Range', 'If-Range', 'If-None-Match', 'If-Modified-Since'].map((name) => `request_header -${name}`),
    ...caddyBlock('header', [`ETag ${caddyText(tag)}`, '-Accept-Ranges', 'defer']),
  ];
}

function documentRoute(answer: DocumentAnswer, number: number, site: CaddySite): readonly string[] {
  const { path, file, contentType, headers, proof } = answer;
  const name = `@svc_${number}`;
  const at = `${name} path_regexp ${caddyRaw(addressRegex(answer))}`;
  if (site.live) return [at, ...passOn(name, site)];
  const target = path === undefined || path === file ? '{path}' : caddyText(file);
  return [
    at,
    ...caddyBlock(`route ${name}`, [
      `@there file ${target}`,
      ...caddyBlock('route @there', [
        ...wholeBody(answer),
        ...headerBlock([['Content-Type', contentType], ...headers, ...proof]),
        ...canonicalLink(answer, site.manifest),
        ...(target === '{path}' ? [] : [`rewrite * ${target}`]),
        ...fileServer(),
      ]),
      ...notFound(site.manifest),
    ]),
  ];
}
