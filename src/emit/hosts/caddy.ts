import { MEDIA_TYPES } from '../../core/media-types.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { HTML_RANGES, MARKDOWN_RANGES, type WeightedRange } from './accept.js';
import { type DocumentAnswer, documentAnswers } from './answers.js';
import { archivesRegex } from './archives.js';
import { caddyBlock, caddyRaw, caddyText } from './caddy-text.js';
import { type HostFacts, type HostFile, type HostRules, headComment } from './host.js';
import { escapeRegex, patternRegex } from './pattern.js';

const SITE_FILE = 'Caddyfile.svc';
const LIVE_FILE = 'Caddyfile.live';

/** Left to itself it sends names of files elsewhere. */
const FILE_SERVER = caddyBlock('file_server', ['disable_canonical_uris']);

/** A name that no file has. */
const NOTHING = '/.svc-nothing';

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
      ...(answers.filter(({ preflight }) => preflight).length === 0 || site.live
        ? []
        : preflightRoute(manifest, answers)),
      '',
      '# Everything but GET and HEAD is refused.',
      '@svc_refused not method GET HEAD',
      ...caddyBlock('route @svc_refused', ['header Allow "GET, HEAD"', 'respond 405']),
      '',
      ...hiddenRoute(manifest),
      ...redirectRoutes(manifest),
      ...answers.flatMap((answer, index) => ['', ...documentRoute(answer, index + 1, site)]),
      '',
      ...pageRoutes(site),
      '',
      '# The page of the site for what is missing, with its status.',
      ...missingRoutes(manifest),
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
function preflightRoute(
  { preflight }: HeadersManifest,
  answers: readonly DocumentAnswer[],
): readonly string[] {
  const names = answers.filter((one) => one.preflight).map((one) => addressRegex(one).slice(1, -1));
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

function addressRegex({ path, pattern = '' }: DocumentAnswer): string {
  return path === undefined ? patternRegex(pattern) : `^${escapeRegex(path)}$`;
}

/** Every field is added: one that is set would replace those that are added beside it. */
function headerBlock(headers: readonly (readonly [string, string])[]): readonly string[] {
  if (headers.length === 0) return [];
  return caddyBlock(
    'header',
    headers.map(([name, value]) => `${name === 'Link' ? '+Link' : name} ${caddyText(value)}`),
  );
}

function hiddenRoute(manifest: HeadersManifest): readonly string[] {
  return [
    '# Hidden files are not published.',
    '@svc_hidden not path_regexp ^(?:/[.]well-known|/[^./][^/]*)*(?:/|/[.]md)?$',
    ...caddyBlock('route @svc_hidden', notFound(manifest)),
  ];
}

function redirectRoutes({ redirects, basePath }: HeadersManifest): readonly string[] {
  return redirects.map(
    ({ from, to, status }) =>
      `redir ${caddyText(basePath + decodeURIComponent(from))} ${caddyText(to)} ${status}`,
  );
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
        ...(target === '{path}' ? [] : [`rewrite * ${target}`]),
        ...FILE_SERVER,
      ]),
      ...notFound(site.manifest),
    ]),
  ];
}

function notFound({ notFound: missing }: HeadersManifest): readonly string[] {
  return [
    ...headerBlock([['Content-Type', 'text/plain; charset=UTF-8'], ...Object.entries(missing.headers)]),
    'respond "Not found\n" 404',
  ];
}

function pageRoutes(site: CaddySite): readonly string[] {
  const { manifest } = site;
  const { negotiation } = manifest.pages;
  return [
    '# Names that are nobody’s, and challenges that somebody puts there.',
    `@svc_well_known path ${caddyText(`${manifest.basePath}/.well-known/*`)}`,
    ...caddyBlock('route @svc_well_known', [
      '@there file {path}',
      ...caddyBlock('file_server @there', ['disable_canonical_uris']),
      ...notFound(manifest),
    ]),
    '',
    ...(negotiation === null ? [] : negotiationRoutes(site)),
    '# The page of a folder, a file, or a page without its extension.',
    ...pageRoute(manifest, 'svc_folder', ['path_regexp /$', 'file {path}index.html']),
    ...pageRoute(manifest, 'svc_file', ['path_regexp [^/]$', 'file {path} {path}.html']),
    '# Where the folder of an address has a page, the address gets its slash.',
    ...caddyBlock('@svc_slashless', [
      'path_regexp [^/]$',
      'file {path}/index.html',
      'vars_regexp svc_uri {http.request.uri} ^/+([^?]*)([?].*)?$',
    ]),
    'redir @svc_slashless /{re.svc_uri.1}/{re.svc_uri.2} 301',
  ];
}

function pageRoute(manifest: HeadersManifest, name: string, matchers: readonly string[]): readonly string[] {
  const { headers, links, alternate } = manifest.pages;
  const types = Object.entries(MEDIA_TYPES).map(
    ([extension, type]) => `~(?i)${escapeRegex(extension)}$ ${caddyText(type)}`,
  );
  return [
    ...caddyBlock(`@${name}`, matchers),
    ...caddyBlock(`route @${name}`, [
      'rewrite * {file_match.relative}',
      ...caddyBlock('map {path} {svc_type}', [...types, 'default application/octet-stream']),
      'header Content-Type {svc_type}',
      '@page path_regexp (?i)[.]html?$',
      ...caddyBlock('route @page', [
        ...headerBlock([...Object.entries(headers), ...links.map((link) => ['Link', link] as const)]),
        ...(alternate === null
          ? []
          : [
              '@twinned file {vars.svc_bare}.md',
              `header @twinned +Link ${caddyText(alternate).replace('\\{+path}', '{vars.svc_address}')}`,
            ]),
      ]),
      ...FILE_SERVER,
    ]),
  ];
}

function negotiationRoutes(site: CaddySite): readonly string[] {
  const { basePath, pages } = site.manifest;
  const base = escapeRegex(basePath);
  const archives = archivesRegex(pages.negotiation?.archives ?? []);
  const front = caddyText(`${basePath}/${pages.negotiation?.front}`);
  const { contentType = '', headers = {} } = pages.negotiation ?? {};
  const wanted = 'double({svc_markdown}) > 0.0 && double({svc_markdown}) >= double({svc_html})';
  return [
    '# Markdown is sent where Accept names it and does not like HTML better.',
    ...weightMap('svc_markdown', MARKDOWN_RANGES),
    ...weightMap('svc_html', HTML_RANGES),
    '# The address without slashes at its end, as it was sent, and the twin for it.',
    // Variables are set once; what a map says changes when the request is rewritten.
    `@svc_bare path_regexp svc_bare ${caddyRaw(`^(${base}/.*[^/])/*$`)}`,
    `vars svc_bare ${NOTHING}`,
    'vars @svc_bare svc_bare {re.svc_bare.1}',
    `@svc_address vars_regexp svc_address {http.request.uri} ${caddyRaw(`^${base}/*([^?#<>"]*[^?#<>"/])/*(?:[?].*)?$`)}`,
    'vars @svc_address svc_address {re.svc_address.1}',
    ...caddyBlock('map {path} {svc_twin}', [
      `${caddyRaw(`~^${base}/?$`)} ${front}`,
      ...(archives === undefined ? [] : [`${caddyRaw(`~^${base}${archives}$`)} ${front}`]),
      `${caddyRaw(`~^(${base}/.*[^/])/*$`)} "\${1}.md"`,
      `default ${NOTHING}`,
    ]),
    ...caddyBlock('@svc_negotiated', [`expression ${caddyRaw(wanted)}`, 'file {svc_twin}']),
    ...(site.live
      ? passOn('@svc_negotiated', site)
      : caddyBlock('route @svc_negotiated', [
          ...headerBlock([['Content-Type', contentType], ...Object.entries(headers)]),
          'rewrite * {svc_twin}',
          ...FILE_SERVER,
        ])),
    '',
  ];
}

function weightMap(variable: string, ranges: readonly WeightedRange[]): readonly string[] {
  const lines = ranges.flatMap(({ weighted, plain }) => [
    `${caddyRaw(`~(?i)${weighted}`)} "\${1}.\${2}"`,
    `${caddyRaw(`~(?i)${plain}`)} 1`,
  ]);
  return caddyBlock(`map {header.Accept} {${variable}}`, [...lines, 'default 0']);
}

function missingRoutes(manifest: HeadersManifest): readonly string[] {
  const page = caddyText(`${manifest.basePath}/404.html`);
  return [
    `@svc_missing_page file ${page}`,
    ...caddyBlock('route @svc_missing_page', [
      ...headerBlock([
        ['Content-Type', 'text/html; charset=UTF-8'],
        ...Object.entries(manifest.notFound.headers),
      ]),
      `rewrite * ${page}`,
      ...caddyBlock('file_server', ['status 404', 'disable_canonical_uris']),
    ]),
    ...notFound(manifest),
  ];
}
